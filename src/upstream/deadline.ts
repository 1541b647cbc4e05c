// The end of a call: its time is up, or its caller has gone. One timer of the wheel and at most one listener for a whole call,
// through all waits and repeats; whoever works for the call at the moment says how to stop it.

import type { Timer, TimerWheel } from '../net/timer-wheel.ts';
import { EndedError } from './failure.ts';
import type { EndSignal } from './request.ts';

export interface Deadline {
  /** Milliseconds left, 0 when ended. */
  remaining(): number;
  /** Throws `EndedError` when the call has ended. */
  assertRunning(): void;
  /** How to stop what runs now; replaces the former. Called at once when the call has ended already. */
  whileRunning(stop: (error: EndedError) => void): void;
  /**
   * Starts the time again: something moved. For streams, which may take long as long as they are not silent. `longest`: not later
   * than so many milliseconds after the start of the call.
   */
  restart(longest?: number): void;
  /** Waits; rejects with `EndedError` when the call ends first. */
  wait(ms: number): Promise<void>;
  /** Call it when the call is over, however it went. */
  close(): void;
}

const nothing = (): void => {};

export function startDeadline(wheel: TimerWheel, timeout: number, signal: EndSignal | undefined): Deadline {
  const startedAt = wheel.now();
  let until = startedAt + timeout;
  let stop: (error: EndedError) => void = nothing;
  let ended: EndedError | undefined;

  const end = (error: EndedError): void => {
    ended ??= error;
    stop(ended);
  };
  const onAbort = (): void => end(new EndedError(false, signal?.reason));
  // The timer is left alone when the time starts again, which may be for each piece of a stream; it looks when it goes off.
  const look = (): void => {
    const left = until - wheel.now();
    if (left > 0) timer = wheel.after(left, look);
    else end(new EndedError(true));
  };
  let timer = wheel.after(timeout, look);
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort);

  const deadline: Deadline = {
    remaining: () => (ended === undefined ? Math.max(0, until - wheel.now()) : 0),
    assertRunning() {
      if (ended !== undefined) throw ended;
    },
    whileRunning(next) {
      stop = next;
      if (ended !== undefined) next(ended);
    },
    restart(longest = Infinity) {
      until = Math.min(wheel.now() + timeout, startedAt + longest);
    },
    wait(ms) {
      return new Promise((resolve, reject) => {
        const pause: Timer = wheel.after(ms, resolve);
        deadline.whileRunning((error) => {
          wheel.cancel(pause);
          reject(error);
        });
      });
    },
    close() {
      stop = nothing;
      wheel.cancel(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
  return deadline;
}
