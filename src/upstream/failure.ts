// The one look-up from what kept us from having a reply to the failure that callers see. It hangs on three facts: had the request
// started to leave, had the reply begun, and is the operation safe. Messages name the target, never its host; that is `detail`.

import { GatewayError, type FailureCode } from '../errors.ts';
import { describeFailure, toErrorCode } from '../net/describe-failure.ts';
import { ReplyError } from '../net/reply-error.ts';

/** Why a call was ended from our side. */
export class EndedError extends Error {
  /** What the caller's signal was aborted with, or undefined when the time was up. */
  readonly reason: unknown;
  readonly timedOut: boolean;

  constructor(timedOut: boolean, reason?: unknown) {
    super(timedOut ? 'the time was up' : 'the caller has gone');
    this.name = 'EndedError';
    this.timedOut = timedOut;
    this.reason = reason;
  }
}

/** An exchange that ended without a reply. */
export interface FailedExchange {
  readonly kind: 'failed';
  readonly error: Error;
  /** True once bytes of the request may have left. */
  readonly started: boolean;
  /** True once the reply had begun. */
  readonly answered: boolean;
}

export interface FailureContext {
  readonly target: string;
  readonly safe: boolean;
  /** Milliseconds that the call had. */
  readonly timeout: number;
  /** Where it was sent, for the log. */
  readonly baseUrl: string;
}

/** What to throw: a `GatewayError`, or the caller's own reason when the caller ended the call. */
export function toThrown(failed: FailedExchange, context: FailureContext): unknown {
  const { error } = failed;
  if (error instanceof EndedError && !error.timedOut) return error.reason;
  if (error instanceof GatewayError) return withoutHost(error, context.target);
  const detail = `${context.baseUrl}: ${error.message}${toErrorCode(error) === '' ? '' : ` (${toErrorCode(error)})`}`;
  const options = { detail, cause: error, metadata: { target: context.target } };
  const code = toFailureCode(failed, context.safe);
  return new GatewayError(code, toMessage(code, failed, context), options);
}

/** The guard names the host that it refused, which callers have no need to know. */
function withoutHost(error: GatewayError, target: string): GatewayError {
  const message = `Target "${target}" is not at a public address. Name its address under "upstreams" to allow it.`;
  return new GatewayError(error.code, message, {
    detail: `${error.message} ${error.detail ?? ''}`,
    cause: error,
    metadata: { target },
  });
}

function toFailureCode({ error, started, answered }: FailedExchange, safe: boolean): FailureCode {
  if (error instanceof ReplyError)
    return error.problem === 'too_large' ? 'upstream_reply_too_large' : 'upstream_bad_reply';
  if (isUnsendable(error)) return started ? 'upstream_unreachable' : 'internal';
  if (error instanceof EndedError) return started && !safe ? 'upstream_outcome_unknown' : 'upstream_timeout';
  if (answered || isUnreadable(error)) return 'upstream_bad_reply';
  return started && !safe ? 'upstream_outcome_unknown' : 'upstream_unreachable';
}

const unsendable = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'UND_ERR_NOT_SUPPORTED']);

/** True for a request that cannot be put on the wire; whoever built it should have refused it. Once sent: a proxy's 407. */
export function isUnsendable(error: Error): boolean {
  return unsendable.has(toErrorCode(error));
}

/** True for a reply that is not HTTP, is too large in its headers, or is shorter than it said. */
function isUnreadable(error: Error): boolean {
  const code = toErrorCode(error);
  return (
    code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  );
}

function toMessage(
  code: FailureCode,
  { error, answered }: FailedExchange,
  context: FailureContext,
): string | undefined {
  const target = `Target "${context.target}"`;
  const seconds = context.timeout / 1000;
  const late = error instanceof EndedError;
  switch (code) {
    case 'upstream_reply_too_large':
      return `The reply of target "${context.target}" is larger than allowed: ${error.message}. Ask for less, or raise maxReplySize.`;
    case 'upstream_bad_reply':
      return `${target} gave a reply that cannot be read: ${describeBadReply(error)}.`;
    case 'upstream_timeout':
      return `${target} did not ${answered ? 'finish its answer' : 'answer'} within ${seconds} s.`;
    case 'upstream_outcome_unknown': {
      const what = late ? `it did not answer within ${seconds} s` : describeFailure(error);
      return `The request was sent to target "${context.target}", but ${what}; whether it was carried out is unknown. Look before you repeat it.`;
    }
    case 'upstream_unreachable':
      return `${target} cannot be reached: ${describeFailure(error)}.`;
    default:
      return undefined;
  }
}

function describeBadReply(error: Error): string {
  if (error instanceof ReplyError) return error.message;
  return isUnreadable(error) ? describeFailure(error) : 'the connection broke before its end';
}
