// Changes of a task, pure: from a task to the next one and the events that tell of it. Statuses, messages and artifacts only change
// here, so the rules hold everywhere: no state after a terminal one, a replaced message of the agent moves into the history, and a
// task does not wait for its caller while messages of the caller wait for it.

import { GatewayError } from '../errors.ts';
import { foldArtifacts, type ArtifactEvent } from './artifact.ts';
import type { StoredTask } from './record.ts';
import type { Artifact, QueuedTurn, TaskEvent, TaskMessage, TaskPart, TaskState, TaskStatus, Work } from './task.ts';
import { isTerminal, isWaiting, mayFollow } from './transitions.ts';

export interface Change {
  readonly task: StoredTask;
  readonly events: readonly TaskEvent[];
}

export interface NewStatus {
  readonly state: TaskState;
  readonly at: number;
  readonly message?: TaskMessage;
  /** What the caller said to bring it about. */
  readonly heard?: TaskMessage;
  readonly work?: Work;
}

export const unchanged = (task: StoredTask): Change => ({ task, events: [] });

/** A terminal task needs no work and no process that does it. */
export function withStatus({ task, events }: Change, { state, at, message, heard, work }: NewStatus): Change {
  if (!mayFollow(task.status.state, state)) {
    throw new GatewayError('internal', undefined, { detail: `task ${task.id}: ${state} after ${task.status.state}` });
  }
  const status = { state, at: Math.max(at, task.status.at), ...(message === undefined ? {} : { message }) };
  const { holder, queue } = task;
  const history = [...task.history, ...superseded(task, state), ...(heard === undefined ? [] : [heard])];
  const [turn, ...later] = isWaiting({ status }) ? (queue ?? []) : [];
  if (turn !== undefined) {
    const session = work?.kind === 'waiting' ? work.session : undefined;
    return goOn({ task: { ...task, history, queue: later }, events }, { status, turn, session });
  }
  const isOver = isTerminal({ status });
  const next: StoredTask = {
    ...task,
    status,
    history,
    work: isOver ? undefined : work,
    holder: work === undefined || work.kind === 'waiting' ? undefined : holder,
    unfolded: undefined,
    queue: isOver || queue?.length === 0 ? undefined : queue,
  };
  return { task: next, events: [...events, { kind: 'status', status }] };
}

interface NextTurn {
  /** The status that the task would rest in. */
  readonly status: TaskStatus;
  readonly turn: QueuedTurn;
  readonly session: string | undefined;
}

// What the task would have rested with is told and kept, but not as a state to rest in: streams and those who wait go on.
function goOn({ task, events }: Change, { status: { at, message }, turn, session }: NextTurn): Change {
  const status = { state: 'working', at } as const;
  const told: readonly TaskEvent[] =
    message === undefined ? [] : [{ kind: 'status', status: { state: 'working', at, message } }];
  const next: StoredTask = {
    ...task,
    answer: turn.answer,
    status,
    history: message === undefined ? task.history : [...task.history, message],
    work: { kind: 'turn', turn, ...(session === undefined ? {} : { session }) },
    holder: turn.holder,
    unfolded: undefined,
  };
  return { task: next, events: [...events, ...told, { kind: 'status', status }] };
}

/** A message that waits for its turn. */
export function withQueued(task: StoredTask, message: TaskMessage, turn: Omit<QueuedTurn, 'at'>): Change {
  const queued = { ...turn, at: task.history.length };
  return unchanged({ ...task, history: [...task.history, message], queue: [...(task.queue ?? []), queued] });
}

/** A whole artifact. */
export function withArtifact({ task, events }: Change, artifact: Artifact): Change {
  const event = { kind: 'artifact', artifact, append: false, lastChunk: true } as const;
  const artifacts = task.artifacts.length === 0 ? [artifact] : foldArtifacts(task.artifacts, [event]);
  return { task: { ...task, artifacts }, events: [...events, event] };
}

/** A piece of an artifact that is told of and not yet added: whoever sends the pieces adds them all before the next status. */
export function withPiece({ task, events }: Change, piece: ArtifactEvent): Change {
  return { task: { ...task, unfolded: task.unfolded ?? task.seq }, events: [...events, piece] };
}

export function buildMessage(messageId: string, parts: readonly TaskPart[] | string): TaskMessage {
  return { messageId, role: 'agent', parts: typeof parts === 'string' ? [{ kind: 'text', text: parts }] : parts };
}

// News of a job that give way to other news are not kept: a job that is asked for an hour would fill the history with percentages.
function superseded({ status }: StoredTask, next: TaskState): readonly TaskMessage[] {
  if (status.message === undefined || (status.state === 'working' && next === 'working')) return [];
  return [status.message];
}
