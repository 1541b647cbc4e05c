// What a process has to do for a task that it holds.

import type { Call, CallContext, TurnFacts } from '../invoke/call.ts';
import type { Job } from '../invoke/job.ts';
import type { Outcome } from '../invoke/outcome.ts';
import type { EarlyCall } from './early.ts';
import type { QueuedTurn } from './task.ts';

export interface CallAssignment {
  readonly kind: 'call';
  readonly call: Call;
  readonly context: CallContext;
  readonly turn: TurnFacts;
  readonly streams: boolean;
}

/** The turn of a message that waited for it. */
export interface TurnAssignment {
  readonly kind: 'turn';
  readonly turn: QueuedTurn;
  /** The service's id of the conversation. */
  readonly session: string | undefined;
  readonly context: CallContext;
  /** Undefined when nobody has any more what came with the message. */
  readonly made: Pick<CallAssignment, 'call' | 'streams'> | undefined;
}

/** What is to be done for a task. */
export type Assignment =
  | CallAssignment
  | TurnAssignment
  /** The call was made before the task was stored, and is under way. */
  | { readonly kind: 'early'; readonly early: EarlyCall; readonly context: CallContext }
  /** The call was made within the request that began the task. */
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly context: CallContext }
  /** A job that the task tells of already. */
  | { readonly kind: 'job'; readonly job: Job; readonly context: CallContext; readonly retryAfter?: number };
