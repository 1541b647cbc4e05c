// A service with many jobs and streams at once, all of which go on until the test lets them end: jobs tell of new progress at each
// look, streams send a piece every second. It counts what was begun, and remembers what each stream said. Run by
// itself (`node test/upstreams/crowd.ts`) it ends its work on SIGUSR2.

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Crowd extends AsyncDisposable {
  readonly url: string;
  /** How often each job was begun, by name. */
  readonly begun: ReadonlyMap<string, number>;
  /** How often each job that goes on was looked at, by name. */
  readonly looks: ReadonlyMap<string, number>;
  /** What the last stream of each name has said so far. */
  said(name: string): string;
  /** How many streams are open. */
  streaming(): number;
  /** From now on every job and stream comes to its end: jobs when they are looked at, streams with their next piece. */
  finish(): void;
}

export interface CrowdOptions {
  /** Seconds that the gateway is told to wait between looks at a job. */
  readonly retryAfter?: number;
}

interface OpenStream {
  readonly name: string;
  readonly response: ServerResponse;
  pieces: number;
}

const pause = 1_000;

export async function startCrowd({ retryAfter = 2 }: CrowdOptions = {}): Promise<Crowd> {
  const begun = new Map<string, number>();
  const texts = new Map<string, string>();
  const looks = new Map<string, number>();
  const streams = new Set<OpenStream>();
  const tell = { 'retry-after': String(retryAfter) };
  let isEnding = false;

  const server = createServer((request, response) => {
    const [, kind = '', name = ''] = (request.url ?? '').split('/');
    if (kind === 'streams') openStream(name, response);
    else if (request.method === 'GET') write(response, 200, look(name));
    else {
      json(request).then(
        (body) => begin((body as { readonly name: string }).name, response),
        () => response.destroy(),
      );
    }
  });

  function begin(name: string, response: ServerResponse): void {
    begun.set(name, (begun.get(name) ?? 0) + 1);
    write(response, 202, { status: 'queued' }, { location: `/jobs/${name}` });
  }

  function look(name: string): object {
    if (isEnding) return { status: 'succeeded', result: { name } };
    const count = (looks.get(name) ?? 0) + 1;
    looks.set(name, count);
    return { status: 'running', message: `${name}: step ${count}` };
  }

  function openStream(name: string, response: ServerResponse): void {
    texts.set(name, '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const stream = { name, response, pieces: 0 };
    streams.add(stream);
    response.once('close', () => streams.delete(stream));
    sendPiece(stream);
  }

  function sendPiece(stream: OpenStream): void {
    const { name, response } = stream;
    stream.pieces += 1;
    const piece = `${name}, piece ${stream.pieces}; `;
    texts.set(name, (texts.get(name) ?? '') + piece);
    response.write(`data: ${piece}\n\n`);
    if (isEnding) response.end();
  }

  const beat = setInterval(() => {
    for (const stream of streams) if (!stream.response.writableEnded) sendPiece(stream);
  }, pause);

  function write(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
    response.writeHead(status, { 'content-type': 'application/json', ...tell, ...headers }).end(JSON.stringify(body));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    begun,
    looks,
    said: (name) => texts.get(name) ?? '',
    streaming: () => streams.size,
    finish: () => void (isEnding = true),
    async [Symbol.asyncDispose]() {
      clearInterval(beat);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const ok = { description: 'ok' };

/** Its OpenAPI document. */
export const crowdDocument: string = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Crowd', version: '1' },
  paths: {
    '/jobs': {
      post: {
        operationId: 'startJob',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
            },
          },
        },
        responses: { 202: ok },
      },
    },
    '/streams/{name}': {
      get: {
        operationId: 'openStream',
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: ok },
      },
    },
  },
});

if (import.meta.main) {
  const crowd = await startCrowd({ retryAfter: Number(process.argv[2] ?? 2) });
  process.stdout.write(`${crowd.url}\n`);
  process.on('SIGUSR2', () => crowd.finish());
  process.once('SIGTERM', () => void crowd[Symbol.asyncDispose]());
}
