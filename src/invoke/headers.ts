// Step 5 of a call: the headers of the upstream request. From weak to strong: the caller's headers that the target lets pass,
// arguments, the target's static headers. What frames a message or belongs to one connection is never taken from anyone. RFC 9110 §7.6.1.

import { connectionHeaders, framingHeaders } from '../lib/http-headers.ts';
import { createRecord } from '../lib/record.ts';
import { startTrace } from '../lib/trace-context.ts';
import type { CallContext } from './call.ts';
import type { Credentials } from './credentials.ts';
import { isHeaderValue } from './serialise/header-value.ts';
import type { TargetPolicy } from './target-policy.ts';

/** Written by the gateway: they describe its own body, the replies that it can read, and the trace. */
export const ownHeaders: readonly string[] = [
  'content-type',
  'content-encoding',
  'content-range',
  'accept',
  'accept-encoding',
  'traceparent',
  'tracestate',
];

const neverSet: ReadonlySet<string> = new Set([...connectionHeaders, ...framingHeaders]);
const neverForwarded: ReadonlySet<string> = new Set([...neverSet, ...ownHeaders]);
const neverArgument: ReadonlySet<string> = new Set([...neverForwarded, 'authorization']);

/** True for a header that no argument may set. OAS 3.1.1 §4.8.12.1 names accept, content-type and authorization. */
export function isReservedHeader(name: string): boolean {
  return neverArgument.has(name.toLowerCase());
}

export interface HeaderPlan {
  readonly accept: string;
  /** False when the base URL is at an origin that may see no headers of the target or the caller. */
  readonly trusted: boolean;
  readonly fixed: Readonly<Record<string, string>>;
  /** The operator's cookies, which go after all others. */
  readonly cookies: readonly string[];
  /** Names of caller headers, in lower case. */
  readonly forward: readonly string[];
  /** Those of `forward` that say who calls. */
  readonly credentials: ReadonlySet<string>;
}

export interface HeaderPlanOptions {
  readonly policy: TargetPolicy;
  readonly baseUrl: string;
  readonly accept: string;
  /** As in `Operation.credentialParameters`: `header:x-api-key`. */
  readonly credentials: ReadonlySet<string>;
  /** The operator's credentials for the operation. */
  readonly own: Credentials;
}

/** True when the target's headers and credentials may be seen at this base URL. */
export function isTrusted(policy: TargetPolicy, baseUrl: string): boolean {
  return policy.origins?.has(new URL(baseUrl).origin) ?? true;
}

export function compileHeaderPlan({ policy, baseUrl, accept, credentials, own }: HeaderPlanOptions): HeaderPlan {
  const trusted = isTrusted(policy, baseUrl);
  const fixed = createRecord<string>();
  if (trusted) {
    for (const [name, value] of policy.headers) {
      const lower = name.toLowerCase();
      if (!neverSet.has(lower)) fixed[lower] = value;
    }
    for (const [name, value] of own.headers) fixed[name] = value;
  }
  const listed = trusted ? policy.forwardHeaders.map((name) => name.toLowerCase()) : [];
  const forward = [...new Set(listed)].filter((name) => !neverForwarded.has(name) && fixed[name] === undefined);
  const identifying = new Set(['authorization', 'cookie', 'x-api-key']);
  for (const credential of credentials)
    if (credential.startsWith('header:')) identifying.add(credential.slice('header:'.length));
  return {
    accept,
    trusted,
    fixed,
    cookies: trusted ? own.cookies : [],
    forward,
    credentials: new Set(forward.filter((name) => identifying.has(name))),
  };
}

export interface SentHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** True when the caller's own credentials went along. */
  readonly forwardedCredentials: boolean;
}

export interface OwnHeaders {
  /** From header and cookie arguments. */
  readonly fromArguments: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  /** Of a write; an argument or a header of the caller or the target of that name wins. */
  readonly idempotencyKey?: string | undefined;
}

export function buildHeaders(plan: HeaderPlan, own: OwnHeaders, context: CallContext): SentHeaders {
  const headers = createRecord<string>();
  headers['accept'] = plan.accept;
  if (own.idempotencyKey !== undefined) headers['idempotency-key'] = own.idempotencyKey;
  let forwardedCredentials = false;
  if (plan.forward.length > 0) {
    const hopByHop = listedInConnection(context.headers['connection']);
    for (const name of plan.forward) {
      const value = joinValues(name, context.headers[name]);
      if (value === undefined || hopByHop.has(name) || !isHeaderValue(value)) continue;
      headers[name] = value;
      forwardedCredentials ||= plan.credentials.has(name) && own.fromArguments[name] === undefined;
    }
  }
  for (const name of Object.keys(own.fromArguments)) {
    const value = own.fromArguments[name] ?? '';
    headers[name] = name === 'cookie' && headers[name] !== undefined ? `${headers[name]}; ${value}` : value;
  }
  Object.assign(headers, plan.fixed);
  if (plan.cookies.length > 0)
    headers['cookie'] = [headers['cookie'], ...plan.cookies].filter((pair) => pair !== undefined).join('; ');
  if (own.contentType !== undefined) headers['content-type'] = own.contentType;
  headers['traceparent'] = context.traceparent ?? startTrace().traceparent;
  if (context.tracestate !== undefined) headers['tracestate'] = context.tracestate;
  return { headers, forwardedCredentials };
}

const nothingListed: ReadonlySet<string> = new Set();

/** Names that the caller declared to belong to its connection. */
export function listedInConnection(value: string | readonly string[] | undefined): ReadonlySet<string> {
  if (value === undefined || value === 'keep-alive') return nothingListed;
  return new Set([value].flat().flatMap((line) => line.split(',').map((name) => name.trim().toLowerCase())));
}

function joinValues(name: string, value: string | readonly string[] | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return value.length === 0 ? undefined : value.join(name === 'cookie' ? '; ' : ', ');
}
