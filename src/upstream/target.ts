// One target: the steps of a call to it. Take a place, choose a replica, exchange, and repeat while that is safe and worthwhile.
// A reply of any status, redirects included, is returned as it is.

import type { Log } from '../observe/log.ts';
import type { Network } from '../net/network.ts';
import { createBalance, type Balance, type Replica } from './balance.ts';
import { createBreaker, type BreakerPolicy } from './breaker.ts';
import { createPlaces, type ConcurrencyPolicy } from './concurrency.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import { toThrown, EndedError } from './failure.ts';
import { openStream, type StreamRequest, type StreamResponse } from './open.ts';
import type { UpstreamRequest, UpstreamResponse } from './request.ts';
import { createRetry, type RetryPolicy } from './retry.ts';
import { readStream } from './read-stream.ts';
import { sendOnce } from './send.ts';

export interface TargetOptions {
  /** Base URLs that replace the one of the request; the request's own is used when there are none. */
  readonly replicas?: readonly string[];
  /** Bytes of a reply, decoded. */
  readonly maxReplySize: number;
  /** Origins that may be at inner addresses: replicas, and what the operator named. All others go through the egress guard. */
  readonly trustedOrigins: readonly string[];
  readonly retry?: Partial<RetryPolicy>;
  readonly breaker?: Partial<BreakerPolicy>;
  readonly concurrency?: Partial<ConcurrencyPolicy>;
}

export interface TargetDeps {
  readonly network: Network;
  readonly log: Log;
  readonly clock: Clock;
}

/** Milliseconds of a steady clock and of the calendar, and randomness for jitter; tests give their own. */
export interface Clock {
  now(): number;
  wallClock(): number;
  random(): number;
}

export interface Target {
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  open(request: StreamRequest): Promise<StreamResponse>;
  /** All replicas that are known: the configured ones, or those that requests named, or at first the trusted origins. */
  replicas(): readonly Replica[];
}

const retryDefaults: RetryPolicy = { attempts: 3, pause: 100, longestPause: 5_000 };
const breakerDefaults: BreakerPolicy = { failures: 10, pause: 500, longestPause: 10_000 };
const concurrencyDefaults: ConcurrencyPolicy = { limit: 256, queue: 256 };

export function createTarget(id: string, options: TargetOptions, deps: TargetDeps): Target {
  const { network, log, clock } = deps;
  const places = createPlaces(id, { ...concurrencyDefaults, ...options.concurrency });
  const retry = createRetry({ ...retryDefaults, ...options.retry }, clock);
  const trusted = new Set([...options.trustedOrigins, ...(options.replicas ?? []).map((url) => new URL(url).origin)]);

  const createReplica = (baseUrl: string): Replica => {
    const { origin, pathname } = new URL(baseUrl);
    const breaker = createBreaker(
      { ...breakerDefaults, ...options.breaker },
      {
        now: () => clock.now(),
        random: () => clock.random(),
        onChange: (state) =>
          log[state === 'closed' ? 'info' : 'warn']({ target: id, replica: baseUrl, state }, 'replica changed'),
      },
    );
    return {
      baseUrl,
      origin,
      prefix: pathname.replace(/\/+$/, ''),
      guarded: !trusted.has(origin),
      breaker,
      pending: 0,
      seen: 'unknown',
    };
  };

  const configured = options.replicas?.length ? createBalance(id, options.replicas.map(createReplica)) : undefined;
  // Without replicas each base URL stands for itself. They come from the document, so there are few.
  const byBaseUrl = new Map<string, Balance>();
  const toBalance = (baseUrl: string): Balance => {
    if (configured !== undefined) return configured;
    let balance = byBaseUrl.get(baseUrl);
    if (balance === undefined) {
      balance = createBalance(id, [createReplica(baseUrl)]);
      byBaseUrl.set(baseUrl, balance);
    }
    return balance;
  };

  const atFirst = options.trustedOrigins.map(createReplica);

  const exchange = async (request: UpstreamRequest, deadline: Deadline): Promise<UpstreamResponse> => {
    const balance = toBalance(request.baseUrl);
    const tried: Replica[] = [];
    for (let number = 1; ; number += 1) {
      deadline.assertRunning();
      const replica = balance.choose(tried);
      tried.push(replica);
      const attempt = await sendOnce(request, { network, replica, deadline, maxBytes: options.maxReplySize });
      const pause = retry.pauseAfter(attempt, {
        safe: request.safe,
        attempt: number,
        remaining: deadline.remaining(),
        hasOther: balance.replicas.some((other) => !tried.includes(other) && other.breaker.allows()),
      });
      if (pause !== undefined) {
        log.debug({ target: id, attempt: number, pause }, 'request is repeated');
        if (pause > 0) await deadline.wait(pause);
        continue;
      }
      const { safe, timeout } = request;
      const context = { target: id, safe, timeout, baseUrl: replica.baseUrl };
      if (attempt.kind === 'failed') throw toThrown(attempt, context);
      const { stream } = attempt.reply;
      if (stream === undefined) return attempt.reply;
      // The time is the stream's now. The place is free for the next call: streams may last for hours, and a few hundred of them
      // would leave no place for anybody else.
      stream.once('close', () => deadline.close());
      return { ...attempt.reply, stream: readStream(stream, context) };
    }
  };

  return {
    async send(request) {
      let deadline: Deadline | undefined;
      let placed = false;
      let streamed = false;
      try {
        if (request.patient === true) {
          const place = places.takePatiently(request.signal);
          if (place !== undefined) await place;
          placed = true;
        }
        deadline = startDeadline(network.wheel, request.timeout, request.signal);
        if (!placed) {
          const place = places.take(deadline);
          if (place !== undefined) await place;
          placed = true;
        }
        const response = await exchange(request, deadline);
        streamed = response.stream !== undefined;
        return response;
      } catch (error) {
        if (!(error instanceof EndedError)) throw error;
        const failed = { kind: 'failed', error, started: false, answered: false } as const;
        throw toThrown(failed, { target: id, safe: request.safe, timeout: request.timeout, baseUrl: request.baseUrl });
      } finally {
        if (placed) places.giveBack();
        if (!streamed) deadline?.close();
      }
    },
    open: (request) => openStream(request, { network, places, retry, toBalance }),
    replicas() {
      if (configured !== undefined) return configured.replicas;
      return byBaseUrl.size === 0 ? atFirst : [...byBaseUrl.values()].flatMap(({ replicas }) => replicas);
    },
  };
}
