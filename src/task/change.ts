// Changes of a task, pure: from a task to the next one and the events that tell of it. Statuses, messages and artifacts only change
// here, so the rules hold everywhere: no state after a terminal one, and a replaced message of the agent moves into the history.

import { GatewayError } from '../errors.ts';
import { foldArtifacts, type ArtifactEvent } from './artifact.ts';
import type { StoredTask } from './record.ts';
import type { Artifact, TaskEvent, TaskMessage, TaskPart, TaskState, Work } from './task.ts';
import { isTerminal, mayFollow } from './transitions.ts';

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
  const { work: _, holder, unfolded: __, ...rest } = task;
  const next: StoredTask = {
    ...rest,
    status,
    history: [...task.history, ...superseded(task, state), ...(heard === undefined ? [] : [heard])],
    ...(work === undefined || isTerminal({ status }) ? {} : { work }),
    ...(holder === undefined || work === undefined || work.kind === 'waiting' ? {} : { holder }),
  };
  return { task: next, events: [...events, { kind: 'status', status }] };
}

/** A whole artifact. */
export function withArtifact({ task, events }: Change, artifact: Artifact): Change {
  const event = { kind: 'artifact', artifact, append: false, lastChunk: true } as const;
  return { task: { ...task, artifacts: foldArtifacts(task.artifacts, [event]) }, events: [...events, event] };
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
