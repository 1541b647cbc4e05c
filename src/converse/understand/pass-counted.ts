// Amounts that are said before what they count: "3 months", "for 2 guests", "5 grams". Only an argument that is a number and has a
// plural for its name is counted so: "5 pages" are no page 5, and "3 pets" no pet 3.

import { isPlural } from '../../catalog/search/stem.ts';
import { splitWords, toTerm } from '../../catalog/search/words.ts';
import { fill, isFree, isOpen, valueFor, type Filling } from './filling.ts';
import { isIdTerm } from './slot-names.ts';
import type { Slot } from './slots.ts';

export function fillCounted(filling: Filling): void {
  const { view, slots, uses } = filling;
  for (let at = 0; at + 1 < view.tokens.length; at++) {
    const number = view.tokens[at];
    const [unit, ...more] = view.tokens[at + 1]?.terms ?? [];
    if (number?.kind !== 'number' || unit === undefined || more.length > 0) continue;
    if (!isFree(filling, at) || !isFree(filling, at + 1)) continue;
    const [slot, other] = slots.filter((one) => isOpen(filling, one) && unitOf(one) === unit);
    if (slot === undefined || other !== undefined || isOfOther(filling, slot, at)) continue;
    const value = valueFor(slot, number);
    if (value === undefined) continue;
    fill(filling, { slot, value, way: 'named', from: at, to: at + 1 });
    uses[at + 1] = 'name';
  }
}

/** "lot 7 grams": the number belongs to the lot. */
function isOfOther({ view, slots }: Filling, slot: Slot, at: number): boolean {
  const term = view.tokens[at - 1]?.terms.at(-1);
  if (term === undefined) return false;
  return isIdTerm(term) || slots.some((one) => one !== slot && one.names.some((name) => name.at(-1) === term));
}

/** The term that the argument counts: of `durationHours` an hour. */
function unitOf({ path, place, type, isId, isMany, role }: Slot): string | undefined {
  const isNumber = type.types.has('integer') || type.types.has('number');
  if (!isNumber || type.types.has('string') || place === 'path' || isId || isMany || role !== undefined)
    return undefined;
  const last = splitWords(path.at(-1) ?? '').at(-1) ?? '';
  return isPlural(last) ? toTerm(last) : undefined;
}
