// The body of a streamed reply for those who read it: what breaks it is thrown as the failure that callers see, like everything
// else that `send` throws.

import type { Readable } from 'node:stream';
import { toThrown, type FailureContext } from './failure.ts';

export async function* readStream(stream: Readable, context: FailureContext): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error));
    throw toThrown({ kind: 'failed', error: thrown, started: true, answered: true }, context);
  }
}
