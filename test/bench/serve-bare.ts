// What is possible: a server that does the least for a call, by hand and for these two skills alone. It reads JSON-RPC, checks the
// message and the arguments with Ajv, sends the request through undici's `dispatch`, checks that the reply is JSON, puts its text into the
// answer, and writes a log line. It resolves nothing, has no deadline, breaker, trace or tasks, and counts on requests being right.

import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Agent, type Dispatcher } from 'undici';
import { createLog, openLog } from '../../src/observe/log.ts';
import { reportTo } from './child.ts';

interface Rpc {
  readonly id: number;
  readonly params: {
    readonly message: {
      readonly parts: readonly { readonly data: Readonly<Record<string, unknown>> }[];
      readonly metadata: { readonly skillId: string };
    };
  };
}

const [upstream = ''] = process.argv.slice(2);
const { log } = createLog({ level: 'info' }, openLog('/dev/null'));
const agent = new Agent({
  connections: 256,
  pipelining: 1,
  keepAliveTimeout: 60_000,
  headersTimeout: 0,
  bodyTimeout: 0,
});
const ajv = new Ajv2020({ strict: false });
const isRpc = ajv.compile<Rpc>({
  type: 'object',
  required: ['jsonrpc', 'id', 'method', 'params'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: 'integer' },
    method: { const: 'SendMessage' },
    params: {
      type: 'object',
      required: ['message'],
      properties: {
        message: {
          type: 'object',
          required: ['messageId', 'role', 'parts', 'metadata'],
          properties: {
            messageId: { type: 'string' },
            role: { const: 'ROLE_USER' },
            parts: { type: 'array', minItems: 1, items: { type: 'object', required: ['data'] } },
            metadata: { type: 'object', required: ['skillId'], properties: { skillId: { type: 'string' } } },
          },
        },
      },
    },
  },
});
const isPetId = ajv.compile({
  type: 'object',
  required: ['petId'],
  properties: { petId: { type: 'integer' }, fields: { type: 'string' } },
});
const isPet = ajv.compile({
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    weight: { type: 'number' },
    owner: { type: 'object', properties: { name: { type: 'string' }, city: { type: 'string' } } },
    notes: { type: 'string' },
  },
});

const server = fastify({ logger: false });
server.removeAllContentTypeParsers();
server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
server.post('/a2a', (request, reply) => {
  const rpc: unknown = JSON.parse(String(request.body));
  if (!isRpc(rpc)) throw new Error('this is no call');
  const { parts, metadata } = rpc.params.message;
  const data = parts[0]?.data ?? {};
  const isRead = metadata.skillId === 'getPetById';
  if (!(isRead ? isPetId : isPet)(data)) throw new Error('these are no arguments');
  const call: Dispatcher.DispatchOptions = isRead
    ? {
        origin: upstream,
        method: 'GET',
        path: `/pets/${encodeURIComponent(String(data['petId']))}?fields=${encodeURIComponent(String(data['fields']))}`,
      }
    : {
        origin: upstream,
        method: 'POST',
        path: '/pets',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      };
  agent.dispatch(call, collect({ request, reply, rpc }));
});
await server.listen({ host: '127.0.0.1', port: 0 });
reportTo(process, (server.server.address() as AddressInfo).port);

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly rpc: Rpc;
}

function collect({ request, reply, rpc }: Exchange): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let status = 0;
  return {
    // undici insists on it.
    onRequestStart() {},
    onResponseStart(_controller, code) {
      status = code;
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      const text = (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString();
      JSON.parse(text);
      const message = `{"messageId":"${randomUUID()}","role":"ROLE_AGENT","parts":[{"data":${text},"mediaType":"application/json"}]}`;
      log.info({ requestId: request.id, skill: rpc.params.message.metadata.skillId, status }, 'call');
      reply.type('application/json').send(`{"jsonrpc":"2.0","result":{"message":${message}},"id":${rpc.id}}`);
    },
    onResponseError(_controller, error) {
      reply.send(error);
    },
  };
}
