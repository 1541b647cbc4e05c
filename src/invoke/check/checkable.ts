// Arguments as a validator can read them: numbers with raw digits become doubles, bytes become a string as they will be sent. A tree
// that holds neither is returned as it is. Too deep a tree is refused: whoever reads it next may recurse.

import { TooDeep } from '../../lib/bounded-json.ts';
import { isRawNumber } from '../../lib/json.ts';
import { isBytesValue } from '../bytes-value.ts';

const deepest = 200;

export function toCheckable(value: unknown, bytesAs: 'base64' | 'latin1', depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw new TooDeep(deepest);
  if (Array.isArray(value)) return toCheckableItems(value, bytesAs, depth);
  if (isRawNumber(value)) return Number(value.rawJSON);
  if (isBytesValue(value)) return value.bytes.toString(bytesAs);
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    const plain = toCheckable(item, bytesAs, depth + 1);
    if (plain === item) continue;
    copy ??= Object.assign(Object.create(null), value) as Record<string, unknown>;
    copy[key] = plain;
  }
  return copy ?? value;
}

function toCheckableItems(items: readonly unknown[], bytesAs: 'base64' | 'latin1', depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    const plain = toCheckable(item, bytesAs, depth + 1);
    if (plain === item) continue;
    copy ??= [...items];
    copy[at] = plain;
  }
  return copy ?? items;
}

/** True when the tree has more than `limit` values; stops counting there. */
export function isLargerThan(value: unknown, limit: number): boolean {
  let left = limit;
  const count = (node: unknown): void => {
    left -= 1;
    if (left < 0 || typeof node !== 'object' || node === null) return;
    for (const inner of Object.values(node)) {
      if (left < 0) return;
      count(inner);
    }
  };
  count(value);
  return left < 0;
}
