// Replies that are streams. A stream of a task begins with the task and goes on with its events, each once and in order: what
// follows the task that the caller was shown is read by its number. A2A 1.0 §3.1.2, §3.1.6, §3.5.2.

import type { Caller, TaskService } from '../task/service.ts';
import type { NumberedEvent, Task } from '../task/task.ts';
import type { Codec } from './codec.ts';
import type { StreamReply } from './exchange.ts';
import type { TaskIds } from './requests.ts';
import { viewEvent, viewTask, type TaskView } from './task-view.ts';

export interface Follow {
  readonly caller: Caller;
  readonly id: string;
  /** The task as it began with this request. */
  readonly begun?: Task | undefined;
  /** Number of the last event that the caller has seen. */
  readonly after: number | undefined;
  /** True: a task that has ended is refused. */
  readonly live: boolean;
  readonly view: TaskView;
}

export async function followTask(
  service: Pick<TaskService, 'follow' | 'get'>,
  codec: Codec,
  { caller, id, begun, after: seen, live, view }: Follow,
): Promise<StreamReply> {
  const after = begun?.seq ?? seen;
  // Who goes on after an event is given no task, but every event names its context.
  const known = begun ?? (after === undefined ? undefined : await service.get(caller, id));
  const { snapshot, events } = await service.follow(caller, id, { live, ...(after === undefined ? {} : { after }) });
  const contextId = snapshot?.contextId ?? known?.contextId ?? '';
  return {
    kind: 'stream',
    first: toFirst(codec, snapshot ?? begun, view),
    events,
    ...toWriter(codec, { id, contextId }, view),
  };
}

function toFirst(codec: Codec, task: Task | undefined, view: TaskView): StreamReply['first'] {
  return task === undefined ? undefined : { json: codec.writeTaskAnswer(viewTask(task, view)), seq: task.seq };
}

// Made apart from the task: what a stream keeps for hours must not hold it.
function toWriter(codec: Codec, ids: TaskIds, view: TaskView): Pick<StreamReply, 'write'> {
  return { write: (event) => codec.writeEvent(ids, viewEvent(event, view)) };
}

/** A stream of one answer. */
export function sayOnce(json: string): StreamReply {
  return { kind: 'stream', first: { json, seq: undefined }, events: noEvents, write: () => '' };
}

const end = { done: true, value: undefined } as const;

const noEvents: AsyncIterable<NumberedEvent> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve(end) }),
};
