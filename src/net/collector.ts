// The handler that collects one whole reply from undici's `dispatch`: status, headers, body up to a limit, decoded. It calls
// `done` exactly once. `dispatch` with a plain handler costs less than half of `request()` or `fetch()`, because it builds no
// streams, promises or signals. A class, so that all calls share one shape. A reply that is to be handed on while it arrives is left
// to a `Streamer` from its headers on.

import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { lastMediaType } from '../lib/media-type.ts';
import { decodeBody, parseCodings } from './decode.ts';
import { decodeStream } from './decode-stream.ts';
import { ReplyError } from './reply-error.ts';
import { Streamer } from './streamer.ts';

export interface Reply {
  readonly status: number;
  /** Names in lower case, repeated ones joined with `, `, without `set-cookie`. Of several content types the last one. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when there is a `stream`. */
  readonly body: Buffer;
  /** The body while it arrives, decoded. Destroying it ends the exchange. */
  readonly stream?: Readable;
}

export interface CollectorOptions {
  readonly method: string;
  /** Limit of the body, as sent and after decoding. */
  readonly maxBytes: number;
  done(error: Error | undefined, reply: Reply | undefined): void;
  /** Asked for each reply: true for one that is handed on as a stream. */
  readonly isStream?: ((status: number, headers: Readonly<Record<string, string>>) => boolean) | undefined;
  /** A piece of a stream arrived. */
  moved?(): void;
}

const none: Record<string, string> = {};

export class Collector implements Dispatcher.DispatchHandler {
  /** True once bytes of the request may have left: from then on the other side may have acted on it. */
  started = false;
  /** True once the reply has begun. */
  answered = false;

  #options: CollectorOptions;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: Record<string, string> = none;
  #chunks: Buffer[] = [];
  #size = 0;
  #streamer: Streamer | undefined;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** Ends the exchange now with this error. The connection is closed if it was in use. */
  cancel(error: Error): void {
    if (this.#streamer !== undefined) return this.#streamer.cancel(error);
    if (this.#settled) return;
    this.#settle(error, undefined);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Cancelled while it waited for a connection. Throwing here drops the request before a byte is written and, unlike
    // `controller.abort`, leaves the connection open for others.
    if (this.#settled) throw new Error('cancelled before it was sent');
    this.#controller = controller;
    this.started = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.#settled || status < 200) return;
    this.answered = true;
    this.#status = status;
    this.#headers = toHeaders(headers);
    if (this.#options.isStream?.(status, this.#headers) === true) return this.#handOn(controller, { status, headers });
    const hasBody = this.#options.method !== 'HEAD' && status !== 204 && status !== 304;
    if (hasBody && Number(this.#headers['content-length']) > this.#options.maxBytes) this.#refuseSize();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#streamer !== undefined) return this.#streamer.onResponseData(controller, chunk);
    if (this.#settled) return;
    this.#size += chunk.length;
    if (this.#size > this.#options.maxBytes) return this.#refuseSize();
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#streamer !== undefined) return this.#streamer.onResponseEnd();
    if (this.#settled) return;
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks, this.#size);
    const codings = body.length === 0 ? [] : parseCodings(this.#headers['content-encoding']);
    if (codings.length === 0) return this.#finish(body);
    void this.#decode(body, codings);
  }

  onResponseError(controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#streamer !== undefined) return this.#streamer.onResponseError(controller, error);
    // `dispatch` may fail before it returns; nobody should hear of it before that.
    if (this.started) this.#settle(error, undefined);
    else queueMicrotask(() => this.#settle(error, undefined));
  }

  #handOn(
    controller: Dispatcher.DispatchController,
    { status, headers }: { status: number; headers: Record<string, string | string[] | undefined> },
  ): void {
    const streamer = new Streamer({
      moved: () => this.#options.moved?.(),
      opened: (_error, reply) => {
        if (reply === undefined) return;
        const stream = decodeStream(reply.body, {
          codings: parseCodings(this.#headers['content-encoding']),
          maxBytes: this.#options.maxBytes,
        });
        delete this.#headers['content-encoding'];
        this.#settle(undefined, { status, headers: this.#headers, body: Buffer.alloc(0), stream });
      },
    });
    this.#streamer = streamer;
    streamer.onRequestStart(controller);
    streamer.onResponseStart(controller, status, headers);
  }

  async #decode(body: Buffer, codings: readonly string[]): Promise<void> {
    try {
      const decoded = await decodeBody(body, codings, this.#options.maxBytes);
      delete this.#headers['content-encoding'];
      delete this.#headers['content-length'];
      this.#finish(decoded);
    } catch (error) {
      this.#settle(toError(error), undefined);
    }
  }

  #refuseSize(): void {
    this.cancel(new ReplyError('too_large', `more than ${this.#options.maxBytes} bytes`));
  }

  #finish(body: Buffer): void {
    this.#settle(undefined, { status: this.#status, headers: this.#headers, body });
  }

  #settle(error: Error | undefined, reply: Reply | undefined): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#chunks = [];
    this.#options.done(error, reply);
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The record itself, which is of this reply alone: a copy of each costs more than all else that is done with them. */
function toHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  if (headers['set-cookie'] !== undefined) delete headers['set-cookie'];
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'object') headers[name] = value.join(', ');
  }
  const type = headers['content-type'];
  if (typeof type === 'string') headers['content-type'] = lastMediaType(type);
  // Every value is a text now.
  return headers as Record<string, string>;
}
