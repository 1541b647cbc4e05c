// An upstream for tests of documents whose servers are reserved names: it keeps every request as it would have gone out, and
// sends it, over real HTTP, to a server on this machine that answers as told.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '../../src/observe/log.ts';
import { createNetwork } from '../../src/net/network.ts';
import type { Upstream } from '../../src/upstream/request.ts';
import { createUpstream } from '../../src/upstream/upstream.ts';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Closes the connection once the request has been read. */
  readonly reset?: boolean;
}

export interface Recorded {
  readonly method: string;
  /** Origin of the base URL that was meant. */
  readonly origin: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface RecordingUpstream extends Upstream, AsyncDisposable {
  readonly requests: Recorded[];
}

export async function startRecordingUpstream(answer: Answer): Promise<RecordingUpstream> {
  const requests: Recorded[] = [];
  let meant = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        origin: meant,
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      });
      if (answer.reset === true) request.socket.destroy();
      else {
        response.writeHead(answer.status ?? 200, answer.headers ?? { 'content-type': 'application/json' });
        response.end(answer.body ?? '{}');
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = createNetwork({ version: 'test' });
  const real = createUpstream({
    network,
    log: createLog({ level: 'silent' }).log,
    targets: new Map([['api', { maxReplySize: 10_000_000, trustedOrigins: [local] }]]),
  });
  return {
    requests,
    send: (request) => {
      const base = new URL(request.baseUrl);
      meant = base.origin;
      return real.send({
        ...request,
        baseUrl: `${local}${base.pathname.replace(/\/$/, '')}`,
        headers: { ...request.headers },
      });
    },
    [Symbol.asyncDispose]: async () => {
      await network.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
