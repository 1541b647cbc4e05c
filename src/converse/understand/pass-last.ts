// Values that find their place last: the new value of what is changed, and what only one argument is left for.

import { fill, isFree, valueFor, type Filling } from './filling.ts';
import { followsOther, isNamedElse, isOfSomething, relating } from './follows-other.ts';
import { isLeftValue } from './left-value.ts';
import { matchName, takeChoice } from './pass-named.ts';
import type { Token } from './sentence.ts';
import type { Slot } from './slots.ts';
import { isValueLike, type View } from './view.ts';

/** "change the price of event 7 to 12.50", "rename web-1 to web-old": the new value of what is named, or of the name. */
export function fillChange(filling: Filling): void {
  const { view, slots } = filling;
  const at = view.tokens.findIndex(
    (token, index) => token.lower === 'to' && isFree(filling, index + 1) && isNewValue(filling, index + 1),
  );
  const token = view.tokens[at + 1];
  if (at < 0 || token === undefined) return;
  const open = slots.filter((slot) => slot.place !== 'path' && !filling.values.has(slot));
  const mentioned = open.filter((slot) =>
    view.tokens.some(
      (_, index) => index < at && slot.names.some((name) => matchName(filling, name, index) !== undefined),
    ),
  );
  const renamed =
    view.tokens[view.verb]?.lower === 'rename' ? open.filter(({ role, required }) => role === 'name' || required) : [];
  const needed = view.kinds.has('update') ? open.filter(({ required }) => required) : [];
  const [slot, ...others] = [mentioned, renamed, needed].find(({ length }) => length > 0) ?? [];
  if (slot === undefined || others.length > 0) return;
  if (takeChoice(filling, { slot, from: at + 1, way: 'named' }) !== undefined) return;
  const value = valueFor(slot, token);
  if (value !== undefined) fill(filling, { slot, value, way: 'typed', from: at + 1, to: at + 2 });
}

function isNewValue({ view, isKnown }: Filling, at: number): boolean {
  const token = view.tokens[at];
  if (token === undefined) return false;
  return isValueLike(token) || token.isName || !token.terms.some(isKnown) || view.tokens[at + 1] === undefined;
}

/** One value is left, and one argument that must be given takes it. */
export function fillLast(filling: Filling): void {
  const { view, slots } = filling;
  const left = view.tokens.flatMap((token, at) =>
    isFree(filling, at) && isLeftValue(filling, at) ? [{ token, at }] : [],
  );
  // Beside what is a value by its form, a name in capital letters may be anything.
  const formed = left.filter(({ token }) => token.kind !== 'word');
  const [only, ...more] = formed.length > 0 ? formed : left;
  if (only === undefined || more.length > 0) return;
  const open = slots.filter(
    (slot) =>
      !filling.values.has(slot) && slot.role !== 'technical' && (slot.type.items ?? slot.type).choices === undefined,
  );
  const fitting = open.filter((slot) => slot.required && isGuessable(filling, slot, only.at));
  const queries = only.token.kind === 'quoted' ? open.filter((slot) => slot.role === 'query') : [];
  const [slot, ...others] = fitting.length > 0 ? fitting : queries;
  if (slot === undefined || others.length > 0) return;
  fill(filling, { slot, value: valueFor(slot, only.token), way: 'guessed', from: only.at, to: only.at + 1 });
}

/** "3 pets" are not pet 3. */
function isCount({ tokens, isPlural }: View, at: number): boolean {
  if (tokens[at]?.kind !== 'number') return false;
  const after = tokens.slice(at + 1, at + 4);
  const noun = after.findIndex((_, offset) => isPlural[at + 1 + offset]);
  return noun >= 0 && after.slice(0, noun).every(({ kind }) => kind === 'word');
}

/** "my GPG keys", "the SBOM": a word in capital letters that tells the kind of thing, and not which. */
function isDescribing({ tokens, isPlural }: View, at: number): boolean {
  return (
    isPlural[at + 1] === true || /^(?:the|an?|my|our|your|this|that|all|any|some)$/.test(tokens[at - 1]?.lower ?? '')
  );
}

function isForm({ kind }: Token): boolean {
  return kind === 'uuid' || kind === 'number' || kind === 'mixed';
}

/** The value may not follow the name of something else, and a number is no text. */
function isGuessable(filling: Filling, slot: Slot, at: number): boolean {
  const { view } = filling;
  if (isCount(view, at) || isOfSomething(view, slot, at)) return false;
  const token = view.tokens[at];
  if (token === undefined || valueFor(slot, token) === undefined) return false;
  if (token.kind === 'word' && slot.isId && isDescribing(view, at)) return false;
  if (isForm(token) && slot.role !== 'query' && isNamedElse(filling, slot, at) && slot.place !== 'path') return false;
  if (slot.place !== 'path')
    return token.kind !== 'number' || slot.type.types.has('integer') || slot.type.types.has('number');
  return token.kind !== 'date' && !relating.has(view.tokens[at + 1]?.lower ?? '') && !followsOther(filling, slot, at);
}

/** What can only be one thing need not be said. */
export function fillConstants(filling: Filling): void {
  for (const slot of filling.slots) {
    const [only, ...others] = slot.type.choices ?? [];
    if (slot.required && only !== undefined && others.length === 0 && !filling.values.has(slot))
      fill(filling, { slot, value: only.value, way: 'typed', from: 0, to: 0 });
  }
}
