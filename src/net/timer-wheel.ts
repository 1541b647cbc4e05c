// Coarse timers for deadlines: one interval for all calls in place of a timer, or an AbortSignal.any, for each (which cost a
// third to more than double of a call's CPU). A timer never fires early, and at most about one tick late. The interval runs only
// while timers are set; it keeps the process alive that long, because behind each timer a call waits.

/** Where time comes from; tests give their own. */
export interface Ticker {
  /** Milliseconds from any start, never going back. */
  now(): number;
  /** Calls `tick` about every `ms`; returns how to stop it. */
  every(ms: number, tick: () => void): () => void;
}

export interface Timer {
  readonly run: () => void;
  readonly due: number;
  readonly slot: Set<Timer>;
}

export interface TimerWheel {
  now(): number;
  after(ms: number, run: () => void): Timer;
  cancel(timer: Timer): void;
  /** How many timers are set. */
  size(): number;
  /** Drops all timers. */
  close(): void;
}

export interface TimerWheelOptions {
  /** Milliseconds. */
  readonly tick?: number;
  readonly ticker?: Ticker;
}

const slotCount = 512;

export const systemTicker: Ticker = {
  now: () => performance.now(),
  every: (ms, tick) => {
    const interval = setInterval(tick, ms);
    return () => clearInterval(interval);
  },
};

export function createTimerWheel(options: TimerWheelOptions = {}): TimerWheel {
  const { tick = 50, ticker = systemTicker } = options;
  const slots = Array.from({ length: slotCount }, () => new Set<Timer>());
  let current = 0;
  let size = 0;
  let stop: (() => void) | undefined;

  const slotOf = (time: number): Set<Timer> => slots[time % slotCount] as Set<Timer>; // the index is always in range

  const turn = (): void => {
    const reached = Math.floor(ticker.now() / tick);
    while (current < reached && size > 0) {
      current += 1;
      for (const timer of slotOf(current)) {
        if (timer.due > current) continue;
        timer.slot.delete(timer);
        size -= 1;
        timer.run();
      }
    }
    if (size > 0) return;
    stop?.();
    stop = undefined;
  };

  return {
    now: () => ticker.now(),
    after(ms, run) {
      const now = ticker.now();
      if (stop === undefined) {
        current = Math.floor(now / tick);
        stop = ticker.every(tick, turn);
      }
      const due = Math.max(current + 1, Math.ceil((now + ms) / tick));
      const timer: Timer = { run, due, slot: slotOf(due) };
      timer.slot.add(timer);
      size += 1;
      return timer;
    },
    cancel(timer) {
      if (timer.slot.delete(timer)) size -= 1;
    },
    size: () => size,
    close() {
      for (const slot of slots) slot.clear();
      size = 0;
      stop?.();
      stop = undefined;
    },
  };
}
