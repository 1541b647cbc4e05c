// The handler that passes one reply on from undici's `dispatch` while it arrives: status and headers as soon as they are there,
// then the body as a stream, as it was sent (not decoded), no faster than its reader reads. It calls `opened` exactly once.

import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

export interface StreamedReply {
  readonly status: number;
  /** Names in lower case; repeated ones are lists. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Destroying it ends the exchange. */
  readonly body: Readable;
}

export interface StreamerOptions {
  readonly opened: (error: Error | undefined, reply: StreamedReply | undefined) => void;
  /** Something moved: a piece of the request left, or a piece of the reply arrived. */
  readonly moved: () => void;
}

export class Streamer implements Dispatcher.DispatchHandler {
  /** True once bytes of the request may have left: from then on the other side may have acted on it. */
  started = false;
  /** True once the reply has begun. */
  answered = false;

  #options: StreamerOptions;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #ended = false;
  #body: Readable | undefined;

  constructor(options: StreamerOptions) {
    this.#options = options;
  }

  /** Ends the exchange now with this error. The connection is closed if it was in use. */
  cancel(error: Error): void {
    this.#settle(error, undefined);
    this.#body?.destroy(error);
    if (!this.#ended) this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Cancelled while it waited for a connection: throwing here drops the request before a byte is written.
    if (this.#settled) throw new Error('cancelled before it was sent');
    this.#controller = controller;
    this.started = true;
  }

  onBodySent(): void {
    this.#options.moved();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.#settled || status < 200) return;
    this.answered = true;
    this.#body = new Readable({
      read: () => {
        // That its reader took its time is not the other side's silence.
        this.#options.moved();
        controller.resume();
      },
      destroy: (error, done) => {
        if (!this.#ended) controller.abort(error ?? new Error('the reply is not wanted any more'));
        done(error);
      },
    });
    this.#settle(undefined, { status, headers, body: this.#body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#options.moved();
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#ended = true;
    this.#body?.push(null);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.#ended = true;
    this.#body?.destroy(error);
    // `dispatch` may fail before it returns; nobody should hear of it before that.
    if (this.started) this.#settle(error, undefined);
    else queueMicrotask(() => this.#settle(error, undefined));
  }

  #settle(error: Error | undefined, reply: StreamedReply | undefined): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#options.opened(error, reply);
  }
}
