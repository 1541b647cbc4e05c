// Durations as people write them in a configuration: a whole number and a unit (`250ms`, `30s`, `5m`, `12h`, `7d`). Out come
// milliseconds. A number without a unit is refused, because nobody can tell what it means.

const milliseconds: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Source of the pattern, for schemas. */
export const durationPattern = '^[0-9]+ ?(ms|s|m|h|d)$';

const duration = /^(\d+) ?(ms|s|m|h|d)$/;

/** `30s` → 30000. Throws RangeError. */
export function parseDuration(text: string): number {
  const match = duration.exec(text);
  const factor = milliseconds.get(match?.[2] ?? '');
  if (match === null || factor === undefined) {
    throw new RangeError('a duration is a whole number and one of the units ms, s, m, h, d');
  }
  const value = Number(match[1]) * factor;
  if (!Number.isSafeInteger(value)) throw new RangeError('the duration is too long to count in milliseconds');
  return value;
}
