// A real HTTP server with every bad habit that an upstream can have, one per path. It records the requests that it received, and
// counts its open connections. `startHabits()` listens on a free port of 127.0.0.1.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Habits extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** All requests so far, in order of arrival. */
  requests(): readonly ReceivedRequest[];
  /** How many connections are open. */
  connections(): number;
  /** Resolves when so many requests have arrived in all. */
  received(count: number): Promise<void>;
  /** Breaks all connections and stops listening, like a process that dies. */
  die(): Promise<void>;
}

export interface HabitsOptions {
  readonly port?: number;
  /** Answers every path like this one, e.g. `/hang`. */
  readonly always?: string;
}

interface Visit {
  readonly request: ReceivedRequest;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** The rest of the path after the habit's name. */
  readonly rest: string;
  /** How often this very path and query was asked for before. */
  readonly before: number;
}

type Habit = (visit: Visit) => void;

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

const coded = (coding: string, encode: (body: Buffer) => Buffer): Habit => {
  return ({ response, request }) => {
    const body = encode(Buffer.from(JSON.stringify({ coding, path: request.path })));
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(body);
  };
};

const habits: Readonly<Record<string, Habit>> = {
  echo: ({ request, response }) => json(response, request),
  /** ?ms= after which it answers. */
  slow: ({ response, query }) => {
    setTimeout(() => json(response, { slow: true }), Number(query.get('ms') ?? 100)).unref();
  },
  hang: () => {},
  /** Breaks the connection once the request has arrived. */
  reset: ({ response }) => response.socket?.resetAndDestroy(),
  /** Closes the connection politely, without an answer. */
  close: ({ response }) => response.socket?.end(),
  'close-mid-body': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"half":', () => response.socket?.destroy());
  },
  /** Says more bytes than it sends. */
  'wrong-length': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"short":true}', () => response.socket?.end());
  },
  /** One byte each ?ms=, for ever. */
  drip: ({ response, query }) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const drops = setInterval(() => response.write('.'), Number(query.get('ms') ?? 20)).unref();
    response.once('close', () => clearInterval(drops));
  },
  /** ?bytes=, with `&chunked` without saying how many. */
  big: ({ response, query }) => {
    const body = Buffer.alloc(Number(query.get('bytes') ?? 1_000_000), 'x');
    response.writeHead(200, {
      'content-type': 'text/plain',
      ...(query.has('chunked') ? {} : { 'content-length': body.length }),
    });
    response.write(body);
    response.end();
  },
  /** /status/:code */
  status: ({ response, rest }) => json(response, { error: `status ${rest}` }, Number(rest)),
  /** ?to=, with &status= */
  redirect: ({ response, query }) => {
    response.writeHead(Number(query.get('status') ?? 302), { location: query.get('to') ?? '/echo' }).end();
  },
  'bad-json': ({ response }) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"truncated":'),
  'html-502': ({ response }) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html><body><h1>502 Bad Gateway</h1></body></html>');
  },
  gzip: coded('gzip', gzipSync),
  br: coded('br', brotliCompressSync),
  deflate: coded('deflate', deflateSync),
  'deflate-raw': coded('deflate', deflateRawSync),
  zstd: coded('zstd', zstdCompressSync),
  'gzip-br': coded('gzip, br', (body) => brotliCompressSync(gzipSync(body))),
  'gzip-cut': coded('gzip', (body) => gzipSync(body).subarray(0, 20)),
  'gzip-lie': coded('gzip', (body) => body),
  'odd-coding': coded('x-rot13', (body) => body),
  /** ?mb= megabytes of zeros as gzip, about 1 kB each. */
  'zip-bomb': ({ response, query }) => {
    const megabyte = gzipSync(Buffer.alloc(1024 * 1024));
    const body = Buffer.concat(Array.from({ length: Number(query.get('mb') ?? 100) }, () => megabyte));
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
  },
  /** Fails with 503 (or ?with=reset) the first ?fails= times that this path is asked for. */
  flaky: ({ response, query, before }) => {
    if (before >= Number(query.get('fails') ?? 1)) return json(response, { after: before });
    if (query.get('with') === 'reset') return response.socket?.resetAndDestroy();
    return json(response, { error: 'not yet' }, 503);
  },
  /** 429 (or ?status=) with Retry-After ?seconds= the first time, then 200. */
  'retry-after': ({ response, query, before }) => {
    if (before > 0) return json(response, { after: before });
    response.setHeader('retry-after', query.get('seconds') ?? '0');
    return json(response, { error: 'slow down' }, Number(query.get('status') ?? 429));
  },
  empty: ({ response }) => response.writeHead(204).end(),
  bytes: ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from([0, 1, 2, 0xfe, 0xff]));
  },
  /** The same header twice, and a cookie. */
  headers: ({ response }) => {
    response.writeHead(
      200,
      [
        ['X-Twice', 'one'],
        ['X-Twice', 'two'],
        ['Set-Cookie', 'id=1'],
        ['__proto__', 'polluted'],
      ].flat(),
    );
    response.end('{}');
  },
  /** Not HTTP at all. */
  garbage: ({ response }) => response.socket?.end('220 mail.example.test ESMTP\r\n'),
};

export async function startHabits(options: HabitsOptions = {}): Promise<Habits> {
  const received: ReceivedRequest[] = [];
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const waiters = new Set<() => void>();

  const server = createServer((incoming, response) => {
    void answer(incoming, response);
  });
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Another party that breaks the connection while it sends is no concern of this server.
    const body = await text(incoming).catch(() => undefined);
    if (body === undefined) return;
    const path = incoming.url ?? '/';
    const request = { method: incoming.method ?? 'GET', path, headers: incoming.headers, body };
    received.push(request);
    for (const look of waiters) look();
    const { pathname, searchParams } = new URL(options.always ?? path, 'http://habits.test');
    const [, name = '', ...rest] = pathname.split('/');
    const before = counts.get(path) ?? 0;
    counts.set(path, before + 1);
    const habit = Object.hasOwn(habits, name) ? habits[name] : undefined;
    if (habit === undefined) return json(response, { error: `no habit "${name}"` }, 404);
    habit({ request, response, query: searchParams, rest: rest.join('/'), before });
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one

  const die = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: () => received,
    connections: () => sockets.size,
    received(count) {
      return new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      });
    },
    die,
    [Symbol.asyncDispose]: die,
  };
}
