// The arguments of one skill while they are being filled from one sentence. Each token is used once; each argument is filled once,
// but a list takes several values.

import type { Token } from './sentence.ts';
import type { Slot } from './slots.ts';
import { toValue } from './to-value.ts';
import type { View } from './view.ts';

/** `guess`: a value that found its place only because no other was left. */
export type Use = 'free' | 'value' | 'guess' | 'name';

/** By its name in the sentence, by its type or as one of the choices, or only because no other was left. */
export type Way = 'named' | 'typed' | 'guessed';

export interface Filling {
  readonly view: View;
  readonly slots: readonly Slot[];
  /** Terms that the skill itself is about: such a word is no value. */
  readonly isOwn: (term: string) => boolean;
  /** Terms that some skill is about. */
  readonly isKnown: (term: string) => boolean;
  readonly values: Map<Slot, unknown>;
  /** By token. */
  readonly uses: Use[];
  /** How each value found its place. */
  readonly ways: Map<Slot, Way>;
}

export function isOpen(filling: Filling, slot: Slot): boolean {
  return !filling.values.has(slot) || Array.isArray(filling.values.get(slot));
}

/** The value of one token for a slot; of a list the value of an item. */
export function valueFor(slot: Slot, token: Token): unknown {
  const { type } = slot;
  if (token.kind === 'date' && !isDated(slot)) return undefined;
  if (slot.isId && (/\s/.test(token.text) || token.kind === 'email' || token.kind === 'url') && !slot.type.format)
    return undefined;
  return type.items !== undefined && !type.types.has('string') ? toValue(token, type.items) : toValue(token, type);
}

/** A date is no cursor and no name. */
function isDated({ type, path }: Slot): boolean {
  const { format, description } = type.items ?? type;
  if (format?.startsWith('date') === true) return true;
  return (
    format === undefined &&
    /date|time|day|iso.?8601|since|until|_at$|_on$/i.test(`${path.at(-1)} ${description.slice(0, 200)}`)
  );
}

export interface Place {
  readonly slot: Slot;
  readonly value: unknown;
  readonly way: Way;
  /** First token of the value, and the one after its last. */
  readonly from: number;
  readonly to: number;
}

export function fill(filling: Filling, { slot, value, way, from, to }: Place): void {
  const isList = slot.type.items !== undefined && !slot.type.types.has('string');
  const known = filling.values.get(slot);
  filling.values.set(slot, isList ? [...(Array.isArray(known) ? known : []), value] : value);
  filling.ways.set(slot, way);
  for (let at = from; at < to; at++) filling.uses[at] = way === 'guessed' ? 'guess' : 'value';
}

export function isFree(filling: Filling, at: number): boolean {
  return filling.uses[at] === 'free' && filling.view.tokens[at]?.kind !== 'sign';
}
