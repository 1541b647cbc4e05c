import { array, assert, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTimerWheel, type Ticker } from './timer-wheel.ts';

interface HandTicker extends Ticker {
  advance(ms: number): void;
  running(): boolean;
}

function createHandTicker(start = 0): HandTicker {
  let time = start;
  let tickNow: (() => void) | undefined;
  return {
    now: () => time,
    every(_ms, tick) {
      tickNow = tick;
      return () => {
        tickNow = undefined;
      };
    },
    advance(ms) {
      for (let step = 0; step < ms; step += 10) {
        time += 10;
        tickNow?.();
      }
    },
    running: () => tickNow !== undefined,
  };
}

describe('timer wheel', () => {
  it('fires never early and at most a tick late, in rounds too', () => {
    assert(
      property(array(integer({ min: 0, max: 60_000 }), { maxLength: 20 }), nat(1_000), (delays, start) => {
        const ticker = createHandTicker(start);
        const wheel = createTimerWheel({ ticker, tick: 50 });
        const lateness: number[] = [];
        for (const delay of delays) {
          const due = ticker.now() + delay;
          wheel.after(delay, () => lateness.push(ticker.now() - due));
          ticker.advance(30);
        }
        ticker.advance(61_000);
        expect(lateness).toHaveLength(delays.length);
        for (const late of lateness) {
          expect(late).toBeGreaterThanOrEqual(0);
          expect(late).toBeLessThanOrEqual(110);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('does not fire what was cancelled, and cancelling twice is harmless', () => {
    const ticker = createHandTicker();
    const wheel = createTimerWheel({ ticker });
    const fired: string[] = [];
    const kept = wheel.after(100, () => fired.push('kept'));
    const dropped = wheel.after(100, () => fired.push('dropped'));
    wheel.cancel(dropped);
    wheel.cancel(dropped);
    expect(wheel.size()).toBe(1);
    ticker.advance(200);
    wheel.cancel(kept);
    expect(fired).toEqual(['kept']);
    expect(wheel.size()).toBe(0);
  });

  it('stops ticking when nothing is set, and starts again after a long rest', () => {
    const ticker = createHandTicker();
    const wheel = createTimerWheel({ ticker });
    let fired = 0;
    const count = (): void => {
      fired += 1;
    };
    wheel.after(50, count);
    ticker.advance(200);
    expect(ticker.running()).toBe(false);
    ticker.advance(1_000_000);
    wheel.after(50, count);
    expect(fired).toBe(1);
    ticker.advance(150);
    expect(fired).toBe(2);
  });

  it('can be set and cancelled from a timer that fires', () => {
    const ticker = createHandTicker();
    const wheel = createTimerWheel({ ticker });
    const fired: string[] = [];
    const other = wheel.after(100, () => fired.push('other'));
    wheel.after(50, () => {
      wheel.cancel(other);
      wheel.after(0, () => fired.push('next'));
    });
    ticker.advance(300);
    expect(fired).toEqual(['next']);
  });

  it('drops everything when closed', () => {
    const ticker = createHandTicker();
    const wheel = createTimerWheel({ ticker });
    wheel.after(50, () => expect.unreachable());
    wheel.close();
    ticker.advance(200);
    expect(ticker.running()).toBe(false);
  });
});
