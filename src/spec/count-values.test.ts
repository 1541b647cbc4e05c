import { describe, expect, it } from 'vitest';
import { countValues } from './count-values.ts';

describe('countValues', () => {
  it.each([
    ['a text', 'x', 1],
    ['null', null, 1],
    ['nothing in it', {}, 1],
    ['lists and objects', { a: [1, 2], b: { c: null } }, 6],
  ])('%s', (_name, value, count) => {
    expect(countValues(value, 100)).toBe(count);
  });

  it('stops at the limit', () => {
    expect(countValues(Array.from({ length: 1_000 }), 10)).toBe(10);
  });

  it('ends for what is shared without end, for a circle, and for what is too deep', () => {
    let shared: unknown = 'lol';
    for (let level = 0; level < 60; level += 1) shared = [shared, shared];
    const circle: unknown[] = [];
    circle.push(circle);
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level += 1) deep = { deep };
    for (const value of [shared, circle, deep]) expect(countValues(value, 10_000)).toBe(10_000);
  });
});
