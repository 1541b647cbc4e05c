// Values that the sentence names: "status sold", "limit of 5", "petId: 10", "pet with id 7", "named Rex", "the 'bug' label".

import { fill, isFree, isOpen, valueFor, type Filling, type Way } from './filling.ts';
import { isOfSomething } from './follows-other.ts';
import { isPlainWords } from './left-value.ts';
import type { Slot } from './slots.ts';
import { isValueLike } from './view.ts';
import { isNoName, isOfAny, isUnlikeWord } from './plain-word.ts';
import { announcing, connectors } from './word-roles.ts';

const mostConnectors = 5;
const longestChoice = 4;

export function fillNamed(filling: Filling): void {
  const names = filling.slots
    .flatMap((slot) => slot.names.map((name) => ({ slot, name, isOwn: name === slot.own })))
    .sort(
      (a, b) =>
        b.name.length - a.name.length ||
        Number(b.isOwn) - Number(a.isOwn) ||
        Number(b.slot.required) - Number(a.slot.required),
    );
  for (const { slot, name } of names) {
    for (let at = 0; at < filling.view.tokens.length && isOpen(filling, slot); at++) {
      const end = matchName(filling, name, at);
      if (end === undefined) continue;
      if (!takeAfter(filling, { slot, at, end })) takeBefore(filling, { slot, at, end, isRate: name[0] === 'per' });
    }
  }
}

/** The token after the name; undefined when the name does not stand there. */
export function matchName({ view, uses }: Filling, name: readonly string[], at: number): number | undefined {
  let matched = 0;
  let token = at;
  while (matched < name.length) {
    const terms = view.tokens[token]?.terms;
    if (terms === undefined || terms.length === 0 || uses[token] === 'value') return undefined;
    for (const term of terms) if (term !== name[matched++]) return undefined;
    token++;
  }
  return token;
}

interface Named {
  readonly slot: Slot;
  readonly at: number;
  readonly end: number;
}

function takeAfter(filling: Filling, { slot, at, end }: Named): boolean {
  const { tokens } = filling.view;
  let from = end;
  let isAnnounced = announcing.has(tokens[end - 1]?.lower ?? '') || isGiven(filling, slot, at);
  while (from < end + mostConnectors && connectors.has(tokens[from]?.lower ?? ' ') && isSkipped(filling, slot, from)) {
    isAnnounced ||= announcing.has(tokens[from]?.lower ?? '');
    from++;
  }
  if (isOfSomething(filling.view, slot, from)) return false;
  const isNear = from === end && !filling.view.asksById && !isOfAny(filling.view, at);
  const taken = take(filling, { slot, from, isAnnounced, isNear });
  if (taken === undefined) return false;
  markName(filling, at, from);
  if (slot.type.items !== undefined) takeMore(filling, slot, taken);
  return true;
}

/** "send a code with channel sms": for what is to be made any word will do, since it is asked back. */
function isGiven({ view: { tokens, kinds } }: Filling, { place }: Slot, at: number): boolean {
  if (place === 'path' || kinds.has('read') || !(kinds.has('create') || kinds.has('update'))) return false;
  return /^(?:with|using|via)$/.test(tokens[at - 1]?.lower ?? '');
}

// "on" and "id" are values of some arguments and connectors before others.
function isSkipped({ view }: Filling, slot: Slot, at: number): boolean {
  const token = view.tokens[at];
  return (
    token === undefined ||
    !(slot.type.types.has('boolean') || slot.type.choices !== undefined) ||
    valueFor(slot, token) === undefined
  );
}

interface Taking {
  readonly slot: Slot;
  readonly from: number;
  /** "named", "is", "=": a value follows, whatever word it is. */
  readonly isAnnounced: boolean;
  /** It follows the name directly. */
  readonly isNear: boolean;
}

/** The token after the value. */
function take(filling: Filling, { slot, from, isAnnounced, isNear }: Taking): number | undefined {
  const { tokens } = filling.view;
  const token = tokens[from];
  if (token === undefined || !isFree(filling, from)) return undefined;
  const way = 'named';
  const choice = takeChoice(filling, { slot, from, way });
  if (choice !== undefined) return choice;
  const type = slot.type.items ?? slot.type;
  if (type.choices !== undefined) return undefined;
  if (token.kind === 'word' && !isWordValue(filling, slot, { from, isAnnounced, isNear })) {
    const value = type.types.has('boolean') ? valueFor(slot, token) : undefined;
    if (value === undefined || typeof value !== 'boolean') return undefined;
  }
  if (token.kind === 'mixed' && !isAnnounced && isPlainWords(filling, from)) return undefined;
  let to = from + 1;
  let text = token.text;
  // Names of several words: "artist Daft Punk".
  while (token.kind === 'word' && token.isName && tokens[to]?.isName === true && isFree(filling, to))
    text += ` ${tokens[to++]?.text}`;
  const value = valueFor(slot, { ...token, text, lower: text.toLowerCase() });
  if (value === undefined) return undefined;
  fill(filling, { slot, value, way, from, to });
  return to;
}

interface Choosing {
  readonly slot: Slot;
  readonly from: number;
  readonly way: Way;
}

/** A choice may have several words. */
export function takeChoice(filling: Filling, { slot, from, way }: Choosing): number | undefined {
  const { tokens } = filling.view;
  const first = tokens[from];
  if ((slot.type.items ?? slot.type).choices === undefined || first === undefined) return undefined;
  for (let length = longestChoice; length > 0; length--) {
    const span = tokens.slice(from, from + length);
    if (span.length < length || span.some((token, at) => token.kind === 'sign' || !isFree(filling, from + at)))
      continue;
    const text = span.map((token) => token.text).join(' ');
    const lower = span.map((token) => token.lower).join(' ');
    const value = valueFor(slot, { ...first, text, lower });
    if (value === undefined) continue;
    fill(filling, { slot, value, way, from, to: from + length });
    return from + length;
  }
  return undefined;
}

function isWordValue(filling: Filling, slot: Slot, { from, isAnnounced, isNear }: Omit<Taking, 'slot'>): boolean {
  const { view, isOwn, isKnown } = filling;
  const token = view.tokens[from];
  if (token === undefined) return false;
  // What is searched for stands in quotes, when anything does.
  if (slot.role === 'query' && view.tokens.some(({ kind }, at) => kind === 'quoted' && isFree(filling, at)))
    return false;
  if (isNoName(view, from)) return false;
  if (token.isName) return !token.terms.every(isOwn);
  if (token.terms.some(isOwn)) return false;
  return isAnnounced || (isNear && isUnlikeWord(token) && !token.terms.some(isKnown));
}

// "puppy and vaccinated", "1, 2 and 3".
function takeMore(filling: Filling, slot: Slot, from: number): void {
  const { tokens } = filling.view;
  let at = from;
  while (at < tokens.length) {
    let next = at;
    while (next < at + 2 && [',', 'and', 'or'].includes(tokens[next]?.lower ?? '')) next++;
    if (next === at) return;
    const token = tokens[next];
    if (token === undefined || !(isValueLike(token) || token.kind === 'word')) return;
    const taken = take(filling, { slot, from: next, isAnnounced: true, isNear: true });
    if (taken === undefined) return;
    at = taken;
  }
}

/** "the 'bug' label", "25 per page": only what is quoted or one of the choices, or the number of a rate. */
function takeBefore(filling: Filling, { slot, at, end, isRate }: Named & { readonly isRate: boolean }): void {
  const token = filling.view.tokens[at - 1];
  if (token === undefined || !isFree(filling, at - 1)) return;
  if (token.kind !== 'quoted' && !isRate && (slot.type.items ?? slot.type).choices === undefined) return;
  const value = valueFor(slot, token);
  if (value === undefined) return;
  fill(filling, { slot, value, way: 'named', from: at - 1, to: at });
  markName(filling, at, end);
}

function markName(filling: Filling, from: number, to: number): void {
  for (let at = from; at < to; at++) if (filling.uses[at] === 'free') filling.uses[at] = 'name';
}
