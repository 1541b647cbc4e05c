// Takes over the tasks of processes that are gone. A job at the service is polled on; a call that was under way ended with its
// process, and the task says so: whether a write happened, nobody can know. Compare-and-set makes sure that one process takes it.

import type { Skill } from '../catalog/skill.ts';
import type { CallContext } from '../invoke/call.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import { unchanged } from './change.ts';
import type { Clock } from './clock.ts';
import { withMessage, type EndingFacts } from './ending.ts';
import { withInterruption } from './interruption.ts';
import { leaseName } from './lease.ts';
import type { TaskEntry } from './record.ts';
import { activeIndex, holdersIndex } from './task-index.ts';
import type { TaskTable } from './task-table.ts';
import { isTerminal } from './transitions.ts';

export interface RecoverDeps {
  readonly store: Store;
  readonly table: TaskTable;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly findSkill: (id: string) => Skill | undefined;
  readonly holder: string;
  readonly ttl: number;
  /** Goes on with a job, or with a turn that was about to begin, of a task that is now held by this process. */
  readonly resume: (entry: TaskEntry) => void;
}

export interface Recovery {
  close(): Promise<void>;
}

/** Nobody waits for the answers any more: whose request it was and what it carried is not stored. */
export const nobodysContext: CallContext = { requestId: 'recovered', headers: {} };

const pageSize = 50;
const mostHolders = 200;

export function createRecovery(deps: RecoverDeps): Recovery {
  const { clock, log, ttl } = deps;
  let isClosed = false;
  let callOff: (() => void) | undefined;
  let current: Promise<void> | undefined;

  const scan = async (): Promise<void> => {
    try {
      await takeOverAll(deps, () => isClosed);
    } catch (error) {
      log.warn({ error }, 'cannot look for abandoned tasks');
    }
    if (!isClosed) callOff = clock.after(ttl / 2, scanAgain);
  };
  const scanAgain = (): void => {
    current = scan();
  };
  scanAgain();

  return {
    close: async () => {
      isClosed = true;
      callOff?.();
      await current;
    },
  };
}

async function takeOverAll(deps: RecoverDeps, isClosed: () => boolean): Promise<void> {
  const { store, holder, ttl } = deps;
  const holders = await store.oldest(holdersIndex, { limit: mostHolders });
  // One after the other: after a crash there is work enough.
  /* oxlint-disable no-await-in-loop */
  for (const { member } of holders) {
    if (isClosed()) return;
    // While this process has the lease of another, that one is gone and no third one takes its tasks.
    const isGone = member !== holder && (!store.shared || (await store.lease(leaseName(member), holder, ttl)));
    if (!isGone) continue;
    await takeOverFrom(deps, member, isClosed);
    if (store.shared) await store.release(leaseName(member), holder);
  }
  /* oxlint-enable no-await-in-loop */
}

async function takeOverFrom(deps: RecoverDeps, gone: string, isClosed: () => boolean): Promise<void> {
  const { store, holder, ttl, log } = deps;
  const index = activeIndex(gone);
  let count = 0;
  /* oxlint-disable no-await-in-loop */
  while (!isClosed()) {
    const members = await store.oldest(index, { limit: pageSize });
    if (members.length === 0) break;
    if (store.shared) await store.lease(leaseName(gone), holder, ttl);
    await Promise.all(members.map(({ member }) => takeOver(deps, member, gone)));
    // Those whose task is gone or another's have no other way out of the index.
    await store.index({ remove: members.map(({ member }) => ({ index, member })), ttl: 1 });
    count += members.length;
  }
  /* oxlint-enable no-await-in-loop */
  if (isClosed()) return;
  await store.index({ remove: [{ index: holdersIndex, member: gone }], ttl: 1 });
  if (count > 0) log.info({ tasks: count, from: gone }, 'took over the tasks of a process that is gone');
}

async function takeOver(
  { table, findSkill, clock, newId, holder, resume }: RecoverDeps,
  taskId: string,
  gone: string,
): Promise<void> {
  const facts: EndingFacts = { at: clock.now(), newId };
  const entry = await table.update(taskId, (task) => {
    if (task.holder !== gone || isTerminal(task)) return undefined;
    const { work } = task;
    if (work?.kind === 'turn') return unchanged({ ...task, holder });
    if (work?.kind !== 'polling') return withInterruption(task, facts);
    if (findSkill(work.job.skill) !== undefined) return unchanged({ ...task, holder });
    const text = `The skill "${work.job.skill}" that worked on the task is gone; what became of the work is unknown.`;
    return withMessage(unchanged(task), { state: 'failed', text }, facts);
  });
  if (entry !== undefined && entry.task.holder === holder) resume(entry);
}
