// The order of an index: by score, entries of one score by their member; and what of it a page holds.

import { compareText } from './compare-text.ts';
import type { Member, Page } from './store.ts';

type Position = Pick<Member, 'score' | 'member'>;

export function comparePositions(left: Position, right: Position): number {
  return left.score - right.score || compareText(left.member, right.member);
}

/** Which entries at the high end a page of `newest` leaves out. */
export function isAbove(page: Page): (position: Position) => boolean {
  const { after, max = Infinity } = page;
  return (position) => position.score > max || (after !== undefined && comparePositions(position, after) >= 0);
}

/** Which entries at the low end a page of `oldest` leaves out. */
export function isBelow(page: Page): (position: Position) => boolean {
  const { after, min = -Infinity } = page;
  return (position) => position.score < min || (after !== undefined && comparePositions(position, after) <= 0);
}
