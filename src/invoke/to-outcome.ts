// Step 7 of a call: the reply becomes an outcome. 2xx is success; all else is a problem with a code, one sentence and the body. A
// body that claims to be JSON and is not never goes on as JSON.

import type { FailureCode } from '../errors.ts';
import type { UpstreamResponse } from '../upstream/request.ts';
import type { Problem, Success } from './outcome.ts';
import { describeFailure, toExcerpt, toLabel } from './reply/describe-failure.ts';
import type { IsFailure } from './reply/disguised-failure.ts';
import { readContent, type ReadReply } from './reply/read-content.ts';
import { parseRetryAfter } from '../lib/retry-after.ts';

export interface ReplyContext {
  readonly method: string;
  /** True when the caller's own credentials went along: then a 401 is the caller's to solve. */
  readonly forwardedCredentials: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the body of a 2xx is an error all the same. */
  readonly isFailure?: IsFailure;
}

/** Statuses that mean "later": request timeout, too many requests, unavailable. */
const busy: ReadonlySet<number> = new Set([408, 429, 503]);

export function toOutcome(response: UpstreamResponse, context: ReplyContext): Success | Problem {
  const { status } = response;
  const reply = readContent(response, context.method);
  // 304 answers a conditional request: what the caller has is still right.
  const success = (status >= 200 && status < 300) || status === 304;
  if (success && reply.malformed !== true) {
    const { content } = reply;
    const isFailure = content.kind === 'json' && context.isFailure?.(content.text) === true;
    return isFailure
      ? toProblem('upstream_failed', { response, reply, context })
      : { kind: 'success', status, content };
  }
  return toProblem(success ? 'upstream_bad_reply' : classify(status, context), { response, reply, context });
}

function classify(status: number, { forwardedCredentials }: ReplyContext): FailureCode {
  if (busy.has(status)) return 'upstream_busy';
  if (status === 401 && forwardedCredentials) return 'upstream_unauthorized';
  if (status >= 300 && status < 400) return 'upstream_redirected';
  return status >= 400 && status < 500 ? 'upstream_rejected' : 'upstream_failed';
}

interface Failed {
  readonly response: UpstreamResponse;
  readonly reply: ReadReply;
  readonly context: ReplyContext;
}

function toProblem(code: FailureCode, { response, reply, context }: Failed): Problem {
  const { status, headers } = response;
  const { content } = reply;
  const retryAfter = code === 'upstream_busy' ? parseRetryAfter(headers['retry-after'], context.now) : undefined;
  const challenge = code === 'upstream_unauthorized' ? headers['www-authenticate'] : undefined;
  return {
    kind: 'problem',
    code,
    status,
    message: toMessage(code, status, reply),
    content,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(challenge !== undefined && { challenge }),
  };
}

function toMessage(code: FailureCode, status: number, { content }: ReadReply): string {
  if (code === 'upstream_redirected')
    return `The service answered with a redirect (${toLabel(status)}), which is not followed.`;
  if (code !== 'upstream_bad_reply') return describeFailure(status, content);
  const excerpt = content.kind === 'text' ? toExcerpt(content) : '';
  return `The service answered ${toLabel(status)} with a body that says it is JSON and is not: ${excerpt}`;
}
