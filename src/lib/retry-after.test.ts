import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

describe('Retry-After (RFC 9110 §10.2.3)', () => {
  const now = Date.UTC(1999, 11, 31, 23, 59, 0, 500);
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['120', 120],
    [' 5 ', 5],
    ['0', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['99999999999999', undefined],
    ['soon', undefined],
    ['Fri, 31 Dec 1999 23:59:59 GMT', 59],
    ['Fri, 31 Dec 1999 23:00:00 GMT', 0],
  ])('%j is %j seconds', (header, seconds) => expect(parseRetryAfter(header, now)).toBe(seconds));
});
