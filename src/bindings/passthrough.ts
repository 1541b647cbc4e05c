// REST pass-through: requests below an address of the gateway go to one target as they are, and its replies come back as they are, both
// streamed. `exposed` lets through what is a skill, `all` everything below the base URL. @fastify/http-proxy takes the requests in;
// the upstream room sends them, so that replicas, breaker, limits and the egress check are those of every other call.

import httpProxy from '@fastify/http-proxy';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Catalog } from '../catalog/catalog.ts';
import type { Skill } from '../catalog/skill.ts';
import { GatewayError } from '../errors.ts';
import type { TargetPolicy } from '../invoke/target-policy.ts';
import { readTraceContext } from '../lib/trace-context.ts';
import { startCallRecord, writeCallLog, type CallEnd } from '../observe/call-log.ts';
import type { Log } from '../observe/log.ts';
import type { StreamRequest, StreamResponse } from '../upstream/open.ts';
import { CallerGone, hasBody, openBody } from './passthrough-body.ts';
import { toCallerHeaders, toUpstreamHeaders } from './passthrough-headers.ts';
import { rewriteLocation } from './passthrough-location.ts';
import { parsePassedPath, type PassedPath } from './passthrough-path.ts';
import { createFindExposed, type FindExposed } from './passthrough-route.ts';
import { sendPlainError } from './plain-error.ts';
import type { PublicUrl } from './public-url.ts';
import { toRequestFailure } from './request-failure.ts';

export interface PassthroughTarget {
  readonly id: string;
  readonly mode: 'exposed' | 'all';
  readonly policy: TargetPolicy;
}

export interface PassthroughOptions {
  readonly target: PassthroughTarget;
  readonly catalog: () => Catalog;
  readonly open: (request: StreamRequest) => Promise<StreamResponse>;
  readonly publicUrl: PublicUrl;
  /** The address below the public URL, which is the `prefix` without that of the whole gateway: `/proxy/pets`, or empty. */
  readonly at: string;
  /** Bytes of a request. */
  readonly bodyLimit: number;
  readonly log: Log;
  /** Default: all that Fastify routes. */
  readonly methods?: readonly string[];
}

const passedMethods = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'OPTIONS'];
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * @example
 * await app.register(passthrough, { prefix: '/proxy/pets', at: '/proxy/pets', target, catalog, open, publicUrl, bodyLimit, log });
 */
export const passthrough: FastifyPluginAsync<PassthroughOptions> = async (app, options) => {
  const { target, catalog, open, publicUrl, at, bodyLimit, log, methods = passedMethods } = options;
  const { policy } = target;
  const routes = createRoutes(target);

  // All bodies stay streams, whatever the server around this does with them.
  app.removeAllContentTypeParsers();
  app.setErrorHandler((thrown, request, reply) => sendFailure(request, reply, thrown));
  await app.register(httpProxy, {
    // The address is only what relative paths are checked against: where a request goes is decided for each by the upstream room.
    upstream: 'http://upstream.invalid',
    rewritePrefix: '/',
    httpMethods: [...methods],
    globalAgent: true,
    preHandler: (request, _reply, done) => {
      try {
        parsePassedPath(request.url, app.prefix);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    handler: (request, reply) => pass(request, reply),
  });

  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const passed = parsePassedPath(request.url, app.prefix);
    const { method, headers } = request;
    const { traceId } = readTraceContext(headers['traceparent'], headers['tracestate']);
    const record = startCallRecord({ requestId: request.id, traceId });
    record.method = method;
    record.dialect = 'rest';
    record.target = target.id;
    let end: CallEnd = { status: 'ok' };
    reply.raw.once('close', () => writeCallLog(log, record, end));
    try {
      const { skill, baseUrl } = routes(catalog(), { ...passed, method, headers });
      record.skill = skill?.id;
      const response = await open(toStreamRequest(request, reply, { passed, baseUrl }));
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
  }

  function toStreamRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    { passed, baseUrl }: { readonly passed: PassedPath; readonly baseUrl: string },
  ): StreamRequest {
    const safe = safeMethods.has(request.method);
    const body = openBody(request, bodyLimit);
    const publicBase = publicUrl.of(request) + at;
    const facts = { headers: request.headers, requestId: request.id, address: request.ip, publicBase, hasBody: hasBody(request) };
    return {
      target: target.id,
      method: request.method,
      baseUrl,
      path: passed.path + passed.search,
      headers: toUpstreamHeaders(facts, policy),
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
    for (const [name, value] of toCallerHeaders(headers, policy)) {
      const isPlace = (name === 'location' || name === 'content-location') && typeof value === 'string';
      reply.header(name, isPlace ? rewriteLocation(value, passed.path, bases) : value);
    }
    closeIfUnread(request, reply);
    return reply.send(body);
  }
};

function sendFailure(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
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

function abortWhenGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort(new CallerGone());
  });
  return controller.signal;
}

interface Route {
  readonly skill: Skill | undefined;
  readonly baseUrl: string;
}

type Routes = (catalog: Catalog, request: Parameters<FindExposed>[0]) => Route;

/** Where requests go, decided once per catalog. Only the target's own origin is reached, for that is whom its headers are meant for. */
function createRoutes({ id, mode, policy }: PassthroughTarget): Routes {
  const known = new WeakMap<Catalog, { readonly find: FindExposed; readonly mainBase: string | undefined }>();
  const build = (catalog: Catalog) => {
    const skills = catalog.skills.filter(({ target }) => target === id);
    const built = { find: createFindExposed(skills), mainBase: policy.baseUrl ?? findMainBase(skills, policy) };
    known.set(catalog, built);
    return built;
  };
  return (catalog, request) => {
    const { find, mainBase } = known.get(catalog) ?? build(catalog);
    const skill = mode === 'exposed' ? find(request) : undefined;
    const baseUrl = policy.baseUrl ?? skill?.baseUrl ?? mainBase;
    if (baseUrl === undefined) throw new GatewayError('target_unavailable', `The base URL of "${id}" is unknown; configure its upstreams.`);
    if (policy.origins?.has(new URL(baseUrl).origin) !== false) return { skill, baseUrl };
    throw new GatewayError('not_found', 'This operation has a server of its own, where requests are not passed on. Call it as a skill.');
  };
}

/** The base URL of most operations. */
function findMainBase(skills: readonly Skill[], { origins }: TargetPolicy): string | undefined {
  const counts = new Map<string, number>();
  for (const { baseUrl } of skills) {
    if (baseUrl === undefined || origins?.has(new URL(baseUrl).origin) === false) continue;
    counts.set(baseUrl, (counts.get(baseUrl) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
