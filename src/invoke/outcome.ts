// What came of a call, without a protocol: bindings and the A2A handler turn it into parts, tasks or errors. A reply of the
// upstream with any status is an outcome; only what kept us from having a reply is thrown.

import type { FailureCode } from '../errors.ts';
import type { Job } from './job.ts';

/** The body of a reply. `json` is the upstream's own text, checked to be one well-formed JSON value: it may be spliced. */
export type Content =
  | { readonly kind: 'json'; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'text'; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly bytes: Buffer; readonly filename?: string }
  /** Something at another address that is named and not fetched: a file of a mapped reply, the result of a job. */
  | { readonly kind: 'url'; readonly mediaType: string; readonly url: string; readonly filename?: string }
  | { readonly kind: 'empty' };

/** The upstream did what was asked. */
export interface Success {
  readonly kind: 'success';
  readonly status: number;
  readonly content: Content;
}

/** The upstream replied that it did not. */
export interface Problem {
  readonly kind: 'problem';
  readonly code: FailureCode;
  readonly status: number;
  /** One sentence for the caller: the body's `error`, `message`, `detail` or `title`, else a plain one. */
  readonly message: string;
  readonly content: Content;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter?: number;
  /** The `WWW-Authenticate` of a 401. */
  readonly challenge?: string;
}

/** The service took the work and has not done it yet: 202 with a place to ask, or a job resource that is not finished. */
export interface Accepted {
  readonly kind: 'accepted';
  readonly status: number;
  readonly job: Job;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter?: number;
  /** What the service says about where it stands, for people. */
  readonly progress?: string;
}

/** One piece of a streamed reply, whole and in order. `json` is checked text. */
export type Chunk =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly text: string }
  /** The service said within the stream that it failed, or the stream broke and could not be resumed. */
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string };

/** A reply that arrives in pieces (SSE, NDJSON, JSON text sequences, chunked text). Only given to callers that ask for streams. */
export interface Streamed {
  readonly kind: 'stream';
  readonly status: number;
  readonly mediaType: string;
  /** Reads no faster than it is asked; ends when the service is done. Leaving the loop ends the request. */
  readonly chunks: AsyncIterable<Chunk>;
  /** The service's own id of the conversation, as far as the chunks were read. */
  readonly session?: () => string | undefined;
}

/** The reply of an operation that is an agent itself, mapped to A2A's words. */
export interface Mapped {
  readonly kind: 'mapped';
  readonly status: number;
  readonly state: 'completed' | 'failed' | 'rejected' | 'input-required' | 'auth-required';
  /** What it says, for `status.message` or the answer. */
  readonly text?: string;
  readonly artifacts: readonly { readonly name?: string; readonly content: Content }[];
  /** The service's own id of the conversation, given back with the next turn. */
  readonly session?: string;
  /** True: the answer is a Message, even where a task is usual. */
  readonly asMessage: boolean;
}

/** `Mapped` only comes from operations with a mapping, `Streamed` only when streams are asked for. */
export type Outcome = Success | Problem | Accepted | Streamed | Mapped;
