// Server-sent events that go on where they broke: a safe request is sent again with the id of the last event, a few times in a row at
// most. What came already does not come twice, also from a service that starts all over. WHATWG HTML §9.2.4.

import type { EventSourceMessage } from 'eventsource-parser';
import { GatewayError, type FailureCode } from '../../errors.ts';
import type { UpstreamResponse } from '../../upstream/request.ts';
import { readEvents } from './read-events.ts';

export interface ResumeOptions {
  /** Sends the request again; undefined when that may do harm. */
  readonly reopen: ((lastEventId: string | undefined) => Promise<UpstreamResponse>) | undefined;
  readonly sleep: (ms: number) => Promise<void>;
}

const attemptsInARow = 5;
const firstPause = 1_000;
const longestPause = 10_000;
const idsKept = 10_000;

export async function* readResumed(
  body: AsyncIterable<Buffer>,
  { reopen, sleep }: ResumeOptions,
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const seen = createSeen();
  let lastId: string | undefined;
  let begun = false;
  let pause = firstPause;
  let attempts = 0;
  let source: AsyncIterable<Buffer> | undefined = body;
  while (source !== undefined) {
    try {
      const again = attempts > 0;
      for await (const event of readEvents(source, {
        onRetry: (ms) => (pause = ms),
        onId: (id) => (lastId = id === '' ? undefined : id),
      })) {
        if (again && event.id !== undefined && seen.has(event.id)) continue;
        if (event.id !== undefined) seen.add(event.id);
        begun = true;
        attempts = 0;
        yield event;
      }
      return;
    } catch (error) {
      if (reopen === undefined || !isBreak(error) || (begun && lastId === undefined)) throw error;
      source = undefined;
      let cause: unknown = error;
      while (source === undefined) {
        attempts += 1;
        if (attempts > attemptsInARow) throw cause;
        await sleep(Math.min(longestPause, pause * 2 ** (attempts - 1)));
        try {
          const response = await reopen(lastId);
          // 204 is how a service says that there is no more to come.
          if (response.status === 204) return;
          if (response.stream === undefined) throw toRefusal(response.status);
          source = response.stream;
        } catch (failure) {
          if (!isBreak(failure)) throw failure;
          cause = failure;
        }
      }
    }
  }
}

const breaks: ReadonlySet<FailureCode> = new Set([
  'upstream_bad_reply',
  'upstream_unreachable',
  'upstream_failed',
  'upstream_busy',
]);

/** True for what may be over the next time. A service that was silent too long, or said too much, is not asked again. */
function isBreak(error: unknown): boolean {
  return error instanceof GatewayError && breaks.has(error.code);
}

function toRefusal(status: number): GatewayError {
  const code = status >= 400 && status < 500 && status !== 429 ? 'upstream_rejected' : 'upstream_failed';
  return new GatewayError(code, `The stream broke, and the service answered ${status} when it was asked to go on.`);
}

function createSeen(): Pick<Set<string>, 'has'> & { add(id: string): void } {
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id);
      if (ids.size <= idsKept) return;
      for (const oldest of ids) {
        ids.delete(oldest);
        return;
      }
    },
  };
}
