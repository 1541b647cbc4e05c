// A bare HTTP server on a free port for tests that need every byte of a reply in their own hand: documents over http, replies that no
// honest service gives. It keeps the requests that it saw, each with its whole body.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SeenRequest {
  readonly method: string;
  /** As it came over the wire. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void;

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly SeenRequest[];
  /** The next request that arrives. */
  nextRequest(): Promise<SeenRequest>;
}

export async function startServer(answer: Answer): Promise<RunningServer> {
  const requests: SeenRequest[] = [];
  let waiting: ((request: SeenRequest) => void)[] = [];
  const read = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    // A connection that the other side breaks is no concern of this server.
    const body = await text(incoming).catch(() => undefined);
    if (body === undefined) return;
    const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body };
    requests.push(request);
    answer(request, response);
    for (const resolve of waiting) resolve(request);
    waiting = [];
  };
  const server = createServer((incoming, response) => void read(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // an address object, for the server listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers every request with the JSON text. */
export function jsonAnswer(json: string, status = 200): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(json);
  };
}

/** Answers with the request itself, as JSON. */
export const echo: Answer = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request));
};
