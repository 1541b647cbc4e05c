// One request whose bodies are streams: its reply is handed on as soon as its headers are there, whatever its status. It takes the
// same places and replicas as calls do; only a request without a body is repeated, and never because of a reply. There is no time
// limit for the whole, but when nothing has moved for `timeout`, it ends.

import type { Readable } from 'node:stream';
import type { Exchanger } from '../net/exchange.ts';
import type { StreamedReply } from '../net/streamer.ts';
import type { Balance, Replica } from './balance.ts';
import type { Places } from './concurrency.ts';
import { Deadline } from './deadline.ts';
import { EndedError, toThrown, type FailedExchange } from './failure.ts';
import type { UpstreamRequest } from './request.ts';
import type { Retry } from './retry.ts';
import { record } from './send.ts';

export interface StreamRequest extends Omit<UpstreamRequest, 'body'> {
  /** When it breaks, the exchange ends, and its error is what is thrown. */
  readonly body?: Readable;
}

export interface StreamResponse extends StreamedReply {
  /** The base URL that was chosen among the replicas. */
  readonly baseUrl: string;
}

export interface OpenDeps {
  readonly network: Exchanger;
  readonly places: Places;
  readonly retry: Retry;
  readonly toBalance: (baseUrl: string) => Balance;
}

/** Throws what `send` throws. The place and the replica are taken until the reply's body is read or destroyed. */
export async function openStream(request: StreamRequest, deps: OpenDeps): Promise<StreamResponse> {
  const { places, network } = deps;
  const deadline = new Deadline(network.wheel, request.timeout, request.signal);
  let placed = false;
  const leave = (): void => {
    if (placed) places.giveBack();
    deadline.close();
  };
  try {
    const place = places.take(deadline);
    if (place !== undefined) await place;
    placed = true;
    const response = await exchange(request, deadline, deps);
    if (response.body.closed) leave();
    else response.body.once('close', leave);
    return response;
  } catch (error) {
    leave();
    if (!(error instanceof EndedError)) throw error;
    throw toThrown({ kind: 'failed', error, started: false, answered: false }, request);
  }
}

async function exchange(request: StreamRequest, deadline: Deadline, deps: OpenDeps): Promise<StreamResponse> {
  const balance = deps.toBalance(request.baseUrl);
  const tried: Replica[] = [];
  for (let number = 1; ; number += 1) {
    deadline.assertRunning();
    const replica = balance.choose(tried);
    tried.push(replica);
    const attempt = await openOnce(request, { replica, deadline, network: deps.network });
    if (attempt.kind === 'reply') return { ...attempt.reply, baseUrl: replica.baseUrl };
    const pause =
      request.body === undefined
        ? deps.retry.pauseAfter(attempt, {
            safe: request.safe,
            attempt: number,
            remaining: deadline.remaining(),
            hasOther: balance.replicas.some((other) => !tried.includes(other) && other.breaker.allows()),
          })
        : undefined;
    if (pause === undefined) throw toThrown(attempt, { ...request, baseUrl: replica.baseUrl });
    if (pause > 0) await deadline.wait(pause);
  }
}

interface Opening {
  readonly network: Exchanger;
  readonly replica: Replica;
  readonly deadline: Deadline;
}

type Opened = { readonly kind: 'reply'; readonly reply: StreamedReply } | FailedExchange;

function openOnce(request: StreamRequest, { network, replica, deadline }: Opening): Promise<Opened> {
  const { method, path, headers, body } = request;
  const trial = replica.breaker.begin();
  replica.pending += 1;
  return new Promise((resolve) => {
    // A caller that breaks off its own request says nothing about the replica; so this listens before the network does.
    const onBroken = (error: Error): void => running.cancel(new EndedError(false, error));
    body?.once('error', onBroken);
    const running = network.stream({
      origin: replica.origin,
      target: request.target,
      path: replica.prefix + path,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      guarded: replica.guarded,
      moved: () => deadline.restart(),
      opened: (error, reply) => {
        const { started, answered } = running;
        const attempt: Opened =
          reply === undefined
            ? { kind: 'failed', error: error ?? new Error('no reply'), started, answered }
            : { kind: 'reply', reply };
        if (reply === undefined) replica.pending -= 1;
        else {
          reply.body.once('close', () => (replica.pending -= 1));
          // It may break before its reader has it: then its reader finds it broken.
          reply.body.once('error', () => {});
        }
        record(replica, attempt, trial);
        resolve(attempt);
      },
    });
    deadline.whileRunning(running);
    if (body?.errored) onBroken(body.errored);
  });
}
