// What may be spent on the model: requests of a minute, and tokens of a day. A request is counted before it is sent, with the tokens
// that it may cost; what the server says it did cost replaces them. In this process only, from its start on.

import { ModelFailure } from './failure.ts';

export interface BudgetLimits {
  readonly requestsPerMinute: number;
  /** Without it there is no limit. */
  readonly tokensPerDay?: number;
}

export interface Budget {
  /** Throws `ModelFailure` when there is nothing left. Returns how to say what it did cost. */
  take(estimate: number): (tokens: number) => void;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** `now`: milliseconds from any start, never going back. */
export function createBudget({ requestsPerMinute, tokensPerDay = Infinity }: BudgetLimits, now: () => number): Budget {
  const requests = createWindow(minute, now);
  const tokens = createWindow(day, now);
  return {
    take(estimate) {
      if (requests.used() + 1 > requestsPerMinute || tokens.used() + estimate > tokensPerDay)
        throw new ModelFailure('budget');
      requests.add(1);
      const began = tokens.add(estimate);
      return (spent) => tokens.correct(began, spent - estimate);
    },
  };
}

/** Counts over a window that begins with the first thing counted, and anew with the first after its end. */
function createWindow(length: number, now: () => number) {
  let began = -Infinity;
  let count = 0;
  const look = (): void => {
    if (now() - began < length) return;
    began = now();
    count = 0;
  };
  return {
    used() {
      look();
      return count;
    },
    add(amount: number): number {
      look();
      count += amount;
      return began;
    },
    /** What was counted in a window that has ended is left as it was. */
    correct(window: number, difference: number) {
      if (window === began) count += difference;
    },
  };
}
