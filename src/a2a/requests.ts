// The operations' requests and results without a wire: what every codec reads into and writes from. There is one model for
// all versions, shaped after 1.0.

import type { TurnPart } from '../converse/turn.ts';

/** A message to the agent, and how the answer is wanted. Absent and empty are the same, as in proto3. */
export interface SendMessageRequest {
  readonly contextId: string | undefined;
  readonly taskId: string | undefined;
  readonly parts: readonly TurnPart[];
  /** `message.metadata`. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `params.metadata`. */
  readonly requestMetadata: Readonly<Record<string, unknown>>;
  /** `params.skill`, as some clients send. */
  readonly skill: string | undefined;
  /** URIs in `message.extensions`. */
  readonly extensions: readonly string[];
  readonly acceptedOutputModes: readonly string[];
  /** True when the request brings a webhook. */
  readonly wantsPush: boolean;
}

export interface TaskIdRequest {
  readonly id: string;
}

export interface ListTasksRequest {
  readonly pageSize: number | undefined;
  readonly pageToken: string | undefined;
}

/** One part of an answer. The text of a `json` part is checked, well-formed JSON and is spliced as it is. */
export type ReplyPart =
  | { readonly kind: 'text'; readonly text: string; readonly mediaType?: string }
  | { readonly kind: 'json'; readonly json: string; readonly mediaType: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly mediaType: string; readonly filename?: string };

/** A message from the agent. */
export interface ReplyMessage {
  readonly messageId: string;
  readonly contextId: string;
  readonly parts: readonly ReplyPart[];
}

export interface TaskPage {
  readonly pageSize: number;
  readonly totalSize: number;
  readonly nextPageToken: string;
}
