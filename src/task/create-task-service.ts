// The task engine: puts the table, the runner, the feeds and the lease together and offers them as the `TaskService`.

import { setMaxListeners } from 'node:events';
import type { Skill } from '../catalog/skill.ts';
import { GatewayError } from '../errors.ts';
import type { Call, CallContext, Invoker } from '../invoke/call.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import { askFirst } from './ask.ts';
import { beginTask } from './begin.ts';
import { createBudget } from './budget.ts';
import { cancelTask } from './cancel.ts';
import type { Clock } from './clock.ts';
import { continueTask } from './continue.ts';
import { createFeeds } from './feed.ts';
import { followTask } from './follow.ts';
import { createOnce } from './idempotency.ts';
import { createLease } from './lease.ts';
import type { TaskLimits } from './limits.ts';
import { listTasks } from './list-tasks.ts';
import type { PushSender } from './push-sender.ts';
import type { StoredTask } from './record.ts';
import { createRecovery, nobodysContext } from './recover.ts';
import { createRunner } from './runner.ts';
import type { Caller, TaskService } from './service.ts';
import { settleTask } from './settle.ts';
import { createTaskTable } from './task-table.ts';
import { createTurnQueue } from './turn-queue.ts';
import { assertVisible } from './visible.ts';

export interface TaskServiceDeps {
  readonly store: Store;
  readonly invoker: Pick<Invoker, 'invoke' | 'lookAt' | 'cancelJob'>;
  readonly findSkill: (id: string) => Skill | undefined;
  readonly log: Log;
  readonly clock: Clock;
  /** For the short waits of calls that are made before their task; `clock` by default. */
  readonly callClock?: Clock;
  readonly newId: () => string;
  readonly limits: TaskLimits;
  readonly push: PushSender;
  /** True when the call carries credentials of its caller, which are not kept anywhere. */
  readonly isPersonal: (call: Call, context: CallContext) => boolean;
}

/** Milliseconds that answers get to go out. */
const longestFarewell = 1_000;

export function createTaskService(deps: TaskServiceDeps): TaskService {
  const { store, invoker, log, clock, newId, limits, push } = deps;
  /** The name of this process among those that work on tasks. */
  const holder = newId();
  let isClosing = false;
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);

  const table = createTaskTable({ store, limits, onStored: push.notify });
  const budget = createBudget(limits);
  const onTrouble = (error: unknown): void => log.warn({ error }, 'the store failed; trying again');
  const runner = createRunner({
    store,
    table,
    invoker,
    clock,
    newId,
    log,
    limits,
    onRest: (task) => turns.onRest(task),
  });
  const turns = createTurnQueue({ store, table, runner, clock, findSkill: deps.findSkill, onTrouble, holder });
  const feeds = createFeeds({ store, clock, onTrouble });
  const lease = createLease({
    store,
    clock,
    log,
    holder,
    ttl: limits.lease,
    retention: limits.retention + limits.taskTime,
  });
  const recovery = createRecovery({
    store,
    table,
    clock,
    log,
    newId,
    findSkill: deps.findSkill,
    holder,
    ttl: limits.lease,
    resume: (entry) => {
      const { work } = entry.task;
      if (work?.kind === 'turn') turns.look(entry.task.id);
      if (work?.kind === 'polling') {
        runner.start(entry, { kind: 'job', job: work.job, context: nobodysContext }, () => {});
      }
    },
  });
  push.start();

  const callsEarly = (): boolean => store.hasRoom?.() === true;
  const { callClock = clock } = deps;
  const begin = { table, runner, budget, invoker, push, clock, callClock, newId, holder, limits, callsEarly };
  /** Runs it at once as a rule: the lease is held since long. Rejects where it throws. */
  const whenOpen = <Value>(run: () => Promise<Value>): Promise<Value> => {
    if (isClosing) {
      const problem = 'The gateway is shutting down; send the message again.';
      return Promise.reject(new GatewayError('overloaded', problem));
    }
    if (!lease.isHeld()) return lease.ready().then(run);
    try {
      return run();
    } catch (error) {
      return Promise.reject(error);
    }
  };
  const see = async (caller: Caller, taskId: string): Promise<StoredTask> =>
    assertVisible((await table.read(taskId))?.task, caller);

  return {
    begin: (input) => whenOpen(() => beginTask(begin, input)),
    ask: (input) => whenOpen(() => askFirst(begin, input)),
    continue: (input) => whenOpen(() => continueTask({ ...begin, turns, isPersonal: deps.isPersonal }, input)),
    settled: (taskId, options) => settleTask({ table, runner, feeds, clock, leaving: leaving.signal }, taskId, options),
    get: see,
    list: (caller, query) => listTasks({ store, listAnonymous: limits.listAnonymous }, caller, query),
    cancel: (caller, taskId, context) =>
      cancelTask({ table, invoker, clock, newId, log, stop: runner.stop }, { caller, taskId, context }),
    follow: async (caller, taskId, { after, live }) => {
      const release = budget.takeStream(caller);
      try {
        const task = await see(caller, taskId);
        const options = { live, release, ...(after === undefined ? {} : { after }) };
        return followTask({ feeds, clock, patience: limits.waitingStream }, task, options);
      } catch (error) {
        release();
        throw error;
      }
    },
    push: {
      set: async (caller, taskId, config) => push.set(taskId, config, (await see(caller, taskId)).seq),
      get: async (caller, taskId, id) => {
        await see(caller, taskId);
        return push.get(taskId, id);
      },
      list: async (caller, taskId) => {
        await see(caller, taskId);
        return push.list(taskId);
      },
      remove: async (caller, taskId, id) => {
        await see(caller, taskId);
        await push.remove(taskId, id);
      },
    },
    once: createOnce({
      store,
      clock,
      log,
      holder,
      window: limits.replayWindow,
      replay: limits.replay,
      lease: limits.lease,
    }),
    leave: (limit) => {
      runner.leaveJobs();
      if (store.durable) leaving.abort('the process stops');
      // Early enough for the answers to go out before the connections are cut.
      clock.after(limit - Math.min(longestFarewell, limit / 2), () => void runner.interrupt());
    },
    close: async (limit) => {
      isClosing = true;
      turns.close();
      await recovery.close();
      await runner.close(limit);
      feeds.close();
      await lease.close();
      await push.close();
    },
  };
}
