// An event stream as a client sees it: its events one by one, its comments, and a way to go away. Reads no faster than the test asks.

import { createParser } from 'eventsource-parser';

export interface StreamEvent {
  readonly id: string | undefined;
  /** The parsed `data`. */
  readonly data: {
    readonly id?: unknown;
    readonly result?: unknown;
    readonly error?: { readonly code: number; readonly message: string };
  };
}

export interface OpenedStream {
  readonly status: number;
  readonly headers: Headers;
  /** All bytes so far, as text. */
  text(): string;
  /** The next event; undefined at the end. */
  next(): Promise<StreamEvent | undefined>;
  /** All events up to the end. */
  rest(): Promise<readonly StreamEvent[]>;
  /** Waits until the text so far has the word. */
  until(word: string): Promise<void>;
  leave(): void;
}

export async function openStream(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenedStream> {
  const controller = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
    signal: controller.signal,
  });
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, data }) => void events.push({ id, data: JSON.parse(data) as StreamEvent['data'] }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (): Promise<boolean> => {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) return false;
    text += chunk.value;
    parser.feed(chunk.value);
    return true;
  };
  const stream: OpenedStream = {
    status: response.status,
    headers: response.headers,
    text: () => text,
    async next() {
      while (events.length === 0 && (await read()));
      return events.shift();
    },
    async rest() {
      while (await read());
      return events.splice(0);
    },
    async until(word) {
      while (!text.includes(word)) if (!(await read())) throw new Error(`the stream ended without ${word}: ${text}`);
    },
    leave: () => controller.abort(),
  };
  return stream;
}
