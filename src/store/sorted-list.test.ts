import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SortedList } from './sorted-list.ts';

describe('sorted list', () => {
  it('is what sorting an array gives, after any additions and removals', () => {
    const step = fc.record({
      add: fc.boolean(),
      value: fc.integer({ min: 0, max: 3000 }),
      from: fc.integer({ min: -1, max: 3001 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 0, max: 3000 }), (steps, filled) => {
        const list = new SortedList<number>((left, right) => left - right);
        const model = new Set<number>();
        // In steps that share no factor with the range, so that chunks split and empty everywhere.
        for (let at = 0; at < filled; at += 1) {
          const value = (at * 1103) % 3001;
          list.add(value);
          model.add(value);
        }
        for (const { add, value, from } of steps) {
          if (add && !model.has(value)) {
            list.add(value);
            model.add(value);
          } else if (!add) {
            expect(list.remove(value)).toBe(model.delete(value));
          }
          const sorted = [...model].toSorted((left, right) => left - right);
          expect(list.size).toBe(sorted.length);
          expect(list.first()).toBe(sorted[0]);
          expect(list.ascending((each) => each < from).next().value).toBe(sorted.find((each) => each >= from));
          expect(list.descending((each) => each > from).next().value).toBe(sorted.findLast((each) => each <= from));
        }
        const sorted = [...model].toSorted((left, right) => left - right);
        expect([...list.ascending(() => false)]).toEqual(sorted);
        expect([...list.descending(() => false)]).toEqual(sorted.toReversed());
      }),
      { numRuns: 50 },
    );
  });
});
