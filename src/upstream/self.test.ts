import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createNetwork } from '../net/network.ts';
import { createLog } from '../observe/log.ts';
import { isEventStream } from '../invoke/stream/stream-form.ts';
import type { UpstreamRequest } from './request.ts';
import { selfOrigin, withSelf } from './self.ts';
import { createUpstream } from './upstream.ts';

async function* ticks(released: Promise<void>) {
  yield 'data: 1\n\n';
  await released;
  yield 'data: 2\n\n';
}

describe('a stream of the server that the gateway is a plugin of', () => {
  it('is handed on while it arrives', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const app = Fastify();
    app.get('/ticks', (_request, reply) => reply.type('text/event-stream').send(ReadableStream.from(ticks(released))));
    const network = withSelf(createNetwork({ version: 'test' }), (request) =>
      app.inject({ ...request, method: 'GET', payloadAsStream: true }).then((response) => ({
        statusCode: response.statusCode,
        headers: response.headers,
        body: response.stream(),
      })),
    );
    const target = { maxReplySize: 1000, trustedOrigins: [selfOrigin] };
    const { log } = createLog({ level: 'silent' });
    const upstream = createUpstream({ network, log, targets: new Map([['self', target]]) });
    const request: UpstreamRequest = {
      target: 'self',
      method: 'GET',
      baseUrl: selfOrigin,
      path: '/ticks',
      headers: {},
      safe: true,
      timeout: 2_000,
      isStream: isEventStream,
    };
    const { status, stream } = await upstream.send(request);
    const pieces: string[] = [];
    for await (const piece of stream ?? []) {
      pieces.push(piece.toString());
      await setImmediate();
      release();
    }
    expect([status, pieces]).toEqual([200, ['data: 1\n\n', 'data: 2\n\n']]);
    await app.close();
    await network.close();
  });
});
