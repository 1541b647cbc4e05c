// One question to the server of the model, over the network's own door: its time ends with the message, its reply has a limit, redirects
// are not followed, so that the key goes to the origin that the operator named and to no other. A server that is out of reach, or asks
// for it, is left alone for a while: callers are not to wait for it again and again.

import type { ModelConfig } from '../../config/build-model.ts';
import { stringifyJson } from '../../lib/json.ts';
import { parseRetryAfter } from '../../lib/retry-after.ts';
import type { Reply } from '../../net/collector.ts';
import type { Exchanger } from '../../net/exchange.ts';
import { ReplyError } from '../../net/reply-error.ts';
import { createBreaker } from '../../upstream/breaker.ts';
import type { Deadline } from '../../upstream/deadline.ts';
import { EndedError } from '../../upstream/failure.ts';
import { parseCompletion, type Completion } from './completion.ts';
import { toCompletionsUrl } from './endpoint.ts';
import { ModelFailure } from './failure.ts';
import { createDialect } from './dialect.ts';
import { readReason } from './reason.ts';
import type { ChatRequest } from './wire.ts';

export interface ChatServerDeps {
  readonly config: Pick<ModelConfig, 'url' | 'model' | 'apiKey'>;
  readonly network: Pick<Exchanger, 'exchange' | 'wheel'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface ChatServer {
  /** Throws `ModelFailure` while the server is left alone. */
  assertReady(): void;
  /** Throws `ModelFailure`. */
  complete(request: ChatRequest, deadline: Deadline): Promise<Completion>;
}

/** Sends one request of a message and reads the answer. Throws `ModelFailure`. */
export type Ask = (request: ChatRequest) => Promise<Completion>;

const maxReply = 256 * 1024;
const longestPause = 5 * 60_000;
const patience = { failures: 3, pause: 5_000, longestPause: 60_000 };

export function createChatServer({ config, network, now }: ChatServerDeps): ChatServer {
  const { wheel } = network;
  const url = toCompletionsUrl(config.url);
  const key = config.apiKey?.reveal();
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'gzip, br, zstd, deflate',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const dialect = createDialect(config.model);
  const breaker = createBreaker(patience, { now: () => wheel.now(), random: Math.random, onChange: () => {} });
  let pausedUntil = -Infinity;

  const post = (body: string, deadline: Deadline): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const running = network.exchange({
        method: 'POST',
        origin: url.origin,
        path: url.pathname + url.search,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        body,
        guarded: false,
        maxBytes: maxReply,
        done: (error, reply) => (reply === undefined ? reject(toFailure(error)) : resolve(reply)),
      });
      deadline.whileRunning(running);
    });

  /** Again in other words, as long as the server says which of them it does not take. */
  const ask = async (request: ChatRequest, deadline: Deadline): Promise<Completion> => {
    const written = dialect.write(request);
    const reply = await post(stringifyJson(written.body), deadline);
    const { status } = reply;
    const body = reply.body.toString('utf8');
    if (status === 200) return parseCompletion(body);
    if ((status === 400 || status === 422) && written.learn(body)) return ask(request, deadline);
    throw new ModelFailure('status', {
      status,
      ...readReason(body, key),
      ...readPause(reply.headers['retry-after'], now()),
    });
  };

  return {
    assertReady() {
      if (wheel.now() < pausedUntil || !breaker.allows()) throw new ModelFailure('resting');
    },
    async complete(request, deadline) {
      const trial = breaker.begin();
      try {
        const completion = await ask(request, deadline);
        breaker.end('good', trial);
        return completion;
      } catch (error) {
        breaker.end(toVerdict(error), trial);
        if (error instanceof ModelFailure && error.pause !== undefined)
          pausedUntil = wheel.now() + Math.min(error.pause, longestPause);
        throw error;
      }
    },
  };
}

function toFailure(error: Error | undefined): ModelFailure {
  if (error instanceof EndedError) return new ModelFailure(error.timedOut ? 'timeout' : 'gone');
  if (error instanceof ReplyError) return new ModelFailure(error.problem === 'too_large' ? 'too_large' : 'malformed');
  return new ModelFailure('unreachable');
}

/** What a failure says about the server, not about the one question. */
function toVerdict(error: unknown): 'good' | 'bad' | 'unreachable' | 'neutral' {
  if (!(error instanceof ModelFailure)) return 'neutral';
  const { code, status = 0 } = error;
  if (code === 'unreachable') return 'unreachable';
  if (code === 'gone') return 'neutral';
  return code === 'timeout' || status >= 500 ? 'bad' : 'good';
}

function readPause(retryAfter: string | undefined, now: number): { readonly pause?: number } {
  const seconds = parseRetryAfter(retryAfter, now);
  return seconds === undefined ? {} : { pause: seconds * 1000 };
}
