// The webhooks of each task in the store: one list per task, and an index of those that may have something to send, ordered by
// when somebody has to look at them. Every change of the list is written only if nobody else changed it meanwhile.

import type { Store } from '../../store/store.ts';
import type { PushEntry } from './entry.ts';

export interface EntryName {
  readonly taskId: string;
  readonly id: string;
}

export interface EntryChange {
  /** The list as it shall be; the same list: nothing is written. */
  readonly entries: readonly PushEntry[];
  /** Config that has to be looked at from `at` on. */
  readonly due?: { readonly id: string; readonly at: number };
  /** Config that needs no look any more. */
  readonly settled?: string;
  /** Wakes who watches the list: callers changed it. */
  readonly wake?: boolean;
}

export interface PushTable {
  read(taskId: string): Promise<readonly PushEntry[]>;
  find(name: EntryName): Promise<PushEntry | undefined>;
  /** `change` is called again when somebody else was first. */
  update(taskId: string, change: (entries: readonly PushEntry[]) => EntryChange): Promise<void>;
  /** The same for one entry, if it is there; undefined removes it. */
  updateEntry(
    name: EntryName,
    change: (entry: PushEntry) => PushEntry | undefined,
    options?: { readonly wake: boolean },
  ): Promise<void>;
  /** Up to `limit` configs that have to be looked at by now, the longest waiting first. */
  due(options: {
    readonly now: number;
    readonly limit: number;
    readonly after?: DueEntry;
  }): Promise<readonly DueEntry[]>;
  /** Says when the configs have to be looked at by whoever is there then. */
  postpone(names: readonly EntryName[], at: number): Promise<void>;
  forget(name: EntryName): Promise<void>;
  watch(taskId: string, wake: () => void): () => void;
}

export interface DueEntry extends EntryName {
  readonly at: number;
}

const dueIndex = 'push/due';

/** `keep`: milliseconds after which what nobody has touched is dropped. */
export function createPushTable({ store, keep }: { readonly store: Store; readonly keep: number }): PushTable {
  const read = async (taskId: string): Promise<readonly PushEntry[]> =>
    toEntries((await store.read(keyOf(taskId)))?.value);

  const update: PushTable['update'] = async (taskId, change) => {
    for (;;) {
      const found = await store.read(keyOf(taskId));
      const entries = toEntries(found?.value);
      const { entries: changed, due, settled, wake } = change(entries);
      if (changed === entries) return;
      const isWritten = await store.commit({
        key: keyOf(taskId),
        expected: found?.version ?? 0,
        value: JSON.stringify(changed),
        ttl: keep,
        ...(wake === true ? { append: ['changed'] } : {}),
        ...(due === undefined ? {} : { put: [toMember({ taskId, id: due.id }, due.at)] }),
        ...(settled === undefined ? {} : { remove: [toMember({ taskId, id: settled }, 0)] }),
      });
      if (isWritten) return;
    }
  };

  return {
    read,
    update,

    async find({ taskId, id }) {
      return (await read(taskId)).find(({ config }) => config.id === id);
    },

    updateEntry({ taskId, id }, change, options) {
      return update(taskId, (entries) => {
        const entry = entries.find(({ config }) => config.id === id);
        const changed = entry === undefined ? undefined : change(entry);
        if (changed === entry) return { entries };
        const isSettled = changed === undefined || changed.ended;
        return {
          entries: entries.flatMap((each) => (each !== entry ? [each] : changed === undefined ? [] : [changed])),
          ...(isSettled ? { settled: id } : {}),
          ...options,
        };
      });
    },

    async due({ now, limit, after }) {
      const members = await store.oldest(dueIndex, {
        limit,
        max: now,
        ...(after === undefined ? {} : { after: toMember(after, after.at) }),
      });
      return members.map(({ member, score }) => ({ ...toName(member), at: score }));
    },

    postpone: (names, at) => store.index({ put: names.map((name) => toMember(name, at)), ttl: keep }),
    forget: (name) => store.index({ remove: [toMember(name, 0)], ttl: keep }),
    watch: (taskId, wake) => store.watch(keyOf(taskId), wake),
  };
}

function keyOf(taskId: string): string {
  return `push/${taskId}`;
}

function toEntries(value: string | undefined): readonly PushEntry[] {
  // Written by `update` alone.
  return value === undefined ? [] : (JSON.parse(value) as readonly PushEntry[]);
}

function toMember({ taskId, id }: EntryName, score: number): { index: string; member: string; score: number } {
  return { index: dueIndex, member: `${taskId}/${id}`, score };
}

/** Ids of tasks are the gateway's own and have no slash. */
function toName(member: string): EntryName {
  const slash = member.indexOf('/');
  return { taskId: member.slice(0, slash), id: member.slice(slash + 1) };
}
