// Choices and switches that the sentence has without naming their argument: "pets sold", "a general ticket", "turn shuffle off".

import { isBaseForm } from '../../catalog/search/query.ts';
import { splitWords } from '../../catalog/search/words.ts';
import { fill, isFree, isOpen, valueFor, type Filling } from './filling.ts';
import { matchName, takeChoice } from './pass-named.ts';
import type { Slot } from './slots.ts';

/** These are chosen by name only: their choices are everyday words. */
const namedOnly = new Set(['sort', 'direction', 'technical', 'limit', 'page', 'offset']);
const switchWords = new Map([
  ['on', true],
  ['off', false],
  ['enable', true],
  ['disable', false],
]);

/** "pets sold", "a general ticket": words that only one argument has among its choices. */
export function fillChoices(filling: Filling): void {
  const { view, slots, isOwn } = filling;
  const choosing = slots.filter(({ type }) => (type.items ?? type).choices !== undefined);
  for (const [at, token] of view.tokens.entries()) {
    const isWord = token.kind === 'word' || token.kind === 'mixed' || token.kind === 'quoted';
    if (!isFree(filling, at) || at === view.verb || !isWord || token.terms.some(isOwn)) continue;
    const isDeed = isVerbAtStart(view, at);
    const isForm = /^(?:as|in|format)$/.test(view.tokens[at - 1]?.lower ?? '');
    const fitting = choosing.filter(
      (slot) =>
        isOpen(filling, slot) &&
        !(isDeed && !hasChoice(slot, token.lower)) &&
        isChosen(slot, { isForm, isDirection: /^(?:a|de)sc/.test(token.lower) }) &&
        !(view.isPlural[at] === true && isOneThing(slot, token.lower)) &&
        (valueFor(slot, token) !== undefined || startsChoice(slot, view.tokens, at)),
    );
    const required = fitting.filter((slot) => slot.required);
    const [slot, ...others] = required.length > 0 ? required : fitting;
    if (slot !== undefined && others.length === 0) takeChoice(filling, { slot, from: at, way: 'typed' });
  }
}

/** "site owners" are not the sites of the choice `owner`; "artists" may be the artists of a `type`. */
function isOneThing({ type, path }: Slot, word: string): boolean {
  if (type.items !== undefined || /(?:type|kind|category)$/i.test(path.at(-1) ?? '')) return false;
  return !hasChoice({ type }, word);
}

/** "suspend members" is no list of suspended ones. */
function isVerbAtStart({ tokens, says }: Filling['view'], at: number): boolean {
  const first = tokens.findIndex(({ kind }, index) => kind === 'word' && says[index] === 'much');
  return at === first && isBaseForm(tokens[at]?.lower ?? '');
}

/** As it is written, and not by another form of the word. */
function hasChoice({ type }: Pick<Slot, 'type'>, word: string): boolean {
  return ((type.items ?? type).choices ?? []).some(({ value }) => String(value).toLowerCase() === word);
}

function isChosen({ role }: Slot, { isForm, isDirection }: { isForm: boolean; isDirection: boolean }): boolean {
  if (role === undefined || !namedOnly.has(role)) return true;
  return (role === 'technical' && isForm) || (role === 'direction' && isDirection);
}

function startsChoice(slot: Slot, tokens: Filling['view']['tokens'], at: number): boolean {
  const words = tokens.slice(at, at + 4).map(({ lower }) => lower);
  return ((slot.type.items ?? slot.type).choices ?? []).some((choice) => {
    const parts = String(choice.value)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
    return parts.length > 1 && parts.every((part, index) => part === words[index]);
  });
}

/** A switch is on when the sentence has its whole name, and the skill is not about that word anyway. "Turn shuffle off" says which. */
export function fillSwitches(filling: Filling): void {
  const { slots, view, isOwn } = filling;
  const switches = slots.filter(
    (slot) => slot.type.types.has('boolean') && slot.type.types.size === 1 && !filling.values.has(slot),
  );
  for (const slot of switches) {
    const [name] = slot.names;
    if (name === undefined || name.every(isOwn)) continue;
    const at = view.tokens.findIndex(
      ({ lower }, index) =>
        isFree(filling, index) &&
        matchName(filling, name, index) !== undefined &&
        (!isVerbAtStart(view, index) || splitWords(slot.path.at(-1) ?? '').includes(lower)),
    );
    if (at >= 0)
      fill(filling, { slot, value: true, way: 'typed', from: at, to: matchName(filling, name, at) ?? at + 1 });
  }
  const [only, ...others] = switches.filter((slot) => slot.required && !filling.values.has(slot));
  if (only === undefined || others.length > 0) return;
  const at = view.tokens.findIndex(({ lower }, index) => isFree(filling, index) && switchWords.has(lower));
  if (at >= 0)
    fill(filling, {
      slot: only,
      value: switchWords.get(view.tokens[at]?.lower ?? ''),
      way: 'typed',
      from: at,
      to: at + 1,
    });
}
