// The sign of life of this process: one lease, renewed while it runs, whatever number of tasks it works on. When it ends, the tasks
// that are held under its name may be taken over. For a store that no other process sees there is nobody to show it to.

import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import { holdersIndex } from './task-index.ts';

export interface LeaseDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** The name of this process. */
  readonly holder: string;
  readonly ttl: number;
  /** Milliseconds that the entry of a holder is kept, so long that its tasks are gone before it. */
  readonly retention: number;
}

export interface Lease {
  /** Resolves when the lease is held, and throws when it cannot be got; no task must be held before. */
  ready(): Promise<void>;
  /** True once it is. */
  isHeld(): boolean;
  /** Ends the lease at once: others need not wait for its end. */
  close(): Promise<void>;
}

export const leaseName = (holder: string): string => `task/runner/${holder}`;

export function createLease({ store, clock, log, holder, ttl, retention }: LeaseDeps): Lease {
  let isClosed = false;
  let callOff: (() => void) | undefined;

  const renew = async (): Promise<void> => {
    if (store.shared) await store.lease(leaseName(holder), holder, ttl);
    // Again each time: whoever took our tasks over after a pause of ours has removed it.
    await store.index({ put: [{ index: holdersIndex, member: holder, score: 0 }], ttl: retention });
  };
  const renewLater = (): void => {
    if (isClosed) return;
    callOff = clock.after(ttl / 3, () => {
      renew()
        .catch((error: unknown) => log.warn({ error }, 'cannot renew the lease of the tasks'))
        .finally(renewLater);
    });
  };

  let first: Promise<void> | undefined;
  let isHeld = false;
  const hold = async (): Promise<void> => {
    try {
      await renew();
      isHeld = true;
    } catch (error) {
      first = undefined;
      throw error;
    }
  };
  const ready = (): Promise<void> => {
    first ??= hold();
    return first;
  };

  ready().then(renewLater, renewLater);
  return {
    ready,
    isHeld: () => isHeld,
    close: async () => {
      isClosed = true;
      callOff?.();
      await first?.catch(() => undefined);
      if (store.shared) await store.release(leaseName(holder), holder);
    },
  };
}
