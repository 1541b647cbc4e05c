// What kept a service from answering, as the problem that a caller is told of: a service that gave no reply failed too. Undefined for
// what is not its doing, such as wrong arguments.

import { failures, type GatewayError } from '../errors.ts';
import type { Problem } from './outcome.ts';

/** The status is ours: there was no reply. */
export function toUnanswered({ code, message, retryAfter }: GatewayError): Problem | undefined {
  if (!code.startsWith('upstream_') && code !== 'target_unavailable') return undefined;
  return {
    kind: 'problem',
    code,
    status: failures[code].http,
    message,
    content: { kind: 'empty' },
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
