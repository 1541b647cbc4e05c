// Why nothing came of asking the model. The code goes to the log; what the server said never does, since it may repeat what a caller
// wrote.

import { GatewayError } from '../../errors.ts';

export const modelFailureCodes = [
  /** The budget is used up. */
  'budget',
  /** The server failed or asked for a pause, and is left alone for a while. */
  'resting',
  /** The message is longer than the budget lets a prompt be. */
  'too_long',
  'timeout',
  'unreachable',
  /** Its reply is larger than any answer. */
  'too_large',
  /** Another status than 200. */
  'status',
  /** What it sent is no chat completion. */
  'malformed',
  /** The answer was cut off by the token limit. */
  'cut_off',
  /** The model or its server would not answer. */
  'declined',
  'unknown_tool',
  'several_calls',
  'bad_arguments',
  /** A text that is no question to the caller. */
  'no_question',
  /** A text that cannot stand before an answer. */
  'no_summary',
  /** The answer repeats the API key. */
  'secret',
  /** The caller has gone. */
  'gone',
  /** A mistake of ours. */
  'internal',
] as const;

export type ModelFailureCode = (typeof modelFailureCodes)[number];

export interface ModelFailureFacts {
  /** HTTP status of the reply. */
  readonly status?: number;
  /** The server's own word for it, such as `model_not_found`. */
  readonly reason?: string;
  /** Milliseconds that the server asked to be left alone for. */
  readonly pause?: number;
}

const freeOfCharge: ReadonlySet<ModelFailureCode> = new Set(['status', 'unreachable', 'resting']);

export class ModelFailure extends Error {
  readonly code: ModelFailureCode;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly pause: number | undefined;

  constructor(code: ModelFailureCode, facts: ModelFailureFacts = {}) {
    super(`the model was of no use: ${code}`);
    this.name = 'ModelFailure';
    this.code = code;
    this.status = facts.status;
    this.reason = facts.reason;
    this.pause = facts.pause;
  }

  /** Whether the model may have worked all the same. */
  get mayHaveCost(): boolean {
    return !freeOfCharge.has(this.code);
  }
}

/** Anything thrown: a mistake of ours may not cost the caller the answer that there is without a model. */
export function toModelFailure(thrown: unknown): ModelFailure {
  if (thrown instanceof ModelFailure) return thrown;
  if (thrown instanceof GatewayError) return new ModelFailure('internal', { reason: thrown.code });
  return new ModelFailure('internal', thrown instanceof Error ? { reason: thrown.name } : {});
}
