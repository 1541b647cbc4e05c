// What the small services of the demo and the tests share. A service is one function from a request to a reply; here it
// gets an HTTP server that keeps every request it saw, answers JSON or text, and closes its connections when disposed of.
// A service refuses by throwing a `Refusal`, which is answered as `{"error": "…"}`.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

export interface RecordedRequest {
  readonly method: string;
  /** With the query, as it came over the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** `json` or `text` is the body; neither means none. A `content-type` among the headers wins. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
}

export type Service = (request: RecordedRequest, url: URL) => Reply;

export interface RunningUpstream extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
}

/** Thrown by a service that refuses a request. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Port 0 takes any free one. Rejects when the port is taken. */
export async function startUpstream(service: Service, port = 0, host = '127.0.0.1'): Promise<RunningUpstream> {
  const requests: RecordedRequest[] = [];
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const request = { method, path: url, headers, body: await text(incoming) };
    requests.push(request);
    write(response, method, replyTo(service, request));
  }

  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // an address object, for the server listens on TCP
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function replyTo(service: Service, request: RecordedRequest): Reply {
  try {
    return service(request, new URL(request.path, 'http://upstream.invalid'));
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, json: { error: error.message } };
    throw error;
  }
}

function write(response: ServerResponse, method: string, reply: Reply): void {
  const headers: Record<string, string> = {};
  if (reply.json !== undefined) headers['content-type'] = 'application/json';
  if (reply.text !== undefined) headers['content-type'] = 'text/plain; charset=utf-8';
  Object.assign(headers, reply.headers);
  const body = reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json);
  response.writeHead(reply.status, headers);
  response.end(method === 'HEAD' ? '' : body);
}

/** The JSON object in a request's body; refuses all else with 415 or 400. */
export function parseJsonObject(request: RecordedRequest): Readonly<Record<string, unknown>> {
  const mediaType = String(request.headers['content-type'] ?? '').split(';', 1)[0];
  if (mediaType?.trim().toLowerCase() !== 'application/json') throw new Refusal(415, 'Send application/json');
  let value: unknown;
  try {
    value = JSON.parse(request.body);
  } catch {
    throw new Refusal(400, 'The body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'The body is not a JSON object');
  return value as Record<string, unknown>; // an object, by the line above
}

/** For a service that is started by itself: `node test/upstreams/calculator.ts --port 5001`. In a container: `--host 0.0.0.0`. */
export async function runUpstream(
  name: string,
  start: (port: number, host: string) => Promise<RunningUpstream>,
): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '0' }, host: { type: 'string', default: '127.0.0.1' } },
  });
  const upstream = await start(Number(values.port), values.host);
  console.log(`${name}: listening on ${upstream.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void upstream[Symbol.asyncDispose]());
  }
}
