// A webhook that keeps what it is told, task by task, in the order in which it came. Every so often it refuses a notification, as if
// it were overloaded, and takes it when it comes again.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Notification {
  /** Number of the event. */
  readonly seq: number;
  /** The parsed body. */
  readonly body: unknown;
}

export interface Webhook extends AsyncDisposable {
  readonly url: string;
  /** What was taken, by task; what came twice is there twice. */
  readonly told: ReadonlyMap<string, readonly Notification[]>;
}

/** Refuses one notification in so many. */
const refusals = 53;

export async function startWebhook(): Promise<Webhook> {
  const told = new Map<string, Notification[]>();
  let count = 0;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    count += 1;
    if (count % refusals === 0) {
      response.writeHead(503).end();
      return;
    }
    const [taskId = '', seq = ''] = String(request.headers['x-skillgate-event']).split('/');
    const list = told.get(taskId) ?? [];
    told.set(taskId, list);
    list.push({ seq: Number(seq), body: JSON.parse(body) as unknown });
    response.writeHead(200).end();
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy()); // the gateway was killed while it sent
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}/hook`,
    told,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
