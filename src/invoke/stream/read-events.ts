// Bytes as server-sent events. What a service left unfinished at a clean end is taken as its last event: many forget the blank line.
// WHATWG HTML §9.2.6.

import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface EventHooks {
  /** Milliseconds that the service wants between two connections. */
  readonly onRetry: (ms: number) => void;
  /** The id that a new connection goes on after; empty: none any more. */
  readonly onId: (id: string) => void;
}

export async function* readEvents(
  body: AsyncIterable<Buffer>,
  hooks: EventHooks,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const decoder = new TextDecoder();
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event), ...hooks });
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield* events.splice(0);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield* events.splice(0);
}
