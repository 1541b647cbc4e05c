// Calls to the server that the gateway is a plugin of: the network with one more address, whose exchanges are handed to that server
// inside the process. They need no port and work before it listens; its hooks run as for any request. Limits, deadlines, retries and
// outcomes are those of every target, because they are composed above the network.

import type { Readable } from 'node:stream';
import type { Reply } from '../net/collector.ts';
import { decodeBody, parseCodings } from '../net/decode.ts';
import { decodeStream } from '../net/decode-stream.ts';
import type { Exchange, RunningExchange } from '../net/exchange.ts';
import type { Network } from '../net/network.ts';
import { ReplyError } from '../net/reply-error.ts';

/** Stands for the server itself; no name of a network can end in `.invalid`. RFC 2606 §2. */
export const selfOrigin = 'http://self.invalid';

export interface InjectedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
  readonly signal: AbortSignal;
}

export interface InjectedResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: Readable;
}

/** Hands a request to the server itself; resolves when the headers of its reply are there. */
export type Inject = (request: InjectedRequest) => Promise<InjectedResponse>;

export function withSelf(network: Network, inject: Inject): Network {
  return {
    ...network,
    exchange: (exchange) =>
      exchange.origin === selfOrigin ? exchangeWithSelf(exchange, inject) : network.exchange(exchange),
    isListening: (origin, options) =>
      origin === selfOrigin ? Promise.resolve(true) : network.isListening(origin, options),
  };
}

function exchangeWithSelf(exchange: Exchange, inject: Inject): RunningExchange {
  const abort = new AbortController();
  let answered = false;
  let settled = false;
  let stream: Readable | undefined;
  const settle = (error: Error | undefined, reply: Reply | undefined): void => {
    if (settled) return;
    settled = true;
    stream = reply?.stream;
    exchange.done(error, reply);
  };
  const run = async (): Promise<Reply> => {
    const { method, path: url, headers, body } = exchange;
    const payload = body === undefined || typeof body === 'string' ? body : Buffer.from(body);
    const response = await inject({
      method,
      url,
      headers: { ...headers },
      signal: abort.signal,
      ...(payload === undefined ? {} : { payload }),
    });
    answered = true;
    return readReply(response, exchange);
  };
  run().then(
    (reply) => settle(undefined, reply),
    (error: unknown) => {
      settle(error instanceof Error ? error : new Error(String(error)), undefined);
      abort.abort();
    },
  );
  return {
    started: true,
    get answered() {
      return answered;
    },
    cancel(error) {
      settle(error, undefined);
      stream?.destroy(error);
      abort.abort(error);
    },
  };
}

async function readReply(response: InjectedResponse, exchange: Exchange): Promise<Reply> {
  const { maxBytes } = exchange;
  const headers = toHeaders(response.headers);
  if (exchange.isStream?.(response.statusCode, headers) === true) {
    const codings = parseCodings(headers['content-encoding']);
    const stream = decodeStream(response.body, { codings, maxBytes, moved: () => exchange.moved?.() });
    return { status: response.statusCode, headers, body: Buffer.alloc(0), stream };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new ReplyError('too_large', `more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks, size);
  const codings = size === 0 ? [] : parseCodings(headers['content-encoding']);
  if (codings.length === 0) return { status: response.statusCode, headers, body };
  const { 'content-encoding': _coding, 'content-length': _length, ...rest } = headers;
  return { status: response.statusCode, headers: rest, body: await decodeBody(body, codings, maxBytes) };
}

function toHeaders(given: InjectedResponse['headers']): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && name !== 'set-cookie')
      headers[name] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return headers;
}
