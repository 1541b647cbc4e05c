// CancelTask: whoever ends the task first wins, and the loser hears that there is nothing to cancel. The state is stored before the
// service is told: what it does after that changes nothing. A2A 1.0 §3.1.5.

import { GatewayError } from '../errors.ts';
import type { CallContext, Invoker } from '../invoke/call.ts';
import type { Log } from '../observe/log.ts';
import { unchanged } from './change.ts';
import type { Clock } from './clock.ts';
import { withMessage } from './ending.ts';
import type { StoredTask } from './record.ts';
import type { Caller } from './service.ts';
import type { Task, Work } from './task.ts';
import type { TaskTable } from './task-table.ts';
import { isTerminal } from './transitions.ts';
import { assertVisible } from './visible.ts';

export interface CancelDeps {
  readonly table: TaskTable;
  readonly invoker: Pick<Invoker, 'cancelJob'>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Log;
  /** Stops what this process does for the task. */
  readonly stop: (taskId: string) => void;
}

export interface Cancellation {
  readonly caller: Caller;
  readonly taskId: string;
  readonly context: CallContext;
}

export async function cancelTask(deps: CancelDeps, { caller, taskId, context }: Cancellation): Promise<Task> {
  const { table, clock, newId } = deps;
  let work: Work | undefined;
  const entry = await table.update(taskId, (task) => {
    assertVisible(task, caller);
    work = task.work;
    if (task.status.state === 'canceled') return undefined;
    if (isTerminal(task)) throw notCancelable(task);
    return withMessage(unchanged(task), { state: 'canceled', text: describe(task.work) }, { at: clock.now(), newId });
  });
  const task = assertVisible(entry?.task, caller);
  deps.stop(taskId);
  if (work?.kind === 'polling') tellService(deps, work.job, { taskId, context });
  return task;
}

function tellService(
  { invoker, log }: CancelDeps,
  job: Parameters<Invoker['cancelJob']>[0],
  { taskId, context }: Omit<Cancellation, 'caller'>,
): void {
  const { signal: _, ...lasting } = context;
  invoker
    .cancelJob(job, lasting)
    .then((isTold) => log.debug({ taskId, isTold }, 'a task was cancelled'))
    .catch((error: unknown) => log.warn({ taskId, error }, 'the service did not take the cancellation'));
}

function notCancelable({ id, status }: StoredTask): GatewayError {
  return new GatewayError('task_not_cancelable', `The task is ${status.state} already; it cannot be cancelled.`, {
    metadata: { taskId: id },
  });
}

function describe(work: Work | undefined): string {
  if (work?.kind !== 'calling' || work.safe) return 'Cancelled by the caller.';
  return 'Cancelled by the caller. The request had been sent to the service; it may have taken effect.';
}
