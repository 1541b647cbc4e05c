// One call to a target, from its place to its reply: it takes a place, chooses a replica, exchanges, and repeats while that is safe
// and worthwhile. Written with callbacks, and a class for what it holds: there is one for each call, and each promise on the way would
// cost as much as a step of the call itself.

import type { Readable } from 'node:stream';
import { GatewayError } from '../errors.ts';
import type { Reply } from '../net/collector.ts';
import type { Exchange, Exchanger, RunningExchange } from '../net/exchange.ts';
import type { Log } from '../observe/log.ts';
import type { Balance, Replica } from './balance.ts';
import type { Verdict } from './breaker.ts';
import type { Places } from './concurrency.ts';
import { Deadline } from './deadline.ts';
import { EndedError, isUnsendable, toThrown, type FailedExchange, type FailureContext } from './failure.ts';
import { readStream } from './read-stream.ts';
import type { UpstreamRequest, UpstreamResponse } from './request.ts';
import type { Attempt, AttemptContext, Retry } from './retry.ts';

export interface SendDeps {
  readonly network: Exchanger;
  readonly places: Places;
  readonly retry: Retry;
  readonly toBalance: (baseUrl: string) => Balance;
  /** Bytes of a reply, decoded. */
  readonly maxReplySize: number;
  readonly log: Log;
}

/** Rejects with what kept us from having a reply, as `toThrown` tells it. */
export function send(request: UpstreamRequest, deps: SendDeps): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => new Sending(request, deps, { resolve, reject }).start());
}

interface Settle {
  readonly resolve: (response: UpstreamResponse) => void;
  readonly reject: (reason: unknown) => void;
}

class Sending implements AttemptContext {
  readonly request: UpstreamRequest;
  readonly deps: SendDeps;
  readonly #settle: Settle;
  readonly #tried: Replica[] = [];
  #balance: Balance | undefined;
  #deadline: Deadline | undefined;
  #isPlaced = false;

  constructor(request: UpstreamRequest, deps: SendDeps, settle: Settle) {
    this.request = request;
    this.deps = deps;
    this.#settle = settle;
  }

  get safe(): boolean {
    return this.request.safe;
  }

  get attempt(): number {
    return this.#tried.length;
  }

  get remaining(): number {
    return this.#deadline?.remaining() ?? 0;
  }

  get hasOther(): boolean {
    const { replicas = [] } = this.#balance ?? {};
    return replicas.some((other) => !this.#tried.includes(other) && other.breaker.allows());
  }

  start(): void {
    const { places } = this.deps;
    const { patient, signal } = this.request;
    try {
      // The time of the patient begins when they have a place.
      const place = patient === true ? places.takePatiently(signal) : places.take(this.#startDeadline());
      if (place === undefined) this.#begin();
      else place.then(() => this.#begin()).catch((error: unknown) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  #startDeadline(): Deadline {
    return (this.#deadline = new Deadline(this.deps.network.wheel, this.request.timeout, this.request.signal));
  }

  #begin(): void {
    this.#isPlaced = true;
    this.#balance = this.deps.toBalance(this.request.baseUrl);
    this.#try(this.#balance, this.#deadline ?? this.#startDeadline());
  }

  /** Throws before anything is sent. */
  #try(balance: Balance, deadline: Deadline): void {
    deadline.assertRunning();
    const replica = balance.choose(this.#tried);
    this.#tried.push(replica);
    const attempt = new OneExchange(this, replica, deadline);
    attempt.running = this.deps.network.exchange(attempt);
    deadline.whileRunning(attempt.running);
  }

  end(attempt: Attempt, replica: Replica): void {
    try {
      const pause = this.deps.retry.pauseAfter(attempt, this);
      if (pause !== undefined) this.#repeat(pause);
      else if (attempt.kind === 'failed') this.#fail(toThrown(attempt, this.#contextOf(replica)));
      else this.#succeed(attempt.reply, replica);
    } catch (error) {
      this.#fail(error);
    }
  }

  #repeat(pause: number): void {
    const { request, deps } = this;
    deps.log.debug({ target: request.target, attempt: this.attempt, pause }, 'request is repeated');
    const balance = this.#balance ?? deps.toBalance(request.baseUrl);
    const deadline = this.#deadline ?? this.#startDeadline();
    // Also without a pause on a later turn, so that a call that fails at once is not repeated within itself.
    const paused = pause > 0 ? deadline.wait(pause) : Promise.resolve();
    paused.then(() => this.#try(balance, deadline)).catch((error: unknown) => this.#fail(error));
  }

  #succeed(reply: Reply, replica: Replica): void {
    const { stream } = reply;
    // The place is free for the next call: streams may last for hours, and a few hundred of them would leave no place for anybody else.
    this.deps.places.giveBack();
    if (stream === undefined) {
      this.#deadline?.close();
      return this.#settle.resolve(reply);
    }
    // The time is the stream's now.
    stream.once('close', () => this.#deadline?.close());
    this.#settle.resolve({ ...reply, stream: readStream(stream, this.#contextOf(replica)) });
  }

  #fail(error: unknown): void {
    if (this.#isPlaced) this.deps.places.giveBack();
    this.#deadline?.close();
    if (!(error instanceof EndedError)) return this.#settle.reject(error);
    const failed = { kind: 'failed', error, started: false, answered: false } as const;
    this.#settle.reject(toThrown(failed, this.request));
  }

  #contextOf({ baseUrl }: Replica): FailureContext {
    const { target, safe, timeout } = this.request;
    return { target, safe, timeout, baseUrl };
  }
}

/** One exchange with one replica, as the network is asked for it. Counts what is under way and tells the breaker how it went. */
class OneExchange implements Exchange {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly guarded: boolean;
  readonly target: string;
  readonly maxBytes: number;
  readonly isStream: UpstreamRequest['isStream'];
  running: RunningExchange | undefined;
  readonly #sending: Sending;
  readonly #replica: Replica;
  readonly #deadline: Deadline;
  readonly #trial: boolean;

  constructor(sending: Sending, replica: Replica, deadline: Deadline) {
    const { request, deps } = sending;
    this.method = request.method;
    this.origin = replica.origin;
    this.path = request.fromRoot === true ? request.path : replica.prefix + request.path;
    this.headers = request.headers;
    this.body = request.body;
    this.guarded = replica.guarded;
    this.target = request.target;
    this.maxBytes = deps.maxReplySize;
    this.isStream = request.isStream;
    this.#sending = sending;
    this.#replica = replica;
    this.#deadline = deadline;
    this.#trial = replica.breaker.begin();
    replica.pending += 1;
  }

  moved(): void {
    this.#deadline.restart(this.#sending.request.streamTimeout);
  }

  done(error: Error | undefined, reply: Reply | undefined): void {
    const attempt = this.#toAttempt(error, reply);
    this.#countDown(reply?.stream);
    record(this.#replica, attempt, this.#trial);
    this.#sending.end(attempt, this.#replica);
  }

  #toAttempt(error: Error | undefined, reply: Reply | undefined): Attempt {
    if (reply !== undefined) return { kind: 'reply', reply };
    const { started = false, answered = false } = this.running ?? {};
    return { kind: 'failed', error: error ?? new Error('no reply'), started, answered };
  }

  #countDown(stream: Readable | undefined): void {
    if (stream === undefined) this.#replica.pending -= 1;
    else stream.once('close', () => (this.#replica.pending -= 1));
  }
}

/** An attempt, of whose reply the status is known. */
type Ended = { readonly kind: 'reply'; readonly reply: Pick<Reply, 'status'> } | FailedExchange;

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
