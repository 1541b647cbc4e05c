// The side that is compared with: @fastify/http-proxy in front of the upstream, and nothing else but one log line per request, as the
// gateway writes one. Its options stand here so that a new default of a library cannot move the ratios.

import type { AddressInfo } from 'node:net';
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';
import { createLog, openLog } from '../../src/observe/log.ts';
import { reportTo } from './child.ts';

const [upstream = ''] = process.argv.slice(2);
const { log } = createLog({ level: 'info' }, openLog('/dev/null'));
const server = fastify({ logger: false });

server.addHook('onResponse', (request, reply, done) => {
  const { id: requestId, method, url } = request;
  log.info({ requestId, method, url, status: reply.statusCode, durationMs: reply.elapsedTime }, 'call');
  done();
});

await server.register(httpProxy, {
  upstream,
  http2: false,
  disableRequestLogging: true,
  undici: { connections: 256, pipelining: 1, keepAliveTimeout: 60_000, headersTimeout: 300_000, bodyTimeout: 300_000 },
});
await server.listen({ host: '127.0.0.1', port: 0 });
reportTo(process, (server.server.address() as AddressInfo).port);
