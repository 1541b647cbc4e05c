// One attempt to deliver a notification: a guarded POST with a time limit, whose redirects are not followed. The status decides;
// the body of the reply is of no interest, and only read so that the connection can be used again. A2A 1.0 §4.3.3.

import { Readable } from 'node:stream';
import { GatewayError } from '../../errors.ts';
import { describeFailure } from '../../net/describe-failure.ts';
import type { Exchanger } from '../../net/exchange.ts';
import type { StreamedReply } from '../../net/streamer.ts';
import { parseRetryAfter } from '../../lib/retry-after.ts';
import type { Clock } from '../clock.ts';
import type { NotificationRequest } from './request.ts';

export type Delivery =
  | { readonly kind: 'delivered' }
  /** It may work later. `retryAfter` in milliseconds, as the webhook asked. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfter?: number }
  /** This notification will never be taken. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The webhook wants no more. */
  | { readonly kind: 'gone' };

export interface DeliverDeps {
  readonly network: Pick<Exchanger, 'stream'>;
  readonly clock: Clock;
  /** Milliseconds until the status must be there. */
  readonly timeout: number;
}

const maxReply = 64 * 1024;
const passing = new Set([408, 425, 429]);

/** Never rejects. */
export function deliver(request: NotificationRequest, { network, clock, timeout }: DeliverDeps): Promise<Delivery> {
  const { url, headers, body } = request;
  return new Promise((resolve) => {
    const running = network.stream({
      method: 'POST',
      origin: url.origin,
      path: url.pathname + url.search,
      headers,
      body: Readable.from([body]),
      guarded: true,
      moved: () => {},
      opened: (error, reply) => {
        if (reply === undefined) {
          stopTimer();
          return resolve(toFailure(error));
        }
        skipBody(reply, stopTimer);
        return resolve(toDelivery(reply, clock.now()));
      },
    });
    // It also ends a reply whose body does not end.
    const stopTimer = clock.after(timeout, () => running.cancel(new SlowError(`no answer within ${timeout / 1000} s`)));
  });
}

class SlowError extends Error {}

function skipBody({ body }: StreamedReply, done: () => void): void {
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxReply) body.destroy();
  });
  // What goes wrong from here on changes nothing: the status has been read.
  body.on('error', () => {});
  body.once('close', done);
}

function toDelivery({ status, headers }: StreamedReply, now: number): Delivery {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  const reason = `the webhook answered ${status}`;
  if (status < 500 && !passing.has(status)) return { kind: 'refused', reason };
  const retryAfter = parseRetryAfter([headers['retry-after']].flat()[0], now);
  return { kind: 'failed', reason, ...(retryAfter === undefined ? {} : { retryAfter: retryAfter * 1000 }) };
}

function toFailure(error: Error | undefined): Delivery {
  // The address: it was allowed when the config was made, and now the name leads to another one.
  if (error instanceof GatewayError) return { kind: 'refused', reason: error.message };
  return { kind: 'failed', reason: error instanceof SlowError ? error.message : describeFailure(error) };
}
