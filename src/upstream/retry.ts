// Whether a request is sent again, and after what pause. Only what provably cannot do harm: any request of which no byte left, and
// safe ones whose connection broke or whose reply says "not now" (429 with Retry-After, 502, 503, 504). Never past the deadline,
// and only while a budget lasts, so that repeats cannot multiply the load on a target that is already failing. RFC 9110 §9.2.2.

import { parseRetryAfter } from '../lib/retry-after.ts';
import type { Reply } from '../net/collector.ts';
import { toErrorCode } from '../net/describe-failure.ts';
import type { FailedExchange } from './failure.ts';

export interface RetryPolicy {
  /** Attempts in all; 1 means no repeats. */
  readonly attempts: number;
  /** Milliseconds before the first repeat, doubled for each next; also the longest pause, Retry-After included. */
  readonly pause: number;
  readonly longestPause: number;
}

export type Attempt = { readonly kind: 'reply'; readonly reply: Reply } | FailedExchange;

/** What takes work to tell is only asked where it matters. */
export interface AttemptContext {
  readonly safe: boolean;
  /** Which attempt it was, from 1. */
  readonly attempt: number;
  /** Milliseconds left for the call. */
  readonly remaining: number;
  /** True when the next attempt can go to a replica that was not tried: no pause is needed then. */
  readonly hasOther: boolean;
}

export interface Retry {
  /** Milliseconds to wait before the next attempt, or undefined when this attempt was the last. */
  pauseAfter(attempt: Attempt, context: AttemptContext): number | undefined;
}

export interface RetryDeps {
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  /** Milliseconds since 1970, for Retry-After as a date. */
  readonly wallClock: () => number;
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_PRX_CONN',
]);
const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);
const notNow = new Set([502, 503, 504]);

const budgetSize = 20;
/** What each first attempt adds to the budget: one repeat for five calls. */
const budgetGain = 0.2;

export function createRetry(policy: RetryPolicy, deps: RetryDeps): Retry {
  let budget = budgetSize;

  return {
    pauseAfter(attempt, context) {
      const { safe, attempt: number } = context;
      if (number === 1) budget = Math.min(budgetSize, budget + budgetGain);
      if (!isRepeatable(attempt, safe)) return undefined;
      const { hasOther } = context;
      // To turn to another replica after a failed connection costs the target nothing, so it is limited by their number alone.
      if (hasOther && attempt.kind === 'failed' && !attempt.started) return 0;
      if (number >= policy.attempts || budget < 1) return undefined;
      const asked = attempt.kind === 'reply' ? readPause(attempt.reply, deps.wallClock()) : undefined;
      const backOff = hasOther
        ? 0
        : Math.min(policy.longestPause, policy.pause * 2 ** (number - 1)) * (0.5 + deps.random() / 2);
      const pause = asked === undefined || hasOther ? backOff : Math.max(asked, backOff);
      if (pause > policy.longestPause || pause >= context.remaining) return undefined;
      budget -= 1;
      return pause;
    },
  };
}

function isRepeatable(attempt: Attempt, safe: boolean): boolean {
  if (attempt.kind === 'reply') {
    const { status, headers } = attempt.reply;
    return safe && (notNow.has(status) || (status === 429 && headers['retry-after'] !== undefined));
  }
  const code = toErrorCode(attempt.error);
  if (!attempt.started) return neverConnected.has(code);
  return safe && broken.has(code);
}

/** Milliseconds that the reply asks to wait. */
function readPause({ headers }: Reply, now: number): number | undefined {
  const seconds = parseRetryAfter(headers['retry-after'], now);
  return seconds === undefined ? undefined : seconds * 1000;
}
