import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMultiple } from './multiple-of.ts';

describe('multipleOf (JSON Schema 2020-12 Validation §6.2.1)', () => {
  it.each([
    [0.07, 0.01, true],
    [19.99, 0.01, true],
    [1234567890.12, 0.01, true],
    [-4.35, 0.05, true],
    [0.071, 0.01, false],
    [1.005, 0.01, false],
    [0, 0.01, true],
    [6, 5, false],
    [10, 5, true],
    [7, 3.5, true],
    [7.5, 3, false],
    [1e21, 0.1, true],
    [1e-7, 1e-8, true],
    [1.5e-7, 1e-7, false],
    [1e308, 1e-308, true],
    [Number.POSITIVE_INFINITY, 0.1, false],
  ])('%d of %d: %j', (value, divisor, expected) => expect(isMultiple(value, divisor)).toBe(expected));

  it('holds for every amount of whole cents', () => {
    fc.assert(
      fc.property(fc.integer(), (cents) => {
        expect(isMultiple(Number(`${cents}e-2`), 0.01)).toBe(true);
        expect(isMultiple(Number(`${cents}5e-3`), 0.01)).toBe(false);
      }),
    );
  });
});
