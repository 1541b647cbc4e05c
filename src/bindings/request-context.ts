// What one HTTP request tells about a call, whichever binding reads it: who sent it, its trace, the extensions it activates, and
// the record for its log line. A2A 1.0 §3.2.6 (service parameters).

import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../a2a/exchange.ts';
import { activateExtensions } from '../a2a/extension.ts';
import { startCallRecord } from '../observe/call-log.ts';
import { readTraceContext } from '../lib/trace-context.ts';

export function readRequestContext(request: FastifyRequest, reply: FastifyReply): RequestContext {
  const { id: requestId, headers } = request;
  const { traceId, ...trace } = readTraceContext(headers['traceparent'], headers['tracestate']);
  let signal: AbortSignal | undefined;
  return {
    call: {
      requestId,
      ...trace,
      headers,
      // Made only when a call asks for it: an AbortController per request is dear.
      get signal() {
        signal ??= abortOnDisconnect(reply.raw);
        return signal;
      },
    },
    extensions: activateExtensions([headers['a2a-extensions'], headers['x-a2a-extensions']]),
    record: startCallRecord({ requestId, traceId }),
  };
}

// Not `request.signal`: it goes off as soon as the body of a POST has been read (Fastify 5.12 on Node 24).
function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    if (!response.writableEnded) controller.abort(new Error('the caller has gone away'));
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
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
