// One pass-through request from its arrival to its reply: where it goes, what goes along, what comes back, and the line for the log.
// Bodies stream in both directions; the only thing that is changed on the way is headers.

import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Catalog } from '../catalog/catalog.ts';
import { GatewayError } from '../errors.ts';
import { chooseCredentials } from '../invoke/credentials.ts';
import { readTraceContext } from '../lib/trace-context.ts';
import { startCallRecord, createCallLog, type CallEnd } from '../observe/call-log.ts';
import type { Log } from '../observe/log.ts';
import type { StreamRequest, StreamResponse } from '../upstream/open.ts';
import { Disconnect } from './disconnect.ts';
import { CallerGone, hasBody, openBody } from './passthrough-body.ts';
import { addToQuery } from './passthrough-credentials.ts';
import { toCallerHeaders, toUpstreamHeaders } from './passthrough-headers.ts';
import { rewriteLocation } from './passthrough-location.ts';
import { parsePassedPath, type PassedPath } from './passthrough-path.ts';
import { createFindDestination, type Destination, type PassthroughTarget } from './passthrough-target.ts';
import { sendPlainError, sendPlainFailure } from './plain-error.ts';
import type { PublicUrl } from './public-url.ts';
import { letAnswerThrough } from './refused-body.ts';
import { toRequestFailure } from './request-failure.ts';

export interface PassOptions {
  readonly target: PassthroughTarget;
  readonly catalog: () => Catalog;
  readonly open: (request: StreamRequest) => Promise<StreamResponse>;
  readonly publicUrl: PublicUrl;
  /** The address below the public URL, which is the `prefix` without that of the whole gateway: `/proxy/pets`, or empty. */
  readonly at: string;
  /** Bytes of a request. */
  readonly bodyLimit: number;
  readonly log: Log;
}

export type Pass = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `prefix` is the path below which requests arrive, as they name it. */
export function createPass(options: PassOptions, prefix: string): Pass {
  const { target, catalog, open, publicUrl, at, bodyLimit, log } = options;
  const writeCallLog = createCallLog(log);
  const findDestination = createFindDestination(target);

  return async (request, reply) => {
    const passed = parsePassedPath(request.url, prefix);
    const { method } = request;
    const { headers } = request.raw;
    const { traceId } = readTraceContext(headers['traceparent'], headers['tracestate']);
    const record = startCallRecord({ requestId: request.id, traceId });
    record.method = method;
    record.dialect = 'rest';
    record.target = target.id;
    let end: CallEnd = { status: 'ok' };
    reply.raw.once('close', () => writeCallLog(record, end));
    try {
      const destination = findDestination(catalog(), { ...passed, method, headers });
      record.skill = destination.skill?.id;
      const response = await open(toStreamRequest(request, reply, { passed, destination }));
      record.upstreamStatus = response.status;
      response.body.once('error', (error) => {
        end = { status: reply.raw.destroyed ? 'ok' : 'upstream_bad_reply', detail: error.message };
      });
      return sendResponse(request, reply, { passed, response });
    } catch (thrown) {
      const { failure, detail } = toRequestFailure(thrown, request.id);
      const gone = thrown instanceof CallerGone || (reply.raw.destroyed && safeMethods.has(method));
      end = gone ? { status: 'ok', detail: 'the caller has gone away' } : { status: failure.code, detail };
      if (reply.raw.destroyed) return reply.hijack();
      addFailureHeaders(request, reply, thrown);
      return sendPlainFailure(reply, failure);
    }
  };

  function toStreamRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    { passed, destination }: { readonly passed: PassedPath; readonly destination: Destination },
  ): StreamRequest {
    const { policy } = target;
    const safe = safeMethods.has(request.method);
    const body = openBody(request, bodyLimit);
    const publicBase = publicUrl.of(request) + at;
    const credentials = chooseCredentials(destination.skill?.operation.security ?? [], policy.credentials ?? new Map());
    const facts = {
      headers: request.raw.headers,
      requestId: request.id,
      address: toAddress(request.ip),
      publicBase,
      hasBody: hasBody(request),
    };
    return {
      target: target.id,
      method: request.method,
      baseUrl: destination.baseUrl,
      path: passed.path + addToQuery(passed.search, credentials.query),
      headers: toUpstreamHeaders(facts, policy, credentials),
      safe,
      timeout: policy.timeout,
      ...(body === undefined ? {} : { body }),
      // A write that was sent runs on when its caller has gone: nobody could tell what became of it.
      ...(safe ? { signal: new Disconnect(reply.raw) } : {}),
    };
  }

  function sendResponse(
    request: FastifyRequest,
    reply: FastifyReply,
    { passed, response }: { readonly passed: PassedPath; readonly response: StreamResponse },
  ): FastifyReply {
    const { status, headers, body, baseUrl } = response;
    if (reply.raw.destroyed || status > 599) {
      body.destroy();
      throw reply.raw.destroyed
        ? new CallerGone()
        : new GatewayError('upstream_bad_reply', `The service answered with the status ${status}.`);
    }
    reply.code(status);
    const bases = { upstream: baseUrl, public: publicUrl.of(request) + at };
    for (const [name, value] of toCallerHeaders(headers, target.policy)) {
      const isPlace = (name === 'location' || name === 'content-location') && typeof value === 'string';
      reply.header(name, isPlace ? rewriteLocation(value, passed.path, bases) : value);
    }
    // The service did not wait for the rest of the request, and what is left of it must not be taken for the next one.
    if (!request.raw.complete) reply.header('connection', 'close');
    sendHeadersSoon(reply.raw, body);
    return reply.send(body);
  }
}

/**
 * Fastify keeps the headers back until the first byte of the body. A caller of a stream waits for them, and when the body breaks before
 * that byte, they would stand in the gateway's own error.
 */
function sendHeadersSoon(response: ServerResponse, body: Readable): void {
  const flush = (): void => {
    if (!response.headersSent && !response.destroyed) response.flushHeaders();
  };
  // Later than what has arrived with them, which then goes out in the same piece.
  response.once('pipe', () => setImmediate(flush));
  body.once('error', flush);
}

/** A server that listens for both families sees IPv4 addresses as some of IPv6. There is none when the caller has already gone. */
function toAddress(ip: string | undefined): string {
  return ip?.replace(/^::ffff:(?=\d+\.)/i, '') ?? 'unknown';
}

/** For what is refused before there is a call to speak of. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  addFailureHeaders(request, reply, thrown);
  return sendPlainError(request, reply, toGatewayFailure(thrown));
}

function addFailureHeaders(request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
  if (!request.raw.complete) {
    request.raw.unpipe();
    letAnswerThrough(request, reply);
  }
  if (!(thrown instanceof GatewayError)) return;
  if (thrown.metadata['allow'] !== undefined) reply.header('allow', thrown.metadata['allow']);
  if (thrown.retryAfter !== undefined) reply.header('retry-after', Math.ceil(thrown.retryAfter));
}

// What @fastify/http-proxy refuses has a status and no code.
function toGatewayFailure(thrown: unknown): unknown {
  const isRefused =
    thrown instanceof Error && !('code' in thrown) && 'statusCode' in thrown && thrown.statusCode === 400;
  return isRefused ? new GatewayError('invalid_request', 'The path is not passed on.', { cause: thrown }) : thrown;
}
