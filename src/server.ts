// The gateway as a Fastify server: request ids, cross-origin rules, the bindings in order, and errors as JSON. It does not listen.

import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { crossOrigin } from './bindings/cross-origin.ts';
import { discovery } from './bindings/discovery.ts';
import { jsonRpcBinding } from './bindings/jsonrpc.ts';
import { operations } from './bindings/operations.ts';
import { sendPlainError } from './bindings/plain-error.ts';
import { passthroughRoot } from './bindings/passthrough-root.ts';
import { passthrough } from './bindings/passthrough.ts';
import { createPublicUrl, type PublicUrl } from './bindings/public-url.ts';
import { findAgent } from './bindings/published.ts';
import { GatewayError } from './errors.ts';
import { randomUuid } from './lib/random-id.ts';
import { toCapabilities } from './gateway-tasks.ts';
import type { Gateway } from './gateway.ts';
import type { Log } from './observe/log.ts';

/**
 * @example
 * const server = await createServer(gateway, log);
 * await server.listen({ host: '127.0.0.1', port: 8080 });
 */
export async function createServer(gateway: Gateway, log: Log): Promise<FastifyInstance> {
  const { trustedProxies, bodyLimit, cors, publicUrl } = gateway.config.gateway;
  const server = fastify({
    // One line per call is written by the bindings; Fastify's two per request cost half as much again as a call.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    // Attack: requests that are sent a byte at a time hold connections for ever.
    requestTimeout: 300_000,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: (request) => acceptRequestId(request.headers['x-request-id']) ?? randomUuid(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      void sendPlainError(request, reply, new GatewayError('not_found', error.message, { cause: error }));
    },
  });
  // A server with a logger listens for the end of every response, whether it logs it or not, so this one has none of its own.
  const { childLoggerFactory: silent } = server;
  const serverLog = toServerLog(log);
  server.setChildLoggerFactory(() => serverLog);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // Attack: a proxy on the way looks at the one, and we at the other. RFC 9112 §3.2.
    if (!hasSeveralHosts(request.raw.rawHeaders)) return done();
    sendPlainError(request, reply, new GatewayError('invalid_request', 'The request has several Host headers.'));
  });
  // Those that take bodies read their own; elsewhere a body is no reason to say something else than that there is nothing.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
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

  const deps = {
    gateway,
    log,
    publicUrl: createPublicUrl({ publicUrl, trustedProxies }),
    alone: true,
    probes: true,
    childLoggerFactory: silent,
  };
  await registerPassthrough(server, deps);
  await server.register(async (agent) => {
    await agent.register(crossOrigin, { origins: cors.origins });
    await registerBindings(agent, deps);
  });
  return server;
}

export interface BindingDeps {
  readonly gateway: Pick<Gateway, 'config' | 'published' | 'handler' | 'readiness' | 'passthroughs' | 'open'>;
  readonly log: Log;
  readonly publicUrl: PublicUrl;
  /** False inside the server of somebody else, whose root is not ours. */
  readonly alone: boolean;
  /** False leaves `/healthz` and `/readyz` to the server around. */
  readonly probes: boolean;
  /** Of the routes that take calls; default: the server's. */
  readonly childLoggerFactory?: FastifyInstance['childLoggerFactory'];
}

/** The addresses of the agent. */
export async function registerBindings(app: FastifyInstance, deps: BindingDeps): Promise<void> {
  const { gateway, log, publicUrl, alone, probes, childLoggerFactory } = deps;
  const { config, published, handler, passthroughs } = gateway;
  const { bodyLimit, card } = config.gateway;
  const rpc = { handler, log, bodyLimit, ...(childLoggerFactory !== undefined && { childLoggerFactory }) };
  await app.register(discovery, {
    published,
    publicUrl,
    headerless: card.headerless,
    maxAge: card.maxAge / 1000,
    home: alone && !passthroughs.some(({ root }) => root),
  });
  await app.register(jsonRpcBinding, {
    ...rpc,
    prefix: '/a2a',
    agentOf: () => ({ id: 'root', skills: published().catalog.skills }),
  });
  await app.register(jsonRpcBinding, {
    ...rpc,
    prefix: '/agents/:agent/a2a',
    agentOf: ({ params }) => findAgent(published(), (params as { readonly agent: string }).agent),
  });
  await app.register(operations, {
    readiness: gateway.readiness,
    skillCount: () => published().catalog.skills.length,
    capabilities: toCapabilities(config),
    probes,
  });
}

/** The addresses of services that are passed on. Which web pages may use them is for the services to say. */
export async function registerPassthrough(
  app: FastifyInstance,
  { gateway, log, publicUrl }: BindingDeps,
): Promise<void> {
  const { config, published, open, passthroughs } = gateway;
  const { bodyLimit } = config.gateway;
  for (const target of passthroughs) {
    const options = { target, catalog: () => published().catalog, open, publicUrl, bodyLimit, log };
    const at = `/proxy/${target.id}`;
    await app.register(passthrough, { ...options, prefix: at, at });
    if (target.root) await app.register(passthroughRoot, options);
  }
}

/** Names and values in turn. Node keeps the first of them and drops the others. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
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
