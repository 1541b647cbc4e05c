// One exchange with one replica, ended by the call's deadline. Counts the requests under way and tells the breaker how it went.

import { GatewayError } from '../errors.ts';
import type { Reply } from '../net/collector.ts';
import type { Exchanger } from '../net/exchange.ts';
import type { Replica } from './balance.ts';
import type { Verdict } from './breaker.ts';
import type { Deadline } from './deadline.ts';
import { EndedError, isUnsendable, type FailedExchange } from './failure.ts';
import type { UpstreamRequest } from './request.ts';
import type { Attempt } from './retry.ts';

export interface SendOptions {
  readonly network: Pick<Exchanger, 'exchange'>;
  readonly replica: Replica;
  readonly deadline: Deadline;
  readonly maxBytes: number;
}

/** An attempt, of whose reply the status is known. */
type Ended = { readonly kind: 'reply'; readonly reply: Pick<Reply, 'status'> } | FailedExchange;

/** Never rejects: what prevented a reply is in the attempt. */
export function sendOnce(
  request: UpstreamRequest,
  { network, replica, deadline, maxBytes }: SendOptions,
): Promise<Attempt> {
  const trial = replica.breaker.begin();
  replica.pending += 1;
  return new Promise((resolve) => {
    const running = network.exchange({
      origin: replica.origin,
      target: request.target,
      path: request.fromRoot === true ? request.path : replica.prefix + request.path,
      method: request.method,
      headers: request.headers,
      body: request.body,
      guarded: replica.guarded,
      maxBytes,
      ...(request.isStream === undefined
        ? {}
        : { isStream: request.isStream, moved: () => deadline.restart(request.streamTimeout) }),
      done: (error, reply) => {
        const attempt: Attempt =
          reply === undefined
            ? {
                kind: 'failed',
                error: error ?? new Error('no reply'),
                started: running.started,
                answered: running.answered,
              }
            : { kind: 'reply', reply };
        const stream = reply?.stream;
        if (stream === undefined) replica.pending -= 1;
        else stream.once('close', () => (replica.pending -= 1));
        record(replica, attempt, trial);
        resolve(attempt);
      },
    });
    deadline.whileRunning((error) => running.cancel(error));
  });
}

/** What the attempt says about the replica. */
export function record(replica: Replica, attempt: Ended, trial: boolean): void {
  const verdict = toVerdict(attempt);
  if (attempt.kind === 'reply' || attempt.started) replica.seen = 'up';
  else if (verdict === 'unreachable') replica.seen = 'down';
  replica.breaker.end(verdict, trial);
}

function toVerdict(attempt: Ended): Verdict {
  if (attempt.kind === 'reply') {
    const { status } = attempt.reply;
    return status === 500 || (status >= 502 && status <= 504) ? 'bad' : 'good';
  }
  const { error, started, answered } = attempt;
  // What the caller or the request itself did says nothing about the replica, or else a caller could close a service for all.
  if (error instanceof GatewayError || isUnsendable(error)) return 'neutral';
  if (error instanceof EndedError) return error.timedOut ? 'bad' : 'neutral';
  if (!started) return 'unreachable';
  return answered ? 'good' : 'bad';
}
