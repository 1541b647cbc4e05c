// Tasks and the store: created once, changed by compare-and-set, the change and its events in one step. A change is made from the
// task as it stands and made anew when somebody else was first, so two changes never overwrite each other.

import { GatewayError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Change } from './change.ts';
import type { TaskLimits } from './limits.ts';
import { eventToText, readEntry, readHead, taskKey, taskToText, type StoredTask, type TaskEntry } from './record.ts';
import type { Task } from './task.ts';
import { toIndexChange } from './task-index.ts';

export interface TaskTableDeps {
  readonly store: Store;
  readonly limits: Pick<TaskLimits, 'retention' | 'taskTime' | 'listAnonymous'>;
  /** Told of each change once it is stored. */
  readonly onStored: (task: Task) => void;
}

export interface TaskTable {
  create(change: Change): Promise<TaskEntry>;
  read(taskId: string): Promise<TaskEntry | undefined>;
  /** Without artifacts that are still in the log. */
  readHead(taskId: string): Promise<Pick<TaskEntry, 'task' | 'version'> | undefined>;
  /** `make` gives undefined when nothing is to be changed, and may throw. `known` saves a read when nobody else changed the task. */
  update(
    taskId: string,
    make: (task: StoredTask) => Change | undefined,
    known?: TaskEntry,
  ): Promise<TaskEntry | undefined>;
}

/** More lost races in a row than this are no races. */
const maxTries = 100;

export function createTaskTable({ store, limits, onStored }: TaskTableDeps): TaskTable {
  const { retention, taskTime, listAnonymous } = limits;
  // What is read as quickly as this is kept once: the artifacts of a task that is over when it is created, in the log.
  const endsWithProcess = store.hasRoom !== undefined;
  const indexes = { listAll: listAnonymous, hasHeirs: store.durable || store.shared };
  const commit = async (before: TaskEntry | undefined, { task, events }: Change): Promise<TaskEntry | undefined> => {
    const isCheap = endsWithProcess && before === undefined && task.artifacts.length > 0;
    const next: StoredTask = { ...task, seq: task.seq + events.length, ...(isCheap ? { unfolded: 0 } : {}) };
    const folded = next.unfolded === undefined ? next.artifacts : (before?.folded ?? []);
    const expected = before?.version ?? 0;
    const stored = await store.commit({
      key: taskKey(task.id),
      expected,
      value: taskToText(folded === next.artifacts ? next : { ...next, artifacts: folded }),
      // A task at work is kept through its work, however short the others are kept.
      ttl: next.holder === undefined ? retention : retention + taskTime,
      ...(events.length === 0 ? {} : { append: events.map(eventToText) }),
      ...toIndexChange(before?.task, next, indexes),
    });
    if (!stored) return undefined;
    if (events.length > 0 || before === undefined) onStored(next);
    return { task: next, version: expected + 1, folded };
  };

  return {
    create: async (change) => {
      const entry = await commit(undefined, change);
      if (entry !== undefined) return entry;
      throw new GatewayError('internal', undefined, { detail: `task id ${change.task.id} is taken` });
    },
    read: (taskId) => readEntry(store, taskId),
    readHead: (taskId) => readHead(store, taskId),
    update: async (taskId, make, known) => {
      let entry = known;
      for (let tries = 0; tries < maxTries; tries += 1) {
        // Each try starts from what the one before it found.
        // oxlint-disable-next-line no-await-in-loop
        entry ??= await readEntry(store, taskId);
        if (entry === undefined) return undefined;
        const change = make(entry.task);
        if (change === undefined || (change.events.length === 0 && change.task === entry.task)) return entry;
        // oxlint-disable-next-line no-await-in-loop
        const next = await commit(entry, change);
        if (next !== undefined) return next;
        entry = undefined;
      }
      throw new GatewayError('overloaded', 'The task is changed by too many at once; try again.');
    },
  };
}
