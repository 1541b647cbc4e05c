// What came of a call, without a protocol: bindings and the A2A handler turn it into parts, tasks or errors. A reply of the
// upstream with any status is an outcome; only what kept us from having a reply is thrown.

import type { FailureCode } from '../errors.ts';

/** The body of a reply. `json` is the upstream's own text, checked to be one well-formed JSON value: it may be spliced. */
export type Content =
  | { readonly kind: 'json'; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'text'; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly bytes: Buffer; readonly filename?: string }
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

export type Outcome = Success | Problem;
