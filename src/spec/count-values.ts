// How much a value of a document is once it is written out. YAML aliases can make a few lines into terabytes or into a circle, and
// JSON into more levels than can be written: whoever copies data of a document counts it first.

const deepest = 500;

/** Counts values up to `limit` and no further; `limit` too for what is nested too deep. */
export function countValues(value: unknown, limit: number): number {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  let count = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    count += 1;
    if (count >= limit || at.depth > deepest) return limit;
    if (typeof at.value !== 'object' || at.value === null) continue;
    for (const inner of Object.values(at.value)) waiting.push({ value: inner, depth: at.depth + 1 });
  }
  return count;
}
