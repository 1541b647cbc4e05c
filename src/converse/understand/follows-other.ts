// Whether the words before a value say that it names something else than what a part of the path names.

import type { Filling } from './filling.ts';
import type { Slot } from './slots.ts';
import { connectors } from './word-roles.ts';

const leading = new Set(['of', 'for', 'in', 'on', 'from', 'at', 'to', 'about', 'by']);
/** After these stands no name. */
export const relating = new Set([
  'since',
  'until',
  'before',
  'after',
  'between',
  'with',
  'without',
  'per',
  'than',
  'until',
]);

/** "lyrics of X", "ticket X". */
export function followsOther({ view, isOwn }: Filling, slot: Slot, at: number): boolean {
  if (slot.place !== 'path') return false;
  let before = at - 1;
  while (connectors.has(view.tokens[before]?.lower ?? ' ') || leading.has(view.tokens[before]?.lower ?? ' ')) before--;
  const last = view.tokens[before];
  if (last === undefined || before === view.verb) return false;
  if (last.kind === 'sign' || relating.has(last.lower)) return true;
  let isNamed = false;
  for (
    ;
    before >= 0 && before !== view.verb && view.tokens[before]?.kind === 'word' && view.says[before] !== 'none';
    before--
  ) {
    const { terms } = view.tokens[before]!;
    if (!terms.every(isOwn)) return true;
    if (terms.every((term) => slot.names.some((name) => name.includes(term)))) isNamed = true;
  }
  return !isNamed && last.kind === 'word' && view.says[at - 1] !== 'none' && last !== view.tokens[view.verb];
}
