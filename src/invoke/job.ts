// A job of a long-running operation, as the service's reply told of it. A2A tasks are built on these; REST knows 202 with
// Location or Operation-Location, a status URL in the body, or a resource with a status field.

import type { Mapped, Problem, Success } from './outcome.ts';

/** Serialisable, so that another process can go on asking. Credentials of the caller are not in it. */
export interface Job {
  /** Id of the skill, whose target's policy and origin hold for every request about the job. */
  readonly skill: string;
  /** Absolute URL to ask; at the origin of the skill's base URL. */
  readonly statusUrl: string;
  /** Where the result is, when the status only says that it is done. */
  readonly resultUrl?: string;
  /** How the service is told to stop, when it has a way. */
  readonly cancel?: { readonly method: string; readonly url: string };
  /** What the reader of the status keeps between two looks: `word` that the status began with, `session` of a mapped operation. */
  readonly form?: Readonly<Record<string, string>>;
}

/** What one look at a job gives. */
export type JobLook =
  | { readonly kind: 'running'; readonly job: Job; readonly retryAfter?: number; readonly progress?: string }
  /** `Mapped` of an operation that is an agent itself: it may now wait for the caller. */
  | { readonly kind: 'done'; readonly outcome: Success | Problem | Mapped }
  | { readonly kind: 'canceled'; readonly message?: string };
