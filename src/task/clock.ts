// Time, given from outside: tests turn it by hand.

import type { EndSignal } from '../upstream/request.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once, `ms` milliseconds from now; returns how to call it off. */
  after(ms: number, run: () => void): () => void;
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
