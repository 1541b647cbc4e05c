import { describe, expect, it } from 'vitest';
import { pauseAfter, usualBackOff } from './back-off.ts';

const backOff = { first: 1000, longest: 10_000, attempts: 5 };

describe('pauseAfter', () => {
  it.each([
    [1, 500, 1000],
    [2, 1000, 2000],
    [3, 2000, 4000],
    [4, 4000, 8000],
    [5, 5000, 10_000],
    [60, 5000, 10_000],
    [5000, 5000, 10_000],
  ])('after %i failures: from %i to %i ms', (failures, least, most) => {
    expect(pauseAfter(failures, backOff, { random: 0 })).toBe(least);
    expect(pauseAfter(failures, backOff, { random: 1 })).toBe(most);
  });

  it.each([
    [100, 500],
    [3000, 3000],
    [60_000, 10_000],
  ])('asked to wait %i ms it waits %i', (asked, pause) => {
    expect(pauseAfter(1, backOff, { random: 0, asked })).toBe(pause);
  });

  it('usually goes on for about an hour', () => {
    let all = 0;
    for (let failures = 1; failures < usualBackOff.attempts; failures += 1)
      all += pauseAfter(failures, usualBackOff, { random: 1 });
    expect(all / 60_000).toBeGreaterThan(50);
    expect(all / 60_000).toBeLessThan(70);
  });
});
