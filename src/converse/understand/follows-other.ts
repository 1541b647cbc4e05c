// Whether the words before a value say that it names something else than what a part of the path names.

import type { Filling } from './filling.ts';
import { isIdTerm } from './slot-names.ts';
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

/** What a value of this name is: of `group_membership_id` a membership. */
function headOf(name: readonly string[]): string | undefined {
  return name.findLast((term) => !isIdTerm(term));
}

/** "lyrics of X", "ticket X". */
export function followsOther({ view, isOwn }: Filling, slot: Slot, at: number): boolean {
  if (slot.place !== 'path') return false;
  return isNamedElse({ view, isOwn }, slot, at);
}

/** The noun that a value belongs to is not the one of the argument. */
export function isNamedElse({ view, isOwn }: Pick<Filling, 'view' | 'isOwn'>, slot: Slot, at: number): boolean {
  let before = at - 1;
  // "the file with ID 7": the file is 7, whereas "the files of 7" are parts of it.
  let isIts = false;
  while (connectors.has(view.tokens[before]?.lower ?? ' ') || leading.has(view.tokens[before]?.lower ?? ' ')) {
    isIts ||= /^(?:id|identifier|named|called|name|number|key|#|=)$/.test(view.tokens[before]?.lower ?? '');
    before--;
  }
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
    // "group 7" is no group membership.
    isNamed ||= terms.every((term) => slot.names.some((name) => headOf(name) === term || isIdTerm(term)));
  }
  return !isNamed && last.kind === 'word' && (isIts || view.says[at - 1] !== 'none') && last !== view.tokens[view.verb];
}

/** "members of 7" are those of something else, and not member 7. */
export function isOfSomething({ tokens, isPlural }: Filling['view'], slot: Slot, at: number): boolean {
  const noun = tokens[at - 2];
  if (slot.place !== 'path' || tokens[at - 1]?.lower !== 'of' || isPlural[at - 2] !== true) return false;
  return noun?.terms.some((term) => slot.names.some((name) => headOf(name) === term)) === true;
}
