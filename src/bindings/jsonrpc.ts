// A2A over JSON-RPC, 1.0 and 0.3 on one address: bytes in, one handler called, bytes out. Every answer is JSON-RPC, those to
// broken requests, too large bodies and wrong verbs included. Registered with a prefix, e.g. `/a2a`. A2A 1.0 §9.

import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { checkParams } from '../a2a/check-params.ts';
import type { Codec } from '../a2a/codec.ts';
import { codecs } from '../a2a/codecs.ts';
import { chooseDialect, dialectOfVersion } from '../a2a/dialect.ts';
import type { A2AHandler, AddressedAgent, Reply, RequestContext, StreamReply } from '../a2a/exchange.ts';
import { failures, GatewayError } from '../errors.ts';
import { essenceOf } from '../lib/media-type.ts';
import { createCallLog } from '../observe/call-log.ts';
import type { Log } from '../observe/log.ts';
import { createEventStreams, type Every } from './event-streams.ts';
import { noId, parseBody, readId, readRequest, refuseId } from './jsonrpc-request.ts';
import { statusOf, writeError, writeResult } from './jsonrpc-reply.ts';
import { echoExtensions, readRequestContext, readVersion } from './request-context.ts';
import { letAnswerThrough } from './refused-body.ts';
import { toRequestFailure, type RequestFailure } from './request-failure.ts';
import { writeEvent } from './sse.ts';

export interface JsonRpcOptions {
  readonly handler: A2AHandler;
  /** The agent of the request's address. Throws `not_found`. */
  readonly agentOf: (request: FastifyRequest) => AddressedAgent;
  readonly log: Log;
  /** Bytes; default: the server's. */
  readonly bodyLimit?: number;
  /** Of the route that takes calls, which logs nothing through it; default: the server's. */
  readonly childLoggerFactory?: FastifyInstance['childLoggerFactory'];
  /** What the keep-alive of event streams goes by; default: the system's timers. */
  readonly every?: Every;
}

/** One request; the agent and the last three are filled in while it is read, so that an error at any point is answered in its wire. */
interface RpcExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: RequestContext & { agent: AddressedAgent };
  /** That is asked for, as sent. */
  readonly version: string;
  /** JSON text. */
  id: string;
  codec: Codec;
  /** True for a 0.3 method that answers with events. */
  streams: boolean;
}

/**
 * @example
 * await app.register(jsonRpcBinding, { prefix: '/a2a', handler, agentOf, log });
 */
export const jsonRpcBinding: FastifyPluginAsync<JsonRpcOptions> = async (
  app,
  { handler, agentOf, log, bodyLimit, childLoggerFactory, every },
) => {
  const writeCallLog = createCallLog(log);
  const streams = createEventStreams(every);
  app.addHook('preClose', () => streams.close());

  // The body stays text: Fastify's own parser would lose digits and knows neither `application/a2a+json` nor an empty body.
  app.removeAllContentTypeParsers();
  // Fastify finds a parser for a named type in a cache, and the one for all others by reading the header anew.
  for (const type of ['application/json', '*']) {
    app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, parsed) => {
      parsed(null, body);
    });
  }

  // The handler returns nothing: for a returned reply Fastify waits with listeners until the response has ended.
  const route = { ...(bodyLimit !== undefined && { bodyLimit }), ...(childLoggerFactory && { childLoggerFactory }) };
  app.post('/', route, (request, reply) => {
    const exchange = startExchange(request, reply);
    try {
      const answer = handle(exchange);
      if (answer instanceof Promise)
        answer.then(
          (found) => finish(exchange, found),
          (thrown: unknown) => fail(exchange, thrown),
        );
      else finish(exchange, answer);
    } catch (thrown) {
      fail(exchange, thrown);
    }
  });

  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/',
    handler: () => {
      throw new GatewayError('verb_not_allowed', 'A2A requests are sent with POST; the agent card tells where.');
    },
  });

  // Reached by what fails before a handler runs: wrong verbs, too large or unreadable bodies.
  app.setErrorHandler((thrown, request, reply) => {
    const ending = toRequestFailure(thrown, request.id);
    if (ending.failure.code === 'verb_not_allowed') reply.header('allow', 'POST, OPTIONS');
    if (ending.failure.code === 'body_too_large') letAnswerThrough(request, reply);
    return sendFailure(startExchange(request, reply), ending);
  });

  function handle(exchange: RpcExchange): Reply | Promise<Reply> {
    const { request, context } = exchange;
    assertJsonType(request.headers['content-type']);
    const body = parseBody(request.body);
    exchange.id = readId(body);
    const { method: name, params, lacksId } = readRequest(body);
    const { method, dialect } = chooseDialect({ method: name, version: exchange.version, params });
    context.record.method = method.v1;
    context.record.dialect = dialect;
    exchange.codec = codecs[dialect];
    exchange.streams = method.streams && dialect === '0.3';
    context.agent = agentOf(request);
    if (lacksId) {
      checkParams(method, exchange.codec, params);
      throw refuseId(undefined);
    }

    return handler.handle({ method, codec: exchange.codec, params, context });
  }

  function finish(exchange: RpcExchange, answer: Reply): void {
    const { reply, context } = exchange;
    try {
      if (answer.kind === 'failure') {
        sendFailure(exchange, { failure: answer.failure, detail: undefined });
        return;
      }
      writeCallLog(context.record, { status: 'ok' });
      echoExtensions(reply, context);
      if (answer.kind === 'stream') openStream(exchange, answer);
      else reply.type(jsonType).send(writeResult(exchange.id, answer.json));
    } catch (thrown) {
      fail(exchange, thrown);
    }
  }

  function fail(exchange: RpcExchange, thrown: unknown): void {
    try {
      sendFailure(exchange, toRequestFailure(thrown, exchange.request.id));
    } catch (again) {
      exchange.reply.send(again);
    }
  }

  function openStream({ request, reply, id, codec }: RpcExchange, stream: StreamReply): FastifyReply {
    const requestId = request.id;
    // A stream may be open for hours, and what was sent is not needed any more.
    request.body = undefined;
    streams.open(reply, stream, {
      toEvent: (json) => writeResult(id, json),
      toFailure: (thrown) => {
        const { failure, detail } = toRequestFailure(thrown, requestId);
        log[failures[failure.code].level]({ requestId, code: failure.code, detail }, 'a stream broke');
        return writeError(id, failure, codec);
      },
    });
    return reply;
  }

  function sendFailure(exchange: RpcExchange, { failure, detail }: RequestFailure): FastifyReply {
    const { request, reply, context, id, codec, streams } = exchange;
    writeCallLog(context.record, { status: failure.code, detail });
    echoExtensions(reply, context);
    const status = statusOf(failure);
    const text = writeError(id, failure, codec);
    if (status === 200 && streams && wantsEvents(request)) {
      return reply.type('text/event-stream').header('cache-control', 'no-cache, no-transform').send(writeEvent(text));
    }
    if (status === 401) reply.header('www-authenticate', readableChallenge(failure.challenge));
    if (status !== 200 && failure.retryAfter !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfter));
    return reply.code(status).type(jsonType).send(text);
  }
};

const jsonType = 'application/json; charset=utf-8';

// Until it is known who is meant; that of answers to requests that come to no agent.
const nobody: AddressedAgent = { id: '', skills: [] };

function startExchange(request: FastifyRequest, reply: FastifyReply): RpcExchange {
  const version = readVersion(request);
  const codec = codecs[dialectOfVersion(version)];
  const context = readRequestContext(request, reply, nobody);
  return { request, reply, context, version, id: noId, codec, streams: false };
}

function assertJsonType(contentType: string | undefined): void {
  if (contentType === undefined) return;
  const essence = essenceOf(contentType);
  if (essence === 'application/json' || essence === 'application/a2a+json') return;
  throw new GatewayError(
    'request_type_not_supported',
    `Expected Content-Type application/json, found ${JSON.stringify(contentType.slice(0, 100))}.`,
  );
}

// 0.3 clients read the answer to a streaming method as events, and lose an error that comes as plain JSON. They say so in
// `Accept`; who does not ask for events gets the JSON that any HTTP client can read.
function wantsEvents(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/event-stream') === true;
}

// An upstream's challenge goes out as it came, unless it is not fit for a header.
function readableChallenge(challenge: string | undefined): string {
  return challenge !== undefined && /^[\t\x20-\x7e]+$/.test(challenge) ? challenge : 'Bearer';
}
