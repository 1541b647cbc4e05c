// What may run at the same time, and what one task may use up. Counted in this process: what is refused here may be taken by
// another one.

import { GatewayError } from '../errors.ts';
import type { TaskLimits } from './limits.ts';
import type { Caller } from './service.ts';

export interface Budget {
  /** Both throw `overloaded`, and return how to give back what was taken. */
  takeTask(caller: Caller): () => void;
  takeStream(caller: Caller): () => void;
}

export function createBudget(limits: TaskLimits): Budget {
  return {
    takeTask: createCounter({ each: limits.tasksPerOwner, all: limits.tasks, what: 'tasks that work' }),
    takeStream: createCounter({ each: limits.streamsPerOwner, all: limits.streams, what: 'open streams' }),
  };
}

interface Counted {
  readonly each: number;
  readonly all: number;
  readonly what: string;
}

function createCounter({ each, all, what }: Counted): (caller: Caller) => () => void {
  const taken = new Map<string, number>();
  let total = 0;
  return ({ owner, anonymous }) => {
    const own = taken.get(owner) ?? 0;
    // All unknown callers share one owner, who must not be shut out by one of them.
    if (!anonymous && own >= each) {
      throw new GatewayError(
        'overloaded',
        `There are ${own} ${what} of yours already, and no more are allowed; wait for one to end.`,
      );
    }
    if (total >= all)
      throw new GatewayError('overloaded', `The gateway has ${total} ${what}, its limit; try again later.`);
    taken.set(owner, own + 1);
    total += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      total -= 1;
      const left = (taken.get(owner) ?? 1) - 1;
      if (left > 0) taken.set(owner, left);
      else taken.delete(owner);
    };
  };
}

/** Counts what one turn of a task uses; both throw when it is too much, which ends the task. */
export interface Meter {
  countCall(): void;
  countBytes(bytes: number): void;
}

export function createMeter({ upstreamCalls, taskBytes }: TaskLimits, bytesSoFar: number): Meter {
  let calls = 0;
  let total = bytesSoFar;
  return {
    countCall: () => {
      calls += 1;
      if (calls > upstreamCalls)
        throw new GatewayError(
          'overloaded',
          `The task has asked the service ${upstreamCalls} times, the limit, and is not done.`,
        );
    },
    countBytes: (bytes) => {
      total += bytes;
      if (total > taskBytes)
        throw new GatewayError('overloaded', `The result is larger than ${taskBytes} bytes, the limit of one task.`);
    },
  };
}
