// The headers of a pass-through request and of its reply. End-to-end headers go on as they are; what belongs to one connection never
// does; credentials (authorization, cookie) only when the target's `forwardHeaders` names them; what the gateway answers for
// (who the caller is, trace, request id) is its own; the target's static headers win. RFC 9110 §7.6.

import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../invoke/credentials.ts';
import { listedInConnection } from '../invoke/headers.ts';
import { connectionHeaders } from '../lib/http-headers.ts';
import type { TargetPolicy } from '../invoke/target-policy.ts';
import { continueTrace } from '../lib/trace-context.ts';
import { addToCookie } from './passthrough-credentials.ts';

const hopByHop: ReadonlySet<string> = new Set(connectionHeaders);
/** Written by the gateway, or by nobody: a caller could pretend to be another, or to be let in by a proxy. */
const owned: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'expect',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-real-ip',
  'x-request-id',
  'traceparent',
  'tracestate',
  'via',
]);
const onlyWhenNamed: ReadonlySet<string> = new Set(['authorization', 'cookie']);

/** What the gateway knows of the request. */
export interface Passed {
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** The caller's address. */
  readonly address: string;
  /** Where the caller reaches what is below the base URL: `https://agents.example/proxy/pets`. */
  readonly publicBase: string;
  readonly hasBody: boolean;
}

export function toUpstreamHeaders(
  passed: Passed,
  policy: TargetPolicy,
  credentials: Credentials,
): Record<string, string> {
  const { headers: given, requestId, address, publicBase, hasBody } = passed;
  const headers = Object.create(null) as Record<string, string>;
  const forConnection = listedInConnection(given.connection);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || hopByHop.has(name) || owned.has(name) || forConnection.has(name)) continue;
    if (onlyWhenNamed.has(name) && !policy.forwardHeaders.includes(name)) continue;
    headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  const length = given['content-length'];
  if (hasBody && length !== undefined) headers['content-length'] = length;
  const { origin, protocol, host, pathname } = new URL(publicBase);
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = protocol === 'https:' ? 'https' : 'http';
  if (publicBase !== origin) headers['x-forwarded-prefix'] = pathname;
  headers['via'] = given.via === undefined ? '1.1 skillgate' : `${given.via}, 1.1 skillgate`;
  const { traceparent, tracestate } = continueTrace(given['traceparent'], given['tracestate']);
  headers['traceparent'] = traceparent;
  if (tracestate !== undefined) headers['tracestate'] = tracestate;
  for (const [name, value] of [...policy.headers, ...credentials.headers])
    if (!hopByHop.has(name)) headers[name] = value;
  const cookie = addToCookie(headers['cookie'], credentials.cookies);
  if (cookie !== undefined) headers['cookie'] = cookie;
  return headers;
}

export type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The reply's headers that the caller gets. Cookies only where the caller's are passed on: on one host, all targets share them. */
export function toCallerHeaders(
  reply: ReplyHeaders,
  { forwardHeaders }: Pick<TargetPolicy, 'forwardHeaders'>,
): readonly (readonly [string, string | string[]])[] {
  const forConnection = listedInConnection(reply['connection']);
  const withCookies = forwardHeaders.includes('cookie');
  const kept: [string, string | string[]][] = [];
  for (const [name, value] of Object.entries(reply)) {
    if (value === undefined || hopByHop.has(name) || forConnection.has(name) || name === 'x-request-id') continue;
    if (name === 'set-cookie' && !withCookies) continue;
    kept.push([name, value]);
  }
  return kept;
}
