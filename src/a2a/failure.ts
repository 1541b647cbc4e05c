// A failed operation without a wire: what a binding needs to tell the caller. It comes from a thrown `GatewayError` or from an
// upstream's reply that is a problem; `codec.errorData` and the row of `errors.ts` turn it into the wire's error.

import { failures, type FailureCode, type GatewayError, type Violation } from '../errors.ts';
import type { Content, Problem } from '../invoke/outcome.ts';

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly violations: readonly Violation[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** What the upstream answered, when it did. */
  readonly upstream: { readonly status: number; readonly content: Content } | undefined;
  /** The upstream's `WWW-Authenticate`. */
  readonly challenge: string | undefined;
}

// Callers of a busy service need some delay to wait for, also when the service names none.
const defaultRetryAfter = 1;

export function errorToFailure(error: GatewayError): Failure {
  return {
    code: error.code,
    message: error.message,
    violations: error.violations,
    metadata: error.metadata,
    retryAfter: error.retryAfter ?? retryAfterOf(error.code),
    upstream: undefined,
    challenge: undefined,
  };
}

export function problemToFailure(problem: Problem): Failure {
  return {
    code: problem.code,
    message: problem.message,
    violations: [],
    metadata: {},
    retryAfter: problem.retryAfter ?? retryAfterOf(problem.code),
    upstream: { status: problem.status, content: problem.content },
    challenge: problem.challenge,
  };
}

function retryAfterOf(code: FailureCode): number | undefined {
  return failures[code].retryable && failures[code].grpc === 'UNAVAILABLE' && failures[code].http === 503
    ? defaultRetryAfter
    : undefined;
}
