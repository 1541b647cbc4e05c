// Dates in words.

import { describe, expect, it } from 'vitest';
import { readSpokenDate } from './dates.ts';
import { toTokens } from './sentence.ts';

const now = () => Date.parse('2026-03-01T12:00:00Z');

describe('dates in words', () => {
  it.each([
    ['March 3 2026', '2026-03-03', 3],
    ['March 3rd, 2026', '2026-03-03', 4],
    ['3 March 2026', '2026-03-03', 3],
    ['3rd of March, 2026', '2026-03-03', 5],
    ['Sept 30 2026', '2026-09-30', 3],
    ['today', '2026-03-01', 1],
    ['yesterday', '2026-02-28', 1],
    ['tomorrow', '2026-03-02', 1],
  ])('%s', (text, date, length) => {
    expect(readSpokenDate(toTokens(text) ?? [], 0, now)).toEqual({ date, length });
  });

  it.each(['March 3', 'March 2026', '31 February 2026', '03/04/2026', 'may I', 'mar 99 2026', '3', '2026', 'monday'])(
    '%s is none',
    (text) => {
      expect(readSpokenDate(toTokens(text) ?? [], 0, now)).toBeUndefined();
    },
  );
});
