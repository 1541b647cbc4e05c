// Dates in words: "March 3 2026", "3rd of March, 2026", "yesterday". Only with a year, or relative to today; a date that two countries
// read differently (03/04/2026) is none. Times of day are not read.

import type { Token } from './sentence.ts';

/** Answers with milliseconds since 1970. */
export type Now = () => number;

export interface SpokenDate {
  /** `2026-03-03`. */
  readonly date: string;
  /** How many tokens it takes. */
  readonly length: number;
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const relative: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
]);
const dayLength = 24 * 60 * 60 * 1000;
const longest = 6;

export function readSpokenDate(tokens: readonly Token[], at: number, now: Now): SpokenDate | undefined {
  const first = tokens[at];
  if (first === undefined) return undefined;
  const days = relative.get(first.lower);
  if (days !== undefined) return { date: new Date(now() + days * dayLength).toISOString().slice(0, 10), length: 1 };
  if (first.kind !== 'number' && first.kind !== 'mixed' && monthOf(first) === undefined) return undefined;
  let day: number | undefined;
  let month: number | undefined;
  for (let length = 1; length <= longest; length++) {
    const token = tokens[at + length - 1];
    if (token === undefined) return undefined;
    if (token.lower === ',' || token.lower === 'of' || token.lower === 'the') continue;
    const year = /^\d{4}$/.test(token.lower) ? Number(token.lower) : undefined;
    if (year !== undefined)
      return day === undefined || month === undefined ? undefined : build({ year, month, day, length });
    const number = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(token.lower)?.[1];
    if (number !== undefined && day === undefined) day = Number(number);
    else if (monthOf(token) !== undefined && month === undefined) month = monthOf(token);
    else return undefined;
  }
  return undefined;
}

function monthOf({ lower }: Token): number | undefined {
  if (lower.length < 3) return undefined;
  const at = months.findIndex(
    (month) =>
      month === lower ||
      (lower.length <= 4 && month.startsWith(lower.slice(0, 3)) && /^(?:[a-z]{3}|sept)$/.test(lower)),
  );
  return at < 0 ? undefined : at + 1;
}

function build({
  year,
  month,
  day,
  length,
}: {
  year: number;
  month: number;
  day: number;
  length: number;
}): SpokenDate | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? { date: date.toISOString().slice(0, 10), length }
    : undefined;
}
