// The configs that this process looks after, found by name and by task.

import type { EntryName } from './push-table.ts';

export interface Kept {
  readonly name: EntryName;
  readonly unwatch: () => void;
  /** When the lease ends, milliseconds since 1970. */
  until: number;
  /** When it had to be looked at as it was claimed. */
  readonly dueAt: number;
  /** When it was last asked what there is to send. */
  lookedAt: number;
  running: Promise<void> | undefined;
  /** Something happened while it ran. */
  again: boolean;
  /** Calls the next look off. */
  callOff: (() => void) | undefined;
}

export interface KeptSet {
  add(kept: Kept): void;
  /** It is not looked after any more. */
  drop(kept: Kept): void;
  has(kept: Kept): boolean;
  get(name: EntryName): Kept | undefined;
  ofTask(taskId: string): Iterable<Kept>;
  all(): readonly Kept[];
  size(): number;
}

export function createKeptSet(): KeptSet {
  const tasks = new Map<string, Map<string, Kept>>();
  let size = 0;

  const get = ({ taskId, id }: EntryName): Kept | undefined => tasks.get(taskId)?.get(id);

  return {
    get,
    has: (kept) => get(kept.name) === kept,
    ofTask: (taskId) => tasks.get(taskId)?.values() ?? [],
    all: () => [...tasks.values()].flatMap((configs) => [...configs.values()]),
    size: () => size,

    add(kept) {
      const { taskId, id } = kept.name;
      const configs = tasks.get(taskId) ?? new Map<string, Kept>();
      tasks.set(taskId, configs.set(id, kept));
      size += 1;
    },

    drop(kept) {
      if (get(kept.name) !== kept) return;
      kept.callOff?.();
      kept.unwatch();
      const { taskId, id } = kept.name;
      const configs = tasks.get(taskId);
      configs?.delete(id);
      if (configs?.size === 0) tasks.delete(taskId);
      size -= 1;
    },
  };
}
