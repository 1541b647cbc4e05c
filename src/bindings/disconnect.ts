// The caller's going away, as the signal of a call. It does what a call asks of an AbortSignal, and costs nothing until somebody
// listens; an AbortController for each request is dear. It goes off when the response is closed before it was ended.

import type { ServerResponse } from 'node:http';
import type { EndSignal } from '../upstream/request.ts';

// Not `request.signal`: it goes off as soon as the body of a POST has been read (Fastify 5.12 on Node 24).
export class Disconnect implements EndSignal {
  #response: ServerResponse;
  #listeners: (() => void)[] | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get aborted(): boolean {
    return this.#response.destroyed && !this.#response.writableEnded;
  }

  get reason(): Error | undefined {
    return this.aborted ? new Error('the caller has gone away') : undefined;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.#listeners !== undefined) {
      this.#listeners.push(listener);
      return;
    }
    this.#listeners = [listener];
    this.#response.once('close', () => this.#tell());
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners?.filter((other) => other !== listener);
  }

  #tell(): void {
    if (!this.aborted) return;
    for (const listener of this.#listeners ?? []) listener();
  }
}
