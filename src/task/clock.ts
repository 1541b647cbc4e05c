// Time, given from outside: tests turn it by hand.

import type { TimerWheel } from '../net/timer-wheel.ts';
import type { EndSignal } from '../upstream/request.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once, `ms` milliseconds from now; returns how to call it off. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's time, with the coarse timers of a wheel: for waits that are set for each call, and hardly ever end. */
export function createCallClock(wheel: TimerWheel): Clock {
  return {
    now: Date.now,
    after: (ms, run) => {
      const timer = wheel.after(ms, run);
      return () => wheel.cancel(timer);
    },
  };
}

/** The longest delay that a timer of Node takes; longer ones fire at once. */
const longest = 2 ** 31 - 1;

/** The machine's time. Its timers keep no process alive: what is waited for lies in the store. */
export const systemClock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), longest)).unref();
    return () => clearTimeout(timer);
  },
};

/** What the promise comes to, or `late` when that takes longer than `ms`. Rejects as it does. */
export function within<Value, Late>(
  clock: Clock,
  promise: PromiseLike<Value>,
  { ms, late }: { readonly ms: number; readonly late: Late },
): Promise<Value | Late> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(ms, () => resolve(late));
    void promise.then(
      (value) => {
        callOff();
        return resolve(value);
      },
      (error: unknown) => {
        callOff();
        return reject(error);
      },
    );
  });
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export async function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await isSettledWithin(clock, undefined, { ms, signal });
}

export interface Patience {
  readonly ms: number;
  readonly signal?: EndSignal;
}

/** True when the promise is settled, either way, before `ms` are over and the signal is aborted. */
export function isSettledWithin(
  clock: Clock,
  promise: PromiseLike<unknown> | undefined,
  { ms, signal }: Patience,
): Promise<boolean> {
  if (signal?.aborted === true) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (isSettled: boolean): void => {
      callOff();
      signal?.removeEventListener('abort', giveUp);
      resolve(isSettled);
    };
    const giveUp = (): void => end(false);
    const settle = (): void => end(true);
    const callOff = clock.after(ms, giveUp);
    signal?.addEventListener('abort', giveUp);
    promise?.then(settle, settle);
  });
}
