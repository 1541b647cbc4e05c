// One index of the memory store: its entries by member and in order.

import { comparePositions, isAbove, isBelow } from './member-order.ts';
import { SortedList } from './sorted-list.ts';
import type { Member, Page } from './store.ts';

/** Up to so many entries are found by looking at each. Most indexes are that short: a caller's, a conversation's. */
const short = 8;

export class MemoryIndex<Entry extends Member> {
  readonly #ordered = new SortedList<Entry>(comparePositions);
  #byMember: Map<string, Entry> | undefined;

  get size(): number {
    return this.#ordered.size;
  }

  get(member: string): Entry | undefined {
    if (this.#byMember !== undefined) return this.#byMember.get(member);
    return this.#ordered.find((entry) => entry.member === member);
  }

  add(entry: Entry): void {
    this.#ordered.add(entry);
    if (this.#byMember !== undefined) {
      this.#byMember.set(entry.member, entry);
    } else if (this.#ordered.size > short) {
      this.#byMember = new Map();
      for (const each of this.#ordered.ascending(isNone)) this.#byMember.set(each.member, each);
    }
  }

  remove(entry: Entry): void {
    this.#ordered.remove(entry);
    this.#byMember?.delete(entry.member);
  }

  newest(page: Page): readonly Member[] {
    const { limit, min = -Infinity } = page;
    return take(this.#ordered.descending(isAbove(page)), limit, (entry) => entry.score < min);
  }

  oldest(page: Page): readonly Member[] {
    const { limit, max = Infinity } = page;
    return take(this.#ordered.ascending(isBelow(page)), limit, (entry) => entry.score > max);
  }
}

const isNone = (): boolean => false;

function take(entries: Iterable<Member>, limit: number, isPast: (entry: Member) => boolean): readonly Member[] {
  const taken: Member[] = [];
  if (limit <= 0) return taken;
  for (const entry of entries) {
    if (isPast(entry)) break;
    taken.push({ index: entry.index, member: entry.member, score: entry.score });
    if (taken.length >= limit) break;
  }
  return taken;
}
