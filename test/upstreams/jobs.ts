// A real HTTP server with the ways in which services stream and work on in the background, one per path. It records the requests that it
// received. Streams move on and jobs change when they are asked, never by a clock. `startJobs()` listens on a free port of 127.0.0.1.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

export interface JobRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface JobServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly JobRequest[];
  /** Lets streams that wait for it go on by one piece. */
  release(): void;
  /** How many pieces have left. */
  readonly sent: () => number;
  /** Resolves when a reply was broken off by the other side. */
  readonly abandoned: Promise<void>;
  /** What is answered at a path from now on, first to last; the last one stays. */
  script(path: string, ...replies: readonly Scripted[]): void;
}

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  /** Pieces that are sent one by one; `break` resets the connection, `wait` waits for a release. */
  readonly pieces?: readonly (string | Uint8Array)[];
}

export async function startJobs(): Promise<JobServer> {
  const requests: JobRequest[] = [];
  const scripts = new Map<string, Scripted[]>();
  const waiting: (() => void)[] = [];
  let sent = 0;
  const abandoned = Promise.withResolvers<void>();

  const server = createServer((incoming, response) => {
    void answer(incoming, response);
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    requests.push({ method, path: url, headers, body: await text(incoming) });
    response.once('close', () => {
      if (!response.writableFinished) abandoned.resolve();
    });
    const list = scripts.get(`${method} ${url}`) ?? scripts.get(url) ?? [];
    const reply = list.length > 1 ? list.shift() : list[0];
    if (reply === undefined)
      return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no such thing"}');
    await write(response, reply);
  }

  async function write(response: ServerResponse, reply: Scripted): Promise<void> {
    const { status = 200, headers = {}, json, text: plain, pieces } = reply;
    if (pieces === undefined) {
      const body = json === undefined ? (plain ?? '') : JSON.stringify(json);
      const type = json === undefined ? 'text/plain' : 'application/json';
      const length = status === 204 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      return void response.writeHead(status, { 'content-type': type, ...length, ...headers }).end(body);
    }
    response.writeHead(status, headers);
    response.flushHeaders();
    for (const piece of pieces) {
      if (piece === 'wait') await new Promise<void>((resolve) => void waiting.push(resolve));
      else if (piece === 'break') return void response.socket?.resetAndDestroy();
      else if (piece === 'gzip') response.write(gzipSync('data: {"packed":true}\n\n'));
      else await new Promise<void>((resolve) => void response.write(piece, () => resolve()));
      sent += 1;
    }
    response.end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    sent: () => sent,
    release: () => waiting.shift()?.(),
    abandoned: abandoned.promise,
    script: (path, ...replies) => void scripts.set(path, [...replies]),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
