// One pass-through request from its arrival to its reply: where it goes, what goes along, what comes back, and the line for the log.
// Bodies stream in both directions; the only thing that is changed on the way is headers.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Catalog } from '../catalog/catalog.ts';
import { GatewayError } from '../errors.ts';
import { chooseCredentials } from '../invoke/credentials.ts';
import { readTraceContext } from '../lib/trace-context.ts';
import { startCallRecord, writeCallLog, type CallEnd } from '../observe/call-log.ts';
import type { Log } from '../observe/log.ts';
import type { StreamRequest, StreamResponse } from '../upstream/open.ts';
import { CallerGone, hasBody, openBody } from './passthrough-body.ts';
import { toCallerHeaders, toUpstreamHeaders } from './passthrough-headers.ts';
import { rewriteLocation } from './passthrough-location.ts';
import { parsePassedPath, type PassedPath } from './passthrough-path.ts';
import { createFindDestination, type Destination, type PassthroughTarget } from './passthrough-target.ts';
import { sendPlainError } from './plain-error.ts';
import type { PublicUrl } from './public-url.ts';
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
    reply.raw.once('close', () => writeCallLog(log, record, end));
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
      end = thrown instanceof CallerGone ? { status: 'ok', detail: thrown.message } : { status: failure.code, detail };
      if (reply.raw.destroyed) return reply.hijack();
      return sendFailure(request, reply, thrown);
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
    const facts = { headers: request.raw.headers, requestId: request.id, address: request.ip, publicBase, hasBody: hasBody(request) };
    return {
      target: target.id,
      method: request.method,
      baseUrl: destination.baseUrl,
      path: passed.path + addPairs(passed.search, credentials.query),
      headers: toUpstreamHeaders(facts, policy, credentials),
      safe,
      timeout: policy.timeout,
      ...(body === undefined ? {} : { body }),
      // A write that was sent runs on when its caller has gone: nobody could tell what became of it.
      ...(safe ? { signal: abortWhenGone(reply) } : {}),
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
      throw reply.raw.destroyed ? new CallerGone() : new GatewayError('upstream_bad_reply', `The service answered with the status ${status}.`);
    }
    reply.code(status);
    const bases = { upstream: baseUrl, public: publicUrl.of(request) + at };
    for (const [name, value] of toCallerHeaders(headers, target.policy)) {
      const isPlace = (name === 'location' || name === 'content-location') && typeof value === 'string';
      reply.header(name, isPlace ? rewriteLocation(value, passed.path, bases) : value);
    }
    closeIfUnread(request, reply);
    return reply.send(body);
  }
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = toGatewayFailure(thrown);
  if (error instanceof GatewayError) {
    if (error.metadata['allow'] !== undefined) reply.header('allow', error.metadata['allow']);
    if (error.retryAfter !== undefined) reply.header('retry-after', Math.ceil(error.retryAfter));
  }
  closeIfUnread(request, reply);
  return sendPlainError(request, reply, error);
}

// What @fastify/http-proxy refuses has a status and no code.
function toGatewayFailure(thrown: unknown): unknown {
  const isRefused = thrown instanceof Error && !('code' in thrown) && 'statusCode' in thrown && thrown.statusCode === 400;
  return isRefused ? new GatewayError('invalid_request', 'The path is not passed on.', { cause: thrown }) : thrown;
}

// What is left of a body would be taken for the next request.
function closeIfUnread(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.raw.complete) reply.header('connection', 'close');
}

function addPairs(search: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return search;
  return `${search}${search === '' ? '?' : '&'}${pairs.join('&')}`;
}

function abortWhenGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort(new CallerGone());
  });
  return controller.signal;
}
