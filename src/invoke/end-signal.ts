// What ends a call, from more than one side; and a pause that it ends.

import type { EndSignal } from '../upstream/request.ts';

/** Ends when one of the two does, with the reason of the one that was first. */
export function eitherSignal(one: EndSignal | undefined, other: EndSignal | undefined): EndSignal | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    get aborted() {
      return one.aborted || other.aborted;
    },
    get reason() {
      return one.aborted ? one.reason : other.reason;
    },
    addEventListener(type, listener) {
      one.addEventListener(type, listener);
      other.addEventListener(type, listener);
    },
    removeEventListener(type, listener) {
      one.removeEventListener(type, listener);
      other.removeEventListener(type, listener);
    },
  };
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
