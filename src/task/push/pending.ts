// What a webhook has not been told yet, read from the task's log. With 1.0 each event is a notification of its own; one of 0.3 shows
// the whole task, so it tells of all events up to then.

import type { Store } from '../../store/store.ts';
import { readEvents, readHead, readTask } from '../record.ts';
import type { NumberedEvent, Task } from '../task.ts';
import { isTerminal } from '../transitions.ts';
import type { PushEntry } from './entry.ts';

export interface Pending {
  readonly task: Task;
  /** In order, none of them told yet; the first is the next to tell. */
  readonly events: readonly NumberedEvent[];
  /** True when nothing will ever follow these events. */
  readonly isLast: boolean;
}

const pageSize = 64;

/** Undefined when there is no such task. */
export async function readPending(store: Store, { config, cursor }: PushEntry): Promise<Pending | undefined> {
  // The task first: when it is over by then, the events read afterwards are all that there will be.
  // Its head is enough for 1.0, which shows no artifacts but those of the event.
  const before = (await readHead(store, config.taskId))?.task;
  if (before === undefined) return undefined;
  const events = await readEvents(store, config.taskId, { after: cursor, limit: pageSize });
  const isLast = isTerminal(before) && events.length < pageSize;
  const last = events.at(-1);
  if (last === undefined || config.version === '1.0') return { task: before, events, isLast };
  const task = await readTask(store, config.taskId);
  if (task === undefined) return undefined;
  return { task, events: [{ seq: Math.max(task.seq, last.seq), event: last.event }], isLast: false };
}

/** What is left when the webhook has been told up to its cursor; undefined when more has to be read. */
export function restOf(pending: Pending | undefined, { cursor }: PushEntry): Pending | undefined {
  if (pending === undefined) return undefined;
  const events = pending.events.filter(({ seq }) => seq > cursor);
  return events.length > 0 || pending.isLast ? { ...pending, events } : undefined;
}
