// A task as it lies in the store: its key, its JSON with all digits, its events in the log beside it. While a reply streams in, the
// value is written with each piece but does not hold the pieces: they are in the log alone, and who reads the task adds them. So a
// stream of n pieces costs n small writes, not n writes of all that came before. Nor does it hold what came with its creation, where
// the log is as near as the value.

import { parseJson, stringifyJson } from '../lib/json.ts';
import type { Store } from '../store/store.ts';
import { foldArtifacts, type ArtifactEvent } from './artifact.ts';
import type { Artifact, NumberedEvent, Task, TaskEvent } from './task.ts';

export interface StoredTask extends Task {
  /** The process that works on it; absent when nobody has to. */
  readonly holder?: string | undefined;
  /** Artifact events after this number are in the log only. */
  readonly unfolded?: number | undefined;
}

export interface TaskEntry {
  /** With all of its artifacts. */
  readonly task: StoredTask;
  /** Of the value in the store. */
  readonly version: number;
  /** The artifacts that the value itself holds. */
  readonly folded: readonly Artifact[];
}

export const taskKey = (taskId: string): string => `task/${taskId}`;

const pageSize = 200;

/** The value alone, without artifacts that are still in the log. */
export async function readHead(
  store: Store,
  taskId: string,
): Promise<{ readonly task: StoredTask; readonly version: number } | undefined> {
  const found = await store.read(taskKey(taskId));
  // What is stored under a task's key was written by `taskToText`.
  return found === undefined ? undefined : { task: parseJson(found.value) as StoredTask, version: found.version };
}

export async function readEntry(store: Store, taskId: string): Promise<TaskEntry | undefined> {
  const head = await readHead(store, taskId);
  if (head === undefined) return undefined;
  const { task, version } = head;
  const whole = task.unfolded === undefined ? task : await unfold(store, task, task.unfolded);
  return { task: whole, version, folded: task.artifacts };
}

export async function readTask(store: Store, taskId: string): Promise<Task | undefined> {
  return (await readEntry(store, taskId))?.task;
}

/** Events after `after`, at most `limit`, in order. */
export async function readEvents(
  store: Store,
  taskId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly NumberedEvent[]> {
  const entries = await store.readLog(taskKey(taskId), after, limit);
  return entries.map(({ seq, text }) => ({ seq, event: parseJson(text) as TaskEvent }));
}

export function taskToText(task: StoredTask): string {
  return stringifyJson(task);
}

export function eventToText(event: TaskEvent): string {
  return stringifyJson(event);
}

async function unfold(store: Store, task: StoredTask, from: number): Promise<StoredTask> {
  const pieces: ArtifactEvent[] = [];
  for (let after = from; after < task.seq;) {
    // Pages follow each other: where the next one starts is known when this one is read.
    // oxlint-disable-next-line no-await-in-loop
    const events = await readEvents(store, task.id, { after, limit: Math.min(pageSize, task.seq - after) });
    const last = events.at(-1);
    if (last === undefined) break;
    for (const { event } of events) if (event.kind === 'artifact') pieces.push(event);
    after = last.seq;
  }
  return { ...task, artifacts: foldArtifacts(task.artifacts, pieces) };
}
