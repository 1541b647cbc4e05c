// The gateway as a Fastify server: request ids, cross-origin rules, the bindings in order, and errors as JSON. It does not listen.

import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { crossOrigin } from './bindings/cross-origin.ts';
import { discovery } from './bindings/discovery.ts';
import { jsonRpcBinding } from './bindings/jsonrpc.ts';
import { operations } from './bindings/operations.ts';
import { sendPlainError } from './bindings/plain-error.ts';
import { createPublicUrl } from './bindings/public-url.ts';
import { GatewayError } from './errors.ts';
import type { Gateway } from './gateway.ts';
import type { Log } from './observe/log.ts';

/**
 * @example
 * const server = await createServer(gateway, log);
 * await server.listen({ host: '127.0.0.1', port: 8080 });
 */
export async function createServer(gateway: Gateway, log: Log): Promise<FastifyInstance> {
  const { config, published } = gateway;
  const { trustedProxies, bodyLimit, card, cors, publicUrl } = config.gateway;
  const server = fastify({
    // One line per call is written by the bindings; Fastify's two per request cost half as much again as a call.
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: toServerLog(log),
    bodyLimit,
    // Attack: requests that are sent a byte at a time hold connections for ever.
    requestTimeout: 120_000,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: (request) => acceptRequestId(request.headers['x-request-id']) ?? randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      void sendPlainError(request, reply, new GatewayError('not_found', error.message, { cause: error }));
    },
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  server.setNotFoundHandler((request, reply) =>
    sendPlainError(
      request,
      reply,
      new GatewayError(
        'not_found',
        `There is nothing at ${request.method} ${request.url.slice(0, 200)}. The agent card is at /.well-known/agent-card.json.`,
      ),
    ),
  );
  server.setErrorHandler((thrown, request, reply) => sendPlainError(request, reply, thrown));

  await server.register(crossOrigin, { origins: cors.origins });
  await server.register(discovery, {
    published,
    publicUrl: createPublicUrl({ publicUrl, trustedProxies }),
    headerless: card.headerless,
    maxAge: card.maxAge / 1000,
  });
  await server.register(jsonRpcBinding, { prefix: '/a2a', handler: gateway.handler, log, bodyLimit });
  await server.register(operations, {
    readiness: gateway.readiness,
    skillCount: () => published().catalog.skills.length,
  });
  return server;
}

const quiet = (): void => {};

/** What Fastify and the pages write through `request.log`: only what went wrong, and no child logger per request. */
function toServerLog(log: Log): FastifyBaseLogger {
  const error = log.error.bind(log);
  const warn = log.warn.bind(log);
  const server: FastifyBaseLogger = {
    level: 'warn',
    fatal: error,
    error,
    warn,
    info: quiet,
    debug: quiet,
    trace: quiet,
    silent: quiet,
    child: () => server,
  };
  return server;
}

/** A caller's request id is kept when it is short and plain, so that it can stand in logs and headers. */
function acceptRequestId(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && /^[\w.:/+=-]{1,128}$/.test(value) ? value : undefined;
}
