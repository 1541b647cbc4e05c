// One process's hold on a task that it works on. Changes go through as long as the task is neither ended nor taken over by
// somebody else; after that none does, and `lost` says so. A store that is out of reach for a while is waited for: the work was
// done, and nobody else knows what came of it.

import { failures, GatewayError } from '../errors.ts';
import type { ArtifactEvent } from './artifact.ts';
import { unchanged, withPiece, type Change } from './change.ts';
import { sleep, type Clock } from './clock.ts';
import type { StoredTask, TaskEntry } from './record.ts';
import type { TaskTable } from './task-table.ts';
import { isTerminal } from './transitions.ts';

export interface Hold {
  /** As this process knows it; always with what it wrote itself. */
  readonly task: StoredTask;
  /** Aborted when somebody else has ended or taken the task, and by `letGo`; the reason is a `Loss`. */
  readonly lost: AbortSignal;
  /** False when the hold is lost; then nothing was written. */
  change(make: (task: StoredTask) => Change): Promise<boolean>;
  /** The same for a piece of a streamed artifact, which needs no look at those before it. */
  addPiece(piece: ArtifactEvent): Promise<boolean>;
  /** Finds out whether somebody else has ended or taken the task; never throws. */
  check(): Promise<void>;
  /** Stops without a change: what the next process needs is in the store. */
  letGo(why: Loss): void;
}

export type Loss = 'canceled' | 'taken' | 'closing';

export interface HoldDeps {
  readonly table: TaskTable;
  readonly clock: Clock;
  /** Told when the store fails. */
  readonly onTrouble: (error: unknown) => void;
}

const firstWait = 200;
const longestWait = 5_000;

export function createHold({ table, clock, onTrouble }: HoldDeps, start: TaskEntry): Hold {
  const lost = new AbortController();
  const { holder } = start.task;
  let entry = start;
  const isMine = (task: StoredTask): boolean => task.holder === holder && !isTerminal(task);
  const lose = (found: StoredTask | undefined): void =>
    lost.abort((found?.status.state === 'canceled' ? 'canceled' : 'taken') satisfies Loss);

  const changeOnce = async (make: (task: StoredTask) => Change, known: TaskEntry | undefined): Promise<boolean> => {
    let isMade = false;
    const next = await table.update(
      entry.task.id,
      (task) => {
        isMade = isMine(task);
        return isMade ? make(task) : undefined;
      },
      known,
    );
    if (next !== undefined) entry = next;
    if (next === undefined || !isMade) lose(next?.task);
    return next !== undefined && isMade;
  };

  // A write whose answer was lost may be in the store: nobody else adds events to a task that is still held. What has none, and a
  // message that somebody queued meanwhile, does no harm when it is written again.
  const hasLanded = async (): Promise<boolean> => {
    const found = await table.read(entry.task.id);
    const isNewer = found !== undefined && found.version > entry.version;
    if (found === undefined || (isNewer && !isMine(found.task))) lose(found?.task);
    if (!isNewer || lost.signal.aborted) return false;
    const isWritten = found.task.seq > entry.task.seq;
    entry = found;
    return isWritten;
  };

  const change = async (make: (task: StoredTask) => Change, isPiece = false): Promise<boolean> => {
    let wait = firstWait;
    let isUnclear = false;
    // Each try depends on how the one before it ended.
    /* oxlint-disable no-await-in-loop */
    while (!lost.signal.aborted) {
      try {
        if (isUnclear && (await hasLanded())) return true;
        // The pieces of a stream are not kept here; who changes more than that reads them from the log.
        return await changeOnce(make, isPiece || entry.task.unfolded === undefined ? entry : undefined);
      } catch (error) {
        if (!isPassing(error)) throw error;
        onTrouble(error);
        isUnclear = true;
      }
      await sleep(clock, wait, lost.signal);
      wait = Math.min(wait * 2, longestWait);
    }
    /* oxlint-enable no-await-in-loop */
    return false;
  };

  return {
    get task() {
      return entry.task;
    },
    lost: lost.signal,
    change: (make) => change(make),
    addPiece: (piece) => change((task) => withPiece(unchanged(task), piece), true),
    check: async () => {
      try {
        const head = await table.readHead(entry.task.id);
        if (head === undefined || (head.version > entry.version && !isMine(head.task))) lose(head?.task);
      } catch (error) {
        onTrouble(error);
      }
    },
    letGo: (why) => lost.abort(why),
  };
}

/** Full or out of reach; our own mistakes do not go away by waiting. */
function isPassing(error: unknown): boolean {
  return error instanceof GatewayError && failures[error.code].retryable;
}
