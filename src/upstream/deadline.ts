// The end of a call: its time is up, or its caller has gone. One timer of the wheel and at most one listener for a whole call,
// through all waits and repeats; whoever works for the call at the moment can be stopped. A class, because there is one for each call.

import type { Timer, TimerWheel } from '../net/timer-wheel.ts';
import { EndedError } from './failure.ts';
import type { EndSignal } from './request.ts';

/** What works for a call. */
export interface Stoppable {
  cancel(error: EndedError): void;
}

export class Deadline {
  readonly #wheel: TimerWheel;
  readonly #signal: EndSignal | undefined;
  readonly #timeout: number;
  readonly #startedAt: number;
  readonly #onAbort: (() => void) | undefined;
  #until: number;
  #timer: Timer;
  #running: Stoppable | undefined;
  #ended: EndedError | undefined;

  /** `timeout` in milliseconds. */
  constructor(wheel: TimerWheel, timeout: number, signal: EndSignal | undefined) {
    this.#wheel = wheel;
    this.#signal = signal;
    this.#timeout = timeout;
    this.#startedAt = wheel.now();
    this.#until = this.#startedAt + timeout;
    this.#timer = this.#setTimer(timeout);
    if (signal !== undefined) this.#onAbort = this.#listenTo(signal);
  }

  /** Milliseconds left, 0 when ended. */
  remaining(): number {
    return this.#ended === undefined ? Math.max(0, this.#until - this.#wheel.now()) : 0;
  }

  /** Throws `EndedError` when the call has ended. */
  assertRunning(): void {
    if (this.#ended !== undefined) throw this.#ended;
  }

  /** What to stop from now on, in place of what was named before. Stopped at once when the call has ended already. */
  whileRunning(running: Stoppable): void {
    this.#running = running;
    if (this.#ended !== undefined) running.cancel(this.#ended);
  }

  /**
   * Starts the time again: something moved. For streams, which may take long as long as they are not silent. `longest`: not later
   * than so many milliseconds after the start of the call.
   */
  restart(longest = Infinity): void {
    this.#until = Math.min(this.#wheel.now() + this.#timeout, this.#startedAt + longest);
  }

  /** Waits; rejects with `EndedError` when the call ends first. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const pause = this.#wheel.after(ms, resolve);
      this.whileRunning({
        cancel: (error) => {
          this.#wheel.cancel(pause);
          reject(error);
        },
      });
    });
  }

  /** Call it when the call is over, however it went. */
  close(): void {
    this.#running = undefined;
    this.#wheel.cancel(this.#timer);
    if (this.#onAbort !== undefined) this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  // Functions that are made in one place share what they know. Made apart from the listener, the one of the timer does not hold on to the
  // signal, and with it to the whole request of the caller: that was 3 kB for each call until the next full collection.
  #setTimer(ms: number): Timer {
    return this.#wheel.after(ms, () => this.#look());
  }

  #listenTo(signal: EndSignal): () => void {
    const onAbort = (): void => this.#end(new EndedError(false, signal.reason));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    return onAbort;
  }

  // The timer is left alone when the time starts again, which may be for each piece of a stream; it looks when it goes off.
  #look(): void {
    const left = this.#until - this.#wheel.now();
    if (left > 0) this.#timer = this.#setTimer(left);
    else this.#end(new EndedError(true));
  }

  #end(error: EndedError): void {
    this.#ended ??= error;
    this.#running?.cancel(this.#ended);
  }
}
