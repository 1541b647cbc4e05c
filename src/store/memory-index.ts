// One index of the memory store: its entries by member and in order. Most indexes have a single entry, as the list of a conversation
// with one task: it is kept by itself.

import { comparePositions, isAbove, isBelow } from './member-order.ts';
import { SortedList } from './sorted-list.ts';
import type { Member, Page } from './store.ts';

/** Up to so many entries are found by looking at each: a caller's, a conversation's. */
const short = 8;

export class MemoryIndex<Entry extends Member> {
  #only: Entry | undefined;
  /** Of more than one. */
  #ordered: SortedList<Entry> | undefined;
  #byMember: Map<string, Entry> | undefined;

  get size(): number {
    return this.#only === undefined ? (this.#ordered?.size ?? 0) : 1;
  }

  get(member: string): Entry | undefined {
    if (this.#only !== undefined) return this.#only.member === member ? this.#only : undefined;
    if (this.#byMember !== undefined) return this.#byMember.get(member);
    return this.#ordered?.find((entry) => entry.member === member);
  }

  add(entry: Entry): void {
    if (this.size === 0) {
      this.#only = entry;
      return;
    }
    const ordered = (this.#ordered ??= new SortedList<Entry>(comparePositions));
    if (this.#only !== undefined) ordered.add(this.#only);
    this.#only = undefined;
    ordered.add(entry);
    if (this.#byMember !== undefined) {
      this.#byMember.set(entry.member, entry);
    } else if (ordered.size > short) {
      this.#byMember = new Map();
      for (const each of ordered.ascending(isNone)) this.#byMember.set(each.member, each);
    }
  }

  remove(entry: Entry): void {
    if (this.#only === entry) this.#only = undefined;
    this.#ordered?.remove(entry);
    this.#byMember?.delete(entry.member);
  }

  newest(page: Page): readonly Member[] {
    const { limit, min = -Infinity } = page;
    const skip = isAbove(page);
    return take(this.#alone(skip) ?? this.#ordered?.descending(skip) ?? [], limit, (entry) => entry.score < min);
  }

  oldest(page: Page): readonly Member[] {
    const { limit, max = Infinity } = page;
    const skip = isBelow(page);
    return take(this.#alone(skip) ?? this.#ordered?.ascending(skip) ?? [], limit, (entry) => entry.score > max);
  }

  #alone(skip: (entry: Entry) => boolean): readonly Entry[] | undefined {
    if (this.#only === undefined) return undefined;
    return skip(this.#only) ? [] : [this.#only];
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
