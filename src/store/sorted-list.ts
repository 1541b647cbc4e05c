// A list that is always in order, for what is read by order and changes all the time: chunks of a few hundred items, found by
// binary search. Adding and removing move one chunk's tail at most, so the cost hardly grows with the number of items. No two
// items may be equal under `compare`, and an item in the list must not change what `compare` looks at.

const largestChunk = 512;

/** A class, for a store has a list per index and most are short: methods on a prototype weigh nothing per list. */
export class SortedList<Item> {
  readonly #compare: (left: Item, right: Item) => number;
  /** None of them is empty. */
  readonly #chunks: Item[][] = [];
  #size = 0;

  constructor(compare: (left: Item, right: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  first(): Item | undefined {
    return this.#chunks[0]?.[0];
  }

  /** Looks at one item after the other. */
  find(isWanted: (item: Item) => boolean): Item | undefined {
    for (const items of this.#chunks) {
      const found = items.find(isWanted);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  add(item: Item): void {
    const compare = this.#compare;
    const chunks = this.#chunks;
    this.#size += 1;
    const last = chunks.at(-1);
    if (last === undefined) {
      chunks.push([item]);
      return;
    }
    // Most items are newer than all others.
    const isLast = compare(last.at(-1) as Item, item) < 0;
    const chunk = isLast ? chunks.length - 1 : this.#seek((other) => compare(other, item) < 0);
    const items = chunks[chunk] as Item[]; // one of its items is not before this one
    if (isLast) items.push(item);
    else
      items.splice(
        countFirst(items, (other) => compare(other, item) < 0),
        0,
        item,
      );
    if (items.length > largestChunk)
      chunks.splice(chunk + 1, 0, items.splice(isLast ? largestChunk : largestChunk / 2));
  }

  /** False when it was not there. */
  remove(item: Item): boolean {
    const compare = this.#compare;
    const isBefore = (other: Item): boolean => compare(other, item) < 0;
    const chunk = this.#seek(isBefore);
    const items = this.#chunks[chunk];
    if (items === undefined) return false;
    const at = countFirst(items, isBefore);
    if (compare(items[at] as Item, item) !== 0) return false;
    items.splice(at, 1);
    if (items.length === 0) this.#chunks.splice(chunk, 1);
    this.#size -= 1;
    return true;
  }

  /** Upwards from the first item that is not skipped; `skip` is true for some items at the low end and no others. */
  *ascending(skip: (item: Item) => boolean): Generator<Item, void> {
    const start = this.#seek(skip);
    const items = this.#chunks[start];
    if (items === undefined) return;
    yield* items.slice(countFirst(items, skip));
    for (let chunk = start + 1; chunk < this.#chunks.length; chunk += 1) yield* this.#chunks[chunk]?.slice() ?? [];
  }

  /** Downwards from the last item that is not skipped; `skip` is true for some items at the high end and no others. */
  *descending(skip: (item: Item) => boolean): Generator<Item, void> {
    const isIn = (item: Item): boolean => !skip(item);
    const end = this.#seek(isIn);
    const items = this.#chunks[end];
    if (items !== undefined) yield* items.slice(0, countFirst(items, isIn)).toReversed();
    for (let chunk = end - 1; chunk >= 0; chunk -= 1) yield* this.#chunks[chunk]?.toReversed() ?? [];
  }

  /** The first chunk with an item that `isBefore` does not hold for. */
  #seek(isBefore: (item: Item) => boolean): number {
    return countFirst(this.#chunks, (items) => isBefore(items.at(-1) as Item));
  }
}

/** How many items at the front the predicate holds for; it must hold for none after the first that it fails for. */
function countFirst<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
