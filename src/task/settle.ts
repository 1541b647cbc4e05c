// Waiting for a task to end or to need its caller: for one that this process works on without a look at the store, for all others
// by their events. A2A 1.0 §3.2.2.

import { GatewayError } from '../errors.ts';
import { isSettledWithin, type Clock } from './clock.ts';
import type { Feeds } from './feed.ts';
import type { Runner } from './runner.ts';
import type { Task } from './task.ts';
import type { TaskTable } from './task-table.ts';
import type { EndSignal } from '../upstream/request.ts';
import { isTerminal, isWaiting } from './transitions.ts';

export interface SettleDeps {
  readonly table: TaskTable;
  readonly runner: Pick<Runner, 'done'>;
  readonly feeds: Feeds;
  readonly clock: Clock;
  /** Aborted when another process is to go on with the tasks: who waits gets the task as it stands. */
  readonly leaving: AbortSignal;
}

export interface SettleOptions {
  readonly signal?: EndSignal;
  readonly limit: number;
}

/** The task as it stands when the limit has passed, or the signal is aborted or this process leaves its tasks before that. */
export async function settleTask(deps: SettleDeps, taskId: string, options: SettleOptions): Promise<Task> {
  const { clock, runner, leaving } = deps;
  const { signal, limit } = options;
  const deadline = clock.now() + limit;
  const done = runner.done(taskId);
  if (
    done !== undefined &&
    (await isSettledWithin(clock, done, { ms: limit, ...(signal === undefined ? {} : { signal }) }))
  ) {
    const task = await done;
    if (task !== undefined) return task;
  }
  const task = await read(deps, taskId);
  const isOver = signal?.aborted === true || leaving.aborted || clock.now() >= deadline;
  if (isTerminal(task) || isWaiting(task) || isOver) return task;
  await waitForEvents(deps, task, { ...options, limit: deadline - clock.now() });
  return read(deps, taskId);
}

async function waitForEvents(
  { feeds, clock, leaving }: SettleDeps,
  task: Task,
  { signal, limit }: SettleOptions,
): Promise<void> {
  const reader = feeds.attach(task.id, task.seq);
  const callOff = clock.after(limit, reader.detach);
  signal?.addEventListener('abort', reader.detach);
  leaving.addEventListener('abort', reader.detach);
  if (signal?.aborted === true) reader.detach();
  try {
    // Events come one after the other.
    /* oxlint-disable no-await-in-loop */
    for (let found = await reader.next(); found !== undefined; found = await reader.next()) {
      if (found.event.kind === 'status' && (isTerminal(found.event) || isWaiting(found.event))) return;
    }
    /* oxlint-enable no-await-in-loop */
  } finally {
    callOff();
    signal?.removeEventListener('abort', reader.detach);
    leaving.removeEventListener('abort', reader.detach);
    reader.detach();
  }
}

async function read({ table }: SettleDeps, taskId: string): Promise<Task> {
  const entry = await table.read(taskId);
  if (entry !== undefined) return entry.task;
  throw new GatewayError('task_not_found', 'Task not found: it is not kept any more.');
}
