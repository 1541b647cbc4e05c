// The tasks that this process works on: each runs by itself, whatever becomes of the request that began it, until it ends, waits for
// its caller, is cancelled, is taken over or has used up its time.

import type { CallContext } from '../invoke/call.ts';
import type { Store } from '../store/store.ts';
import { sizeOfParts } from './artifact.ts';
import type { Assignment } from './assignment.ts';
import { createMeter } from './budget.ts';
import { unchanged } from './change.ts';
import { isSettledWithin } from './clock.ts';
import { withMessage } from './ending.ts';
import { createHold, type Hold } from './hold.ts';
import { withInterruption } from './interruption.ts';
import type { TaskLimits } from './limits.ts';
import { logFailure } from './log-failure.ts';
import { perform, type PerformDeps } from './perform.ts';
import { taskKey, type TaskEntry } from './record.ts';
import type { Task } from './task.ts';
import type { TaskTable } from './task-table.ts';
import { isTerminal, isWaiting } from './transitions.ts';

export interface RunnerDeps extends PerformDeps {
  /** Told when the work of this process on a task is over, for now or for good. */
  readonly onRest: (task: Task) => void;
  readonly store: Store;
  readonly table: TaskTable;
  readonly limits: TaskLimits;
}

export interface Runner {
  /** The task must be held by this process. `onEnd` is called once. */
  start(entry: TaskEntry, assignment: Assignment, onEnd: () => void): void;
  /**
   * Resolves when this process has no more to do for the task, with the task if it ended or waits for its caller. Undefined when
   * this process has nothing to do for it.
   */
  done(taskId: string): Promise<Task | undefined> | undefined;
  /** Stops the work on a task that was cancelled. */
  stop(taskId: string): void;
  /** Leaves jobs that the next process can poll to it, now and from now on. */
  leaveJobs(): void;
  /** Ends what still runs here, for whoever waits for it; jobs for the next process are left to it. */
  interrupt(): Promise<void>;
  /** Waits up to `limit` ms. Jobs that the next process can poll are left to it at once, the rest when the time is over. */
  close(limit: number): Promise<void>;
}

interface Run {
  readonly hold: Hold;
  readonly done: Promise<Task | undefined>;
}

/** How soon it is noticed that another process has cancelled or taken a task. */
const lookAfter = 250;

export function createRunner(deps: RunnerDeps): Runner {
  const { store, table, clock, limits, log } = deps;
  const runs = new Map<string, Run>();
  let isLeaving = false;

  const isForNext = ({ task }: Hold): boolean => store.durable && task.work?.kind === 'polling';
  const leaveJobs = (): void => {
    isLeaving = true;
    for (const { hold } of runs.values()) if (isForNext(hold)) hold.letGo('closing');
  };

  const run = async (hold: Hold, assignment: Assignment): Promise<void> => {
    const { task, lost } = hold;
    const stop = new AbortController();
    const { work } = task;
    const deadline = work?.kind === 'polling' ? work.deadline : clock.now() + limits.taskTime;
    const stopped = Promise.withResolvers<void>();
    // The reason is given because the one that would be made otherwise has a stack trace, which costs.
    const end = (): void => {
      stop.abort('the task is over');
      stopped.resolve();
    };
    lost.addEventListener('abort', end);
    if (lost.aborted) end();
    const callOff = clock.after(deadline - clock.now(), () => {
      void expire(hold, assignment.context).finally(end);
    });
    const unwatch = watchOthers(hold);
    try {
      const meter = createMeter(
        limits,
        task.artifacts.reduce((sum, { parts }) => sum + sizeOfParts(parts), 0),
      );
      await Promise.race([perform(deps, { hold, meter, signal: stop.signal, deadline }, assignment), stopped.promise]);
    } finally {
      callOff();
      unwatch();
      lost.removeEventListener('abort', end);
    }
  };

  const expire = async (hold: Hold, context: CallContext): Promise<void> => {
    const { work } = hold.task;
    const text = `The work was not done within ${Math.round(limits.taskTime / 1000)} seconds, the limit of one task.`;
    const facts = { at: clock.now(), newId: deps.newId };
    const isMine = await hold.change((task) => withMessage(unchanged(task), { state: 'failed', text }, facts));
    if (isMine) logFailure(log, hold.task, { code: 'upstream_timeout' });
    if (isMine && work?.kind === 'polling') await deps.invoker.cancelJob(work.job, context).catch(() => false);
  };

  const watchOthers = (hold: Hold): (() => void) => {
    if (!store.shared) return () => {};
    // Our own changes wake as well, so one look serves for all of a while.
    let callOff: (() => void) | undefined;
    const look = (): void => {
      callOff = undefined;
      void hold.check();
    };
    const unwatch = store.watch(taskKey(hold.task.id), () => {
      callOff ??= clock.after(lookAfter, look);
    });
    return () => {
      unwatch();
      callOff?.();
    };
  };

  return {
    start: (entry, assignment, onEnd) => {
      const { id } = entry.task;
      const onTrouble = (error: unknown): void => log.warn({ taskId: id, error }, 'the store failed; trying again');
      const hold = createHold({ table, clock, onTrouble }, entry);
      const done = run(hold, assignment)
        .catch((error: unknown) => log.error({ taskId: id, error }, 'the work on a task broke off'))
        .then(() => {
          if (runs.get(id)?.hold === hold) runs.delete(id);
          onEnd();
          deps.onRest(hold.task);
          return isTerminal(hold.task) || isWaiting(hold.task) ? hold.task : undefined;
        });
      runs.set(id, { hold, done });
      if (isLeaving && isForNext(hold)) hold.letGo('closing');
    },
    done: (taskId) => runs.get(taskId)?.done,
    stop: (taskId) => runs.get(taskId)?.hold.letGo('canceled'),
    leaveJobs,
    interrupt: async () => {
      const facts = { at: clock.now(), newId: deps.newId };
      const end = async (hold: Hold): Promise<void> => {
        if (!isForNext(hold)) await hold.change((task) => withInterruption(task, facts));
        hold.letGo('closing');
      };
      await Promise.all([...runs.values()].map(({ hold }) => end(hold)));
    },
    close: async (limit) => {
      const closing = [...runs.values()];
      leaveJobs();
      const all = Promise.all(closing.map(({ done }) => done));
      await isSettledWithin(clock, all, { ms: limit });
      for (const { hold } of runs.values()) hold.letGo('closing');
      await all;
    },
  };
}
