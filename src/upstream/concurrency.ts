// At most so many calls to a target at once, and at most so many that wait for a place, in order of arrival. What does not fit is
// refused at once with `upstream_busy`, so that a slow target cannot fill the gateway's memory.

import { GatewayError } from '../errors.ts';
import type { Deadline } from './deadline.ts';

export interface ConcurrencyPolicy {
  /** Calls at once. */
  readonly limit: number;
  /** Calls that may wait. */
  readonly queue: number;
}

export interface Places {
  /** Undefined when there is a place now; otherwise waits for one. Throws `upstream_busy`, or the deadline's error. */
  take(deadline: Deadline): Promise<void> | undefined;
  giveBack(): void;
  readonly taken: number;
  readonly waiting: number;
}

export function createPlaces(target: string, policy: ConcurrencyPolicy): Places {
  const waiters = new Set<() => void>();
  let taken = 0;

  return {
    take(deadline) {
      if (taken < policy.limit) {
        taken += 1;
        return undefined;
      }
      if (waiters.size >= policy.queue) throw toBusy(target, policy, 'and no more may wait');
      return new Promise((resolve, reject) => {
        waiters.add(resolve);
        deadline.whileRunning((error) => {
          // False when the place was given a moment before: then the call goes on, and ends at its next step.
          if (!waiters.delete(resolve)) return;
          reject(error.timedOut ? toBusy(target, policy, 'and none ended in time') : error);
        });
      });
    },
    giveBack() {
      for (const next of waiters) {
        waiters.delete(next);
        next();
        return;
      }
      taken -= 1;
    },
    get taken() {
      return taken;
    },
    get waiting() {
      return waiters.size;
    },
  };
}

function toBusy(target: string, { limit }: ConcurrencyPolicy, why: string): GatewayError {
  return new GatewayError(
    'upstream_busy',
    `Target "${target}" already has ${limit} calls under way, ${why}. Try again later.`,
    {
      retryAfter: 1,
      metadata: { target },
    },
  );
}
