import { describe, expect, it } from 'vitest';
import { createBudget, type BudgetLimits } from './budget.ts';

function start(limits: BudgetLimits) {
  let now = 5_000_000;
  const budget = createBudget(limits, () => now);
  const takes = (estimate = 100): boolean => {
    try {
      budget.take(estimate);
      return true;
    } catch {
      return false;
    }
  };
  return { budget, takes, wait: (ms: number) => void (now += ms) };
}

describe('the budget', () => {
  it('gives so many requests a minute', () => {
    const { takes, wait } = start({ requestsPerMinute: 2 });
    expect([takes(), takes(), takes()]).toEqual([true, true, false]);
    wait(59_999);
    expect(takes()).toBe(false);
    wait(1);
    expect([takes(), takes(), takes()]).toEqual([true, true, false]);
  });

  it('gives so many tokens a day, by the estimate until the cost is known', () => {
    const { budget, takes, wait } = start({ requestsPerMinute: 100, tokensPerDay: 1_000 });
    const settle = budget.take(900);
    expect(takes(200)).toBe(false);
    settle(100);
    expect([takes(800), takes(101)]).toEqual([true, false]);
    wait(24 * 3_600_000);
    expect(takes(1_000)).toBe(true);
  });

  it('counts what cost more than was thought', () => {
    const { budget, takes } = start({ requestsPerMinute: 100, tokensPerDay: 1_000 });
    budget.take(10)(999);
    expect([takes(2), takes(1)]).toEqual([false, true]);
  });

  it('does not count the cost of yesterday today', () => {
    const { budget, takes, wait } = start({ requestsPerMinute: 100, tokensPerDay: 1_000 });
    const settle = budget.take(10);
    wait(24 * 3_600_000);
    expect(takes(500)).toBe(true);
    settle(900);
    expect(takes(500)).toBe(true);
  });

  it('refuses what a whole day does not have, and does not count it', () => {
    const { takes } = start({ requestsPerMinute: 1, tokensPerDay: 1_000 });
    expect([takes(1_001), takes(1_000)]).toEqual([false, true]);
  });
});
