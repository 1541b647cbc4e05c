// Whatever went wrong with a request as a failure that may be shown: Fastify's own errors by look-up, ours as they are, and a bug
// as `internal` with its text withheld and the request id given instead.

import { errorToFailure, type Failure } from '../a2a/failure.ts';
import { GatewayError, toGatewayError, type FailureCode } from '../errors.ts';

const fastifyCodes: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body_too_large'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'request_type_not_supported'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'invalid_request'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'invalid_request'],
  ['FST_ERR_BAD_URL', 'not_found'],
]);

export interface RequestFailure {
  readonly failure: Failure;
  /** For the log alone. */
  readonly detail: string | undefined;
}

export function toRequestFailure(thrown: unknown, requestId: string): RequestFailure {
  const error = fromFastify(thrown) ?? toGatewayError(thrown);
  const failure = errorToFailure(error);
  if (error.code !== 'internal') return { failure, detail: error.detail };
  const message = `Internal error of the gateway; its log tells more under request id ${requestId}.`;
  return { failure: { ...failure, message, metadata: { requestId } }, detail: error.detail };
}

function fromFastify(thrown: unknown): GatewayError | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string') return undefined;
  const code = fastifyCodes.get(thrown.code);
  if (code !== undefined) return new GatewayError(code, undefined, { cause: thrown });
  return isCallersFault(thrown) ? new GatewayError('invalid_request', thrown.message, { cause: thrown }) : undefined;
}

/** Fastify's other errors that name a status of the caller, such as a method that demands a header. Their text says what is wrong. */
function isCallersFault(error: Error & { readonly code?: unknown; readonly statusCode?: unknown }): boolean {
  return String(error.code).startsWith('FST_') && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500;
}
