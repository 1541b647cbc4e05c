// What ends a call, from more than one side; and a pause that it ends.

import type { EndSignal } from '../upstream/request.ts';

/** Ends when one of the two does, with the reason of the one that was first. */
export function eitherSignal(one: EndSignal | undefined, other: EndSignal | undefined): EndSignal | undefined {
  return one === undefined || other === undefined ? (one ?? other) : new EitherSignal(one, other);
}

class EitherSignal implements EndSignal {
  readonly #one: EndSignal;
  readonly #other: EndSignal;

  constructor(one: EndSignal, other: EndSignal) {
    this.#one = one;
    this.#other = other;
  }

  get aborted(): boolean {
    return this.#one.aborted || this.#other.aborted;
  }

  get reason(): unknown {
    return this.#one.aborted ? this.#one.reason : this.#other.reason;
  }

  addEventListener(type: 'abort', listener: () => void): void {
    this.#one.addEventListener(type, listener);
    this.#other.addEventListener(type, listener);
  }

  removeEventListener(type: 'abort', listener: () => void): void {
    this.#one.removeEventListener(type, listener);
    this.#other.removeEventListener(type, listener);
  }
}

/** Rejects with the signal's reason when it is aborted first. */
export function wait(ms: number, signal: EndSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end);
  });
}
