// The one table of failures: what each code means on every wire. Rooms throw `GatewayError` with a code of this table;
// bindings only look rows up. `message` may reach callers, `detail` goes to the log alone. A2A 1.0.1 §5.4, JSON-RPC 2.0 §5.1.

/** How one failure looks on each wire. */
export interface FailureRow {
  /** HTTP status on HTTP+JSON and on our own addresses. */
  readonly http: number;
  /** JSON-RPC error code. */
  readonly jsonRpc: number;
  /** Name of the gRPC status, also the `status` of an HTTP+JSON error body. */
  readonly grpc: string;
  /** `ErrorInfo.reason`. */
  readonly reason: string;
  /** True for the nine errors that A2A itself defines: their `ErrorInfo.domain` is `a2a-protocol.org`. */
  readonly a2a: boolean;
  /** True when JSON-RPC answers with the HTTP status too, instead of 200. */
  readonly keepsHttpStatus: boolean;
  readonly level: 'info' | 'warn' | 'error';
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** What a caller reads when the thrower said nothing better. */
  readonly sentence: string;
}

type Shape = Omit<FailureRow, 'a2a' | 'keepsHttpStatus' | 'level' | 'retryable'> & Partial<FailureRow>;

const row = (shape: Shape): FailureRow => ({
  a2a: false,
  keepsHttpStatus: false,
  level: 'info',
  retryable: false,
  ...shape,
});

const a2a = (http: number, jsonRpc: number, grpc: string, reason: string, sentence: string): FailureRow =>
  row({ http, jsonRpc, grpc, reason, sentence, a2a: true });

const bad = (jsonRpc: number, reason: string, sentence: string): FailureRow =>
  row({ http: 400, jsonRpc, grpc: 'INVALID_ARGUMENT', reason, sentence });

const upstream = (http: number, grpc: string, reason: string, sentence: string, retryable = true): FailureRow =>
  row({ http, jsonRpc: -32603, grpc, reason, sentence, level: 'warn', retryable });

const startup = (reason: string, sentence: string): FailureRow =>
  row({ http: 500, jsonRpc: -32603, grpc: 'INTERNAL', reason, sentence, level: 'error' });

export const failures = {
  // JSON-RPC framing
  parse_error: bad(-32700, 'PARSE_ERROR', 'The request body is not valid JSON.'),
  invalid_request: bad(-32600, 'INVALID_REQUEST', 'The request is not a JSON-RPC 2.0 request object.'),
  method_not_found: row({
    http: 404,
    jsonRpc: -32601,
    grpc: 'UNIMPLEMENTED',
    reason: 'METHOD_NOT_FOUND',
    sentence: 'Method not found.',
  }),
  invalid_params: bad(-32602, 'INVALID_PARAMS', 'The parameters are not valid.'),
  internal: row({
    http: 500,
    jsonRpc: -32603,
    grpc: 'INTERNAL',
    reason: 'INTERNAL_ERROR',
    level: 'error',
    sentence: 'Internal error of the gateway.',
  }),

  // A2A
  task_not_found: a2a(404, -32001, 'NOT_FOUND', 'TASK_NOT_FOUND', 'Task not found.'),
  task_not_cancelable: a2a(400, -32002, 'FAILED_PRECONDITION', 'TASK_NOT_CANCELABLE', 'The task cannot be cancelled.'),
  push_not_supported: a2a(
    400,
    -32003,
    'FAILED_PRECONDITION',
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
    'This agent does not send push notifications.',
  ),
  unsupported_operation: a2a(
    400,
    -32004,
    'FAILED_PRECONDITION',
    'UNSUPPORTED_OPERATION',
    'This agent does not support the operation.',
  ),
  content_type_not_supported: a2a(
    400,
    -32005,
    'INVALID_ARGUMENT',
    'CONTENT_TYPE_NOT_SUPPORTED',
    'The media type is not supported.',
  ),
  invalid_agent_response: a2a(
    500,
    -32006,
    'INTERNAL',
    'INVALID_AGENT_RESPONSE',
    'The agent gave an answer that is not valid A2A.',
  ),
  extended_card_not_configured: a2a(
    400,
    -32007,
    'FAILED_PRECONDITION',
    'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
    'This agent has no extended card.',
  ),
  extension_required: a2a(
    400,
    -32008,
    'FAILED_PRECONDITION',
    'EXTENSION_SUPPORT_REQUIRED',
    'The agent requires an extension that the request does not activate.',
  ),
  version_not_supported: a2a(
    400,
    -32009,
    'FAILED_PRECONDITION',
    'VERSION_NOT_SUPPORTED',
    'The requested A2A version is not supported.',
  ),
  request_type_not_supported: row({
    http: 400,
    jsonRpc: -32005,
    grpc: 'INVALID_ARGUMENT',
    reason: 'CONTENT_TYPE_NOT_SUPPORTED',
    a2a: true,
    keepsHttpStatus: true,
    sentence: 'Send the request as application/json.',
  }),

  // Choosing a skill and its arguments
  skill_not_found: bad(-32602, 'SKILL_NOT_FOUND', 'There is no such skill.'),
  skill_unresolved: bad(-32602, 'SKILL_UNRESOLVED', 'The message does not say which skill to use.'),
  skill_ambiguous: bad(-32602, 'SKILL_AMBIGUOUS', 'More than one skill fits the message.'),
  part_not_usable: bad(-32602, 'PART_NOT_USABLE', 'A part of the message cannot be used by the skill.'),
  invalid_arguments: bad(-32602, 'INVALID_ARGUMENTS', 'The arguments do not fit the skill.'),
  target_unavailable: row({
    http: 503,
    jsonRpc: -32603,
    grpc: 'UNAVAILABLE',
    reason: 'TARGET_UNAVAILABLE',
    level: 'warn',
    retryable: true,
    sentence: 'The service behind this skill is not available.',
  }),

  // The upstream
  upstream_rejected: row({
    http: 400,
    jsonRpc: -32602,
    grpc: 'INVALID_ARGUMENT',
    reason: 'UPSTREAM_REJECTED',
    sentence: 'The service refused the request.',
  }),
  upstream_busy: upstream(503, 'UNAVAILABLE', 'UPSTREAM_BUSY', 'The service is busy; try again later.'),
  upstream_unauthorized: row({
    http: 401,
    jsonRpc: -32602,
    grpc: 'UNAUTHENTICATED',
    reason: 'UPSTREAM_UNAUTHORIZED',
    keepsHttpStatus: true,
    sentence: 'The service did not accept the credentials.',
  }),
  upstream_failed: upstream(502, 'INTERNAL', 'UPSTREAM_FAILED', 'The service failed.'),
  upstream_redirected: upstream(
    502,
    'INTERNAL',
    'UPSTREAM_REDIRECTED',
    'The service answered with a redirect, which is not followed.',
    false,
  ),
  upstream_unreachable: upstream(502, 'UNAVAILABLE', 'UPSTREAM_UNREACHABLE', 'The service cannot be reached.'),
  upstream_outcome_unknown: upstream(
    502,
    'UNKNOWN',
    'UPSTREAM_OUTCOME_UNKNOWN',
    'The connection to the service broke after the request was sent; the outcome is unknown.',
    false,
  ),
  upstream_timeout: upstream(504, 'DEADLINE_EXCEEDED', 'UPSTREAM_TIMEOUT', 'The service did not answer in time.'),
  upstream_bad_reply: upstream(
    502,
    'INTERNAL',
    'UPSTREAM_BAD_REPLY',
    'The service gave an answer that cannot be read.',
    false,
  ),
  upstream_reply_too_large: upstream(
    502,
    'RESOURCE_EXHAUSTED',
    'UPSTREAM_REPLY_TOO_LARGE',
    'The answer of the service is larger than the limit.',
    false,
  ),
  address_not_allowed: row({
    http: 403,
    jsonRpc: -32603,
    grpc: 'PERMISSION_DENIED',
    reason: 'ADDRESS_NOT_ALLOWED',
    level: 'warn',
    sentence: 'The address is not allowed.',
  }),

  // Our own addresses
  not_found: row({
    http: 404,
    jsonRpc: -32601,
    grpc: 'NOT_FOUND',
    reason: 'NOT_FOUND',
    sentence: 'There is nothing at this address.',
  }),
  verb_not_allowed: row({
    http: 405,
    jsonRpc: -32601,
    grpc: 'UNIMPLEMENTED',
    reason: 'METHOD_NOT_ALLOWED',
    keepsHttpStatus: true,
    sentence: 'This address does not take that HTTP method.',
  }),
  body_too_large: row({
    http: 413,
    jsonRpc: -32600,
    grpc: 'RESOURCE_EXHAUSTED',
    reason: 'BODY_TOO_LARGE',
    keepsHttpStatus: true,
    sentence: 'The request body is larger than the limit.',
  }),
  overloaded: row({
    http: 503,
    jsonRpc: -32603,
    grpc: 'UNAVAILABLE',
    reason: 'OVERLOADED',
    keepsHttpStatus: true,
    level: 'warn',
    retryable: true,
    sentence: 'The gateway is busy or shutting down; try again later.',
  }),
  store_unavailable: row({
    http: 503,
    jsonRpc: -32603,
    grpc: 'UNAVAILABLE',
    reason: 'STORE_UNAVAILABLE',
    keepsHttpStatus: true,
    level: 'error',
    retryable: true,
    sentence: 'The store of the gateway cannot be used at the moment; try again later.',
  }),

  // Starting up and the command line
  usage: startup('USAGE', 'The command line cannot be understood.'),
  config_invalid: startup('CONFIG_INVALID', 'The configuration is not valid.'),
  too_many_targets: startup('TOO_MANY_TARGETS', 'There are more targets than gateway.maxTargets allows.'),
  access_required: startup('ACCESS_REQUIRED', 'Listening beyond loopback needs `access` in the configuration.'),
  document_unreadable: startup('DOCUMENT_UNREADABLE', 'The OpenAPI document cannot be read.'),
  listen_failed: startup('LISTEN_FAILED', 'The gateway cannot listen on its address.'),
} as const satisfies Record<string, FailureRow>;

export type FailureCode = keyof typeof failures;

/** One thing wrong with the input: where (`message.parts[0]`, `operands[1]`) and what was found and expected. */
export interface Violation {
  readonly field: string;
  readonly description: string;
}

export interface GatewayErrorOptions {
  /** For the log only. */
  readonly detail?: string;
  readonly cause?: unknown;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
  readonly violations?: readonly Violation[];
  /** Facts for `ErrorInfo.metadata`; values are strings. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A broken contract: bad input, no such thing, not allowed, out of reach. Expected replies of an upstream are outcomes instead. */
export class GatewayError extends Error {
  readonly code: FailureCode;
  readonly detail: string | undefined;
  readonly retryAfter: number | undefined;
  readonly violations: readonly Violation[];
  readonly metadata: Readonly<Record<string, string>>;

  constructor(code: FailureCode, message?: string, options: GatewayErrorOptions = {}) {
    super(message ?? failures[code].sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.detail = options.detail;
    this.retryAfter = options.retryAfter;
    this.violations = options.violations ?? [];
    this.metadata = options.metadata ?? {};
  }
}

/** Anything thrown becomes a `GatewayError`; what is not one already is `internal`, its text kept for the log. */
export function toGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return new GatewayError('internal', undefined, { cause: thrown, detail });
}
