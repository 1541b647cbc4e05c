// Sizes as people write them in a configuration: a whole number and a unit (`512b`, `64kb`, `10mb`, `1gb`). Out come bytes; a
// kb is 1024 bytes, `kib` and the like mean the same. A number without a unit is refused.

const bytes: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['k', 1024],
  ['m', 1024 ** 2],
  ['g', 1024 ** 3],
]);

/** Source of the pattern, for schemas. */
export const sizePattern = '^[0-9]+ ?([bB]|[kKmMgG][iI]?[bB])$';

const size = /^(\d+) ?(b|[kmg]i?b)$/i;

/** `10mb` → 10485760. Throws RangeError. */
export function parseSize(text: string): number {
  const match = size.exec(text);
  const factor = bytes.get(match?.[2]?.charAt(0).toLowerCase() ?? '');
  if (match === null || factor === undefined) {
    throw new RangeError('a size is a whole number and one of the units b, kb, mb, gb');
  }
  const value = Number(match[1]) * factor;
  if (!Number.isSafeInteger(value)) throw new RangeError('the size is too large to count in bytes');
  return value;
}
