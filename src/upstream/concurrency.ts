// At most so many calls to a target at once, and at most so many that wait for a place, in order of arrival. What does not fit is
// refused at once with `upstream_busy`, so that a slow target cannot fill the gateway's memory. Patient calls, which nobody waits for,
// have a queue of their own and are never refused; the two queues take turns, so that neither keeps the other waiting.

import { GatewayError } from '../errors.ts';
import type { Deadline } from './deadline.ts';
import { EndedError } from './failure.ts';
import type { EndSignal } from './request.ts';

export interface ConcurrencyPolicy {
  /** Calls at once. */
  readonly limit: number;
  /** Calls that may wait. */
  readonly queue: number;
}

export interface Places {
  /** Undefined when there is a place now; otherwise waits for one. Throws `upstream_busy`, or the deadline's error. */
  take(deadline: Pick<Deadline, 'whileRunning'>): Promise<void> | undefined;
  /** The same however long it takes and however many wait. Throws `EndedError` when the signal is aborted first. */
  takePatiently(signal: EndSignal | undefined): Promise<void> | undefined;
  giveBack(): void;
  readonly taken: number;
  readonly waiting: number;
}

export function createPlaces(target: string, policy: ConcurrencyPolicy): Places {
  const waiters = new Set<() => void>();
  const patient = new Set<() => void>();
  let taken = 0;
  let isPatientNext = false;

  return {
    take(deadline) {
      if (taken < policy.limit) {
        taken += 1;
        return undefined;
      }
      if (waiters.size >= policy.queue) throw toBusy(target, policy, 'and no more may wait');
      return new Promise((resolve, reject) => {
        waiters.add(resolve);
        deadline.whileRunning({
          cancel: (error) => {
            // False when the place was given a moment before: then the call goes on, and ends at its next step.
            if (!waiters.delete(resolve)) return;
            reject(error.timedOut ? toBusy(target, policy, 'and none ended in time') : error);
          },
        });
      });
    },
    takePatiently(signal) {
      if (signal?.aborted === true) throw new EndedError(false, signal.reason);
      if (taken < policy.limit) {
        taken += 1;
        return undefined;
      }
      return new Promise((resolve, reject) => {
        const give = (): void => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          if (patient.delete(give)) reject(new EndedError(false, signal?.reason));
        };
        patient.add(give);
        signal?.addEventListener('abort', leave);
      });
    },
    giveBack() {
      const queue = waiters.size === 0 || (isPatientNext && patient.size > 0) ? patient : waiters;
      isPatientNext = queue === waiters;
      const [next] = queue;
      if (next === undefined) taken -= 1;
      else {
        queue.delete(next);
        next();
      }
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
