import { describe, expect, it } from 'vitest';
import { createBalance, type Replica } from './balance.ts';
import type { BreakerState } from './breaker.ts';

function replica(name: string, pending = 0, state: BreakerState = 'closed'): Replica {
  const breaker = {
    state,
    allows: () => state === 'closed',
    begin: () => false,
    end: () => {},
    pauseLeft: () => 2_300,
    endPause: () => {},
  };
  return {
    baseUrl: `http://${name}`,
    origin: `http://${name}`,
    prefix: '',
    guarded: false,
    pending,
    seen: 'unknown',
    breaker,
  };
}

const choose = (replicas: readonly Replica[], tried: readonly Replica[] = []): string =>
  createBalance('pets', replicas).choose(tried).origin;

describe('balance', () => {
  it('takes the one with the fewest requests under way', () => {
    expect(choose([replica('a', 3), replica('b', 1), replica('c', 2)])).toBe('http://b');
  });
  it('takes turns among equals', () => {
    const balance = createBalance('pets', [replica('a'), replica('b'), replica('c')]);
    const chosen = Array.from({ length: 6 }, () => balance.choose([]).origin);
    expect(chosen).toEqual(['http://a', 'http://b', 'http://c', 'http://a', 'http://b', 'http://c']);
  });
  it('prefers one that was not tried', () => {
    const [a, b] = [replica('a', 0), replica('b', 9)];
    expect(choose([a, b], [a])).toBe('http://b');
    expect(choose([a, b], [a, b])).toBe('http://a');
  });
  it('leaves out what is open', () =>
    expect(choose([replica('a', 0, 'hard'), replica('b', 0, 'soft'), replica('c', 9)])).toBe('http://c'));
  it('uses one that answers badly before none', () =>
    expect(choose([replica('a', 0, 'hard'), replica('b', 5, 'soft')])).toBe('http://b'));
  it('fails at once when none can be reached, without naming hosts', () => {
    expect(() => choose([replica('a', 0, 'hard'), replica('b', 0, 'hard')])).toThrow(
      expect.objectContaining({
        code: 'upstream_unreachable',
        message: 'Target "pets" cannot be reached; it is tried again in about 3 s.',
        retryAfter: 3,
        detail: 'no connection to any of: http://a, http://b',
      }),
    );
  });
});
