// Loads a document by GET: bounded in time, size and redirects. A redirect to another origin loses the caller's headers but
// `accept` (they may be credentials) and is guarded from then on, also on the way back, because what a trusted host points at is not trusted.
// A reply of any status is a value.

import { GatewayError } from '../errors.ts';
import type { Reply } from './collector.ts';
import { describeFailure } from './describe-failure.ts';
import { assertPlainHttp, type EgressGuard } from './egress.ts';
import type { Exchanger } from './exchange.ts';
import { ReplyError } from './reply-error.ts';

export interface GetOptions {
  /** Limit of the body, decoded. */
  readonly maxBytes: number;
  /** Milliseconds for everything, redirects included. */
  readonly timeout: number;
  /** True when a document or a caller named the URL: public addresses only. */
  readonly guarded: boolean;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
}

export interface Fetched extends Reply {
  /** Where the document was found in the end. */
  readonly url: string;
}

export interface GetDeps {
  readonly network: Exchanger;
  readonly egress: Pick<EgressGuard, 'assertUrl'>;
}

interface Hop {
  readonly url: URL;
  readonly guarded: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const acceptEncoding = { 'accept-encoding': 'gzip, br, zstd, deflate' };

export async function getDocument(deps: GetDeps, start: string, options: GetOptions): Promise<Fetched> {
  const { maxRedirects = 5 } = options;
  const until = deps.network.wheel.now() + options.timeout;
  let hop: Hop = {
    url: parseUrl(deps, start, options.guarded),
    guarded: options.guarded,
    headers: { ...acceptEncoding, ...options.headers },
  };
  for (let redirects = 0; ; redirects += 1) {
    const reply = await fetchHop(deps, hop, { ...options, timeout: until - deps.network.wheel.now() });
    const location = redirectStatuses.has(reply.status) ? reply.headers['location'] : undefined;
    if (location === undefined) return { ...reply, url: hop.url.href };
    if (redirects >= maxRedirects) {
      throw new GatewayError('document_unreadable', `GET ${start} was redirected more than ${maxRedirects} times.`);
    }
    hop = toNextHop(deps, hop, location);
  }
}

function toNextHop(deps: GetDeps, from: Hop, location: string): Hop {
  const target = URL.parse(location, from.url.href);
  if (target === null)
    throw new GatewayError(
      'document_unreadable',
      `GET ${from.url.href} was redirected to "${location}", which is not a URL.`,
    );
  const leaves = target.origin !== from.url.origin;
  const guarded = from.guarded || leaves;
  return {
    url: parseUrl(deps, target.href, guarded),
    guarded,
    headers: leaves ? toHarmless(from.headers) : from.headers,
  };
}

function toHarmless({ accept }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return accept === undefined ? acceptEncoding : { ...acceptEncoding, accept };
}

function parseUrl(deps: GetDeps, text: string, guarded: boolean): URL {
  if (guarded) return deps.egress.assertUrl(text);
  const url = URL.parse(text);
  if (url === null) throw new GatewayError('document_unreadable', `"${text}" is not an absolute URL.`);
  assertPlainHttp(url);
  return url;
}

function fetchHop({ network }: GetDeps, hop: Hop, options: GetOptions): Promise<Reply> {
  const { url } = hop;
  return new Promise((resolve, reject) => {
    const end = (): void => {
      network.wheel.cancel(timer);
      options.signal?.removeEventListener('abort', abort);
    };
    const running = network.exchange({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: hop.headers,
      guarded: hop.guarded,
      maxBytes: options.maxBytes,
      done: (error, reply) => {
        end();
        if (reply !== undefined) return resolve(reply);
        return reject(toReadFailure(url, error));
      },
    });
    const abort = (): void => running.cancel(new GatewayError('document_unreadable', `GET ${url.href} was stopped.`));
    const timer = network.wheel.after(options.timeout, () => {
      running.cancel(new GatewayError('document_unreadable', `GET ${url.href} was not answered in time.`));
    });
    options.signal?.addEventListener('abort', abort);
    if (options.signal?.aborted === true) abort();
  });
}

function toReadFailure(url: URL, error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const reason = error instanceof ReplyError ? error.message : describeFailure(error);
  return new GatewayError('document_unreadable', `GET ${url.href} failed: ${reason}.`, {
    cause: error,
    detail: error instanceof Error ? error.message : String(error),
  });
}
