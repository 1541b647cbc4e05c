// A clock that is turned by hand, for tests of what waits.

import type { Clock } from '../../src/task/clock.ts';

export interface HandClock extends Clock {
  /** Lets so much time pass; what is due meanwhile runs at its own time. */
  advance(ms: number): void;
  /** Milliseconds until each of the timers that are set, the next one first. */
  pending(): readonly number[];
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export function createHandClock(start = Date.UTC(2026, 0, 1)): HandClock {
  let time = start;
  const timers = new Set<Timer>();
  const next = (): Timer | undefined => [...timers].toSorted((one, other) => one.at - other.at)[0];

  return {
    now: () => time,
    after(ms, run) {
      const timer = { at: time + Math.max(0, ms), run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = time + ms;
      for (let timer = next(); timer !== undefined && timer.at <= end; timer = next()) {
        timers.delete(timer);
        time = timer.at;
        timer.run();
      }
      time = end;
    },
    pending: () => [...timers].map(({ at }) => at - time).toSorted((one, other) => one - other),
  };
}
