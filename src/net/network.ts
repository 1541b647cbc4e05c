// The only door to the network. It owns the connections (undici dispatchers, proxies, certificates), the egress guard and the
// timer wheel, and offers three things: one raw HTTP exchange, collected or streamed, a bounded GET for documents, and a check that
// something listens. Nothing here reads the environment, follows a redirect outside of `get`, or repeats a request.

import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { Collector } from './collector.ts';
import {
  createDispatcher,
  hasProxy,
  type ClientCertificate,
  type Connections,
  type DispatcherOptions,
} from './dispatcher.ts';
import { createEgressGuard } from './egress.ts';
import type { Exchange, Exchanger, RunningExchange, StreamedExchange } from './exchange.ts';
import { getDocument, type Fetched, type GetOptions } from './get.ts';
import { isListening } from './probe.ts';
import { Streamer } from './streamer.ts';
import { createTimerWheel, type Ticker } from './timer-wheel.ts';

export interface NetworkOptions {
  /** Of the gateway, for the default User-Agent. */
  readonly version: string;
  /** Inner addresses, ranges and host names that guarded requests may reach all the same. */
  readonly allow?: readonly string[];
  /** As in HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Loopback goes through the proxy too unless `noProxy` names it. */
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
  /** Certificate authorities to trust beside the system's, PEM texts. */
  readonly ca?: readonly string[];
  /** For trusted requests. */
  readonly clientCertificates?: readonly ClientIdentity[];
  /** Milliseconds; 5 seconds by default. */
  readonly connectTimeout?: number;
  /** For tests. */
  readonly lookup?: LookupFunction;
  readonly ticker?: Ticker;
}

/** The certificate that a target shows at an origin. Other targets may be at the same one. */
export interface ClientIdentity {
  readonly target: string;
  readonly origin: string;
  readonly certificate: ClientCertificate;
}

export interface Network extends Exchanger {
  /** Loads a document: follows redirects, each hop checked. Throws `document_unreadable` or `address_not_allowed`. */
  get(url: string, options: GetOptions): Promise<Fetched>;
  /** True when something answers at the origin; nothing is asked of it, except through a proxy (HEAD). */
  isListening(origin: string, options: { readonly guarded: boolean; readonly timeout: number }): Promise<boolean>;
  /** Waits for exchanges under way, then closes all connections. */
  close(): Promise<void>;
  /** Waits for nothing: breaks exchanges under way. Those that `close` waits for already are left alone. */
  destroy(): Promise<void>;
}

export function createNetwork(options: NetworkOptions): Network {
  const wheel = createTimerWheel(options.ticker === undefined ? {} : { ticker: options.ticker });
  const egress = createEgressGuard({ allow: options.allow ?? [], ...(options.lookup && { lookup: options.lookup }) });
  const proxies = {
    httpProxy: options.httpProxy ?? '',
    httpsProxy: options.httpsProxy ?? '',
    noProxy: options.noProxy ?? '',
  };
  const proxied = hasProxy(proxies);
  const shared: DispatcherOptions = { proxies, ca: options.ca ?? [], connectTimeout: options.connectTimeout ?? 5_000 };
  const trusted = createDispatcher(shared);
  const guarded = createDispatcher({ ...shared, guard: egress });
  // A map for each origin, in it one dispatcher for each target: connections of different identities are never shared.
  const identified = new Map<string, Map<string, Connections>>();
  for (const { target, origin, certificate: clientCertificate } of options.clientCertificates ?? []) {
    const ofOrigin = identified.get(origin) ?? new Map<string, Connections>();
    identified.set(origin, ofOrigin.set(target, createDispatcher({ ...shared, clientCertificate })));
  }
  const dispatchers = [trusted, guarded, ...[...identified.values()].flatMap((ofOrigin) => [...ofOrigin.values()])];
  const trustedFor = (origin: string, target: string | undefined): Connections => {
    const ofOrigin = identified.get(origin);
    if (ofOrigin === undefined) return trusted;
    const [first] = ofOrigin.values();
    return (target === undefined ? first : ofOrigin.get(target)) ?? trusted;
  };
  let closing: Promise<void> | undefined;
  const userAgent = `skillgate/${options.version}`;

  const dispatch = <Handler extends Dispatcher.DispatchHandler & RunningExchange>(
    exchange: Exchange | StreamedExchange,
    handler: Handler,
  ): Handler => {
    const { origin, path, method, headers, body = null } = exchange;
    const request = { origin, path, method, body, headers: toHeaderList(headers, userAgent) };
    if (!exchange.guarded) {
      trustedFor(origin, exchange.target).dispatch(request, handler);
      return handler;
    }
    if (!proxied) {
      guarded.dispatch(request, handler);
      return handler;
    }
    // Through a proxy the guarded connector sees only the proxy, so the name is checked by a look-up of our own. The proxy looks
    // it up again and could get another answer: behind a proxy, its rules are the second half of the guard.
    egress.assertName(new URL(origin).hostname).then(
      () => guarded.dispatch(request, handler),
      (error: Error) => handler.cancel(error),
    );
    return handler;
  };

  const network: Network = {
    wheel,

    exchange: (exchange) => dispatch(exchange, new Collector(exchange)),

    stream: (exchange) => dispatch(exchange, new Streamer(exchange)),

    get: (url, getOptions) => getDocument({ network, egress }, url, getOptions),

    isListening: (origin, { guarded: isGuarded, timeout }) =>
      isListening({ network, egress, proxied }, { origin, guarded: isGuarded, timeout }),

    close() {
      closing ??= Promise.all(dispatchers.map((dispatcher) => dispatcher.close())).then(() => wheel.close());
      return closing;
    },

    destroy() {
      closing = Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy())).then(() => wheel.close());
      return closing;
    },
  };
  return network;
}

// Names and values in turn, which undici reads as they are. Nothing of a request is copied into another record on its way.
function toHeaderList(headers: Readonly<Record<string, string>>, userAgent: string): string[] {
  const list: string[] = [];
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '');
  if (headers['user-agent'] === undefined) list.push('user-agent', userAgent);
  return list;
}
