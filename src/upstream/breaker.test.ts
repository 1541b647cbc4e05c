import { describe, expect, it } from 'vitest';
import { createBreaker, type Breaker, type BreakerState, type Verdict } from './breaker.ts';

function setUp(): {
  breaker: Breaker;
  changes: BreakerState[];
  pass: (ms: number) => void;
  call: (...verdicts: Verdict[]) => void;
} {
  const changes: BreakerState[] = [];
  let time = 1_000;
  const policy = { failures: 3, pause: 100, longestPause: 300 };
  const breaker = createBreaker(policy, { now: () => time, random: () => 0, onChange: (state) => changes.push(state) });
  return {
    breaker,
    changes,
    pass: (ms) => {
      time += ms;
    },
    call: (...verdicts) => {
      for (const verdict of verdicts) breaker.end(verdict, breaker.begin());
    },
  };
}

describe('breaker', () => {
  it.each<[string, Verdict[], BreakerState]>([
    ['stays closed below the limit', ['unreachable', 'unreachable'], 'closed'],
    ['opens hard without connections', ['unreachable', 'unreachable', 'unreachable'], 'hard'],
    ['opens softly on poor answers', ['bad', 'bad', 'bad'], 'soft'],
    ['opens softly on a mixture', ['unreachable', 'bad', 'unreachable'], 'soft'],
    ['starts anew after a good answer', ['bad', 'bad', 'good', 'bad', 'bad'], 'closed'],
    ['ignores what says nothing', ['bad', 'neutral', 'bad', 'neutral', 'neutral'], 'closed'],
  ])('%s', (_, verdicts, state) => {
    const { breaker, call } = setUp();
    call(...verdicts);
    expect(breaker.state).toBe(state);
    expect(breaker.allows()).toBe(state === 'closed');
  });

  it('lets one trial through after the pause, which doubles up to a limit', () => {
    const { breaker, call, pass, changes } = setUp();
    call('unreachable', 'unreachable', 'unreachable');
    for (const pause of [100, 200, 300, 300]) {
      expect(breaker.pauseLeft()).toBe(pause);
      pass(pause - 1);
      expect(breaker.allows()).toBe(false);
      pass(1);
      expect(breaker.allows()).toBe(true);
      expect(breaker.begin()).toBe(true);
      expect(breaker.allows()).toBe(false);
      breaker.end('unreachable', true);
    }
    expect(changes).toEqual(['hard']);
  });

  it('closes after a good trial and forgets the long pause', () => {
    const { breaker, call, pass, changes } = setUp();
    call('unreachable', 'unreachable', 'unreachable');
    pass(100);
    call('good');
    expect(changes).toEqual(['hard', 'closed']);
    call('unreachable', 'unreachable', 'unreachable');
    expect(breaker.pauseLeft()).toBe(100);
  });

  it('frees the trial when the caller goes away', () => {
    const { breaker, call, pass } = setUp();
    call('bad', 'bad', 'bad');
    pass(100);
    call('neutral');
    expect(breaker.allows()).toBe(true);
  });

  it('is not held open by calls that began before it opened', () => {
    const { breaker, call } = setUp();
    call('bad', 'bad', 'bad');
    for (let late = 0; late < 50; late += 1) breaker.end('unreachable', false);
    expect(breaker).toMatchObject({ state: 'soft' });
    expect(breaker.pauseLeft()).toBe(100);
  });

  it('can be told that the pause is over', () => {
    const { breaker, call } = setUp();
    call('unreachable', 'unreachable', 'unreachable');
    breaker.endPause();
    expect(breaker.allows()).toBe(true);
  });
});
