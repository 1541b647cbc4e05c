// Following a task: the task as it stands and what comes after it, or only what comes after an event that is known. It ends with the
// task and when the task comes to need input; a task that waits for credentials, or waited for its caller when the stream began, is
// followed for a while more. A2A 1.0 §3.1.6, §3.5, §7.6.

import { GatewayError } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { Feeds, Reader } from './feed.ts';
import type { Following } from './service.ts';
import type { NumberedEvent, Task } from './task.ts';
import { isTerminal, isWaiting } from './transitions.ts';

export interface FollowDeps {
  readonly feeds: Feeds;
  readonly clock: Clock;
  /** Milliseconds that a stream stays open while nothing can happen without the caller. */
  readonly patience: number;
}

export interface FollowOptions {
  readonly after?: number;
  readonly live: boolean;
  /** Called once, at the end. */
  readonly release: () => void;
}

/** `events` must be read, or its iterator returned, for the stream to come to its end. */
export function followTask(deps: FollowDeps, task: Task, { after, live, release }: FollowOptions): Following {
  // A number that the task has not reached is of another task or made up.
  const isResumed = after !== undefined && after <= task.seq;
  const cursor = isResumed ? after : task.seq;
  const snapshot = isResumed ? undefined : task;
  if (cursor < task.seq) return { snapshot, events: readEvents(deps, { task, cursor, release }) };
  if (isTerminal(task) && live) {
    throw new GatewayError(
      'unsupported_operation',
      `The task is ${task.status.state}; nothing more will happen to it.`,
      {
        metadata: { taskId: task.id },
      },
    );
  }
  // Without `live` the stream answers a message, and the answer is complete when the task needs input.
  const isOver = isTerminal(task) || (task.status.state === 'input-required' && !live);
  if (!isOver) return { snapshot, events: readEvents(deps, { task, cursor, release }) };
  release();
  return { snapshot, events: none };
}

const none: AsyncIterable<NumberedEvent> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

interface Reading {
  readonly task: Task;
  readonly cursor: number;
  readonly release: () => void;
}

function readEvents(
  { feeds, clock, patience }: FollowDeps,
  { task, cursor, release }: Reading,
): AsyncIterable<NumberedEvent> {
  const reader: Reader = feeds.attach(task.id, cursor);
  let callOff: (() => void) | undefined;
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    callOff?.();
    reader.detach();
    release();
  };
  const waitFor = (isForCaller: boolean): void => {
    callOff?.();
    callOff = isForCaller ? clock.after(patience, end) : undefined;
  };
  waitFor(cursor === task.seq && isWaiting(task));

  const next = async (): Promise<IteratorResult<NumberedEvent, undefined>> => {
    const numbered = isOver ? undefined : await reader.next();
    if (numbered === undefined || isOver) {
      end();
      return { done: true, value: undefined };
    }
    const { event } = numbered;
    if (event.kind === 'status') {
      if (isTerminal(event) || event.status.state === 'input-required') end();
      else waitFor(isWaiting(event));
    }
    return { done: false, value: numbered };
  };
  const iterator: AsyncIterator<NumberedEvent, undefined> = {
    next,
    return: () => {
      end();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
