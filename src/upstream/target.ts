// One target: its replicas with their breakers, its places, its budget for repeats. What a call does with them is in `send.ts` and, for
// streams, `open.ts`. A reply of any status, redirects included, is returned as it is.

import type { Log } from '../observe/log.ts';
import type { Network } from '../net/network.ts';
import { createBalance, type Balance, type Replica } from './balance.ts';
import { createBreaker, type BreakerPolicy } from './breaker.ts';
import { createPlaces, type ConcurrencyPolicy } from './concurrency.ts';
import { openStream, type StreamRequest, type StreamResponse } from './open.ts';
import type { UpstreamRequest, UpstreamResponse } from './request.ts';
import { createRetry, type RetryPolicy } from './retry.ts';
import { send, type SendDeps } from './send.ts';

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

  const sending: SendDeps = { network, places, retry, toBalance, maxReplySize: options.maxReplySize, log };
  return {
    send: (request) => send(request, sending),
    open: (request) => openStream(request, sending),
    replicas() {
      if (configured !== undefined) return configured.replicas;
      return byBaseUrl.size === 0 ? atFirst : [...byBaseUrl.values()].flatMap(({ replicas }) => replicas);
    },
  };
}
