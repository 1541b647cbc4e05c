// What one HTTP request tells about a call, whichever binding reads it: who sent it, its trace, the extensions it activates, and
// the record for its log line. A2A 1.0 §3.2.6 (service parameters).

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressedAgent, RequestContext } from '../a2a/exchange.ts';
import { activateExtensions } from '../a2a/extension.ts';
import { startCallRecord } from '../observe/call-log.ts';
import { continueTrace } from '../lib/trace-context.ts';
import { Disconnect } from './disconnect.ts';

export function readRequestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  agent: AddressedAgent,
): RequestContext {
  const { id: requestId, headers } = request;
  const { traceId, traceparent, tracestate } = continueTrace(headers['traceparent'], headers['tracestate']);
  return {
    agent,
    call: {
      requestId,
      traceparent,
      tracestate,
      headers,
      // Not a getter: V8 gives each object literal with one a hidden class of its own, which lives, with all that the getter holds,
      // until the next full collection.
      signal: new Disconnect(reply.raw),
    },
    extensions: activateExtensions(headers['a2a-extensions'], headers['x-a2a-extensions']),
    resumeAfter: readEventNumber(headers['last-event-id']),
    record: startCallRecord({ requestId, traceId }),
  };
}

/** The number in a `Last-Event-ID`; other texts are not ours and mean nothing. */
function readEventNumber(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Tells the caller which of the extensions it asked for are active. */
export function echoExtensions(reply: FastifyReply, { extensions }: RequestContext): void {
  if (extensions.size > 0) reply.header('a2a-extensions', [...extensions].join(', '));
}

/** The protocol version that a request asks for, as sent: the header, else the query parameter. Empty when there is none. */
export function readVersion(request: FastifyRequest): string {
  const header = request.headers['a2a-version'];
  if (typeof header === 'string' && header.trim() !== '') return header;
  const query = (request.query as Readonly<Record<string, unknown>>)['A2A-Version'];
  return typeof query === 'string' ? query : '';
}
