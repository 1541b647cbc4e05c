import { describe, expect, it } from 'vitest';
import { memoise } from './memo.ts';

describe('memoise', () => {
  it('reads a text once, as long as few others come between', () => {
    const read: string[] = [];
    const lengthOf = memoise((text) => read.push(text) && text.length);
    expect([lengthOf('abc'), lengthOf('abc')]).toEqual([3, 3]);
    expect(read).toEqual(['abc']);
    for (let number = 0; number < 1_000; number += 1) expect(lengthOf(`n${number}`)).toBe(`n${number}`.length);
    lengthOf('abc');
    expect(read.filter((text) => text === 'abc')).toHaveLength(2);
  });

  it('keeps no long texts', () => {
    let reads = 0;
    const lengthOf = memoise((text) => (reads += 1) && text.length);
    const long = 'a'.repeat(10_000);
    expect([lengthOf(long), lengthOf(long), reads]).toEqual([10_000, 10_000, 2]);
  });
});
