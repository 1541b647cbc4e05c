// The operations' requests and results without a wire: what every codec reads into and writes from. There is one model for
// all versions, shaped after 1.0.

import type { TurnPart } from '../converse/turn.ts';
import type { PushConfig, TaskQuery } from '../task/service.ts';
import type { Task, TaskPart } from '../task/task.ts';

/** A part as it was said; its metadata is kept with a task and means nothing for a call. */
export type SaidPart = TurnPart & { readonly metadata?: Readonly<Record<string, unknown>> };

/** A message to the agent, and how the answer is wanted. Absent and empty are the same, as in proto3. */
export interface SendMessageRequest {
  /** Undefined only in a dialect that needs none. */
  readonly messageId: string | undefined;
  readonly contextId: string | undefined;
  readonly taskId: string | undefined;
  readonly parts: readonly SaidPart[];
  /** `message.metadata`. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `params.metadata`. */
  readonly requestMetadata: Readonly<Record<string, unknown>>;
  /** `params.skill`, as some clients send. */
  readonly skill: string | undefined;
  /** URIs in `message.extensions`. */
  readonly extensions: readonly string[];
  readonly referenceTaskIds: readonly string[];
  readonly acceptedOutputModes: readonly string[];
  /** The webhook that the request brings. */
  readonly push: PushConfig | undefined;
  /** True when the caller does not wait for the end of a task. */
  readonly returnImmediately: boolean;
  /** Most messages of the history that are wanted; all when undefined. */
  readonly historyLength: number | undefined;
}

export interface TaskIdRequest {
  readonly id: string;
}

export interface GetTaskRequest extends TaskIdRequest {
  readonly historyLength: number | undefined;
}

export interface ListTasksRequest {
  readonly query: TaskQuery;
  readonly historyLength: number | undefined;
  readonly includeArtifacts: boolean;
}

export interface SetPushConfigRequest {
  readonly taskId: string;
  readonly config: PushConfig;
}

export interface ListPushConfigsRequest extends TaskIdRequest {
  /** All of them, when it is not given. */
  readonly pageSize?: number | undefined;
  readonly pageToken?: string | undefined;
}

export interface GetPushConfigRequest {
  readonly taskId: string;
  /** Undefined, where the wire allows it, for the only or first one. */
  readonly id: string | undefined;
}

export interface DeletePushConfigRequest {
  readonly taskId: string;
  readonly id: string;
}

/** A message from the agent that belongs to no task. */
export interface ReplyMessage {
  readonly messageId: string;
  readonly contextId: string;
  readonly parts: readonly TaskPart[];
}

export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly pageSize: number;
  readonly totalSize: number;
  readonly nextPageToken: string;
  /** False: no task of the page shows its artifacts, not even that it has none. */
  readonly includeArtifacts: boolean;
}

/** The task that an event belongs to. */
export type TaskIds = Pick<Task, 'id' | 'contextId'>;
