// Builds the undici dispatchers that the network owns: trusted, guarded by the egress check, and one for each origin that wants a
// client certificate. All keep connections alive, use HTTP/1.1 without pipelining (so that it is known whether a request was
// sent), honour the proxies given, and leave time limits to the caller's deadline.

import { getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { EgressGuard } from './egress.ts';
import { compileIsInNetworks } from './no-proxy.ts';
import { Agent, buildConnector, loadEnvHttpProxyAgent } from './undici-parts.ts';

export interface ClientCertificate {
  /** PEM texts. */
  readonly cert: string;
  readonly key: string;
}

export interface DispatcherOptions {
  readonly proxies: Proxies;
  /** Extra certificate authorities beside the system's, PEM texts. */
  readonly ca: readonly string[];
  readonly clientCertificate?: ClientCertificate;
  /** Set for the guarded dispatcher. */
  readonly guard?: EgressGuard;
  /** Milliseconds. */
  readonly connectTimeout: number;
}

/** Values as in the environment variables of the same names; an empty string is none. */
export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

// How many requests are under way at once is for those who send them to limit: here they would wait without anybody knowing.
const pooling = {
  pipelining: 1,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 60_000,
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
  autoSelectFamily: true,
} as const;

export function hasProxy(proxies: Proxies): boolean {
  return proxies.httpProxy !== '' || proxies.httpsProxy !== '';
}

/** What the network asks of a dispatcher of undici. */
export interface Connections {
  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean;
  close(): Promise<void>;
  destroy(): Promise<void>;
}

export function createDispatcher(options: DispatcherOptions): Connections {
  const { guard, proxies, connectTimeout } = options;
  const tls = {
    allowH2: false,
    timeout: connectTimeout,
    autoSelectFamily: true,
    ...(options.ca.length > 0 ? { ca: [...getCACertificates('default'), ...options.ca] } : {}),
    ...options.clientCertificate,
  };
  const plain = buildConnector(guard === undefined ? tls : { ...tls, lookup: guard.lookup });
  const connect = guard === undefined ? plain : guard.guard(plain);
  if (!hasProxy(proxies)) return new Agent({ ...pooling, connect });
  const EnvHttpProxyAgent = loadEnvHttpProxyAgent();
  // `connect` is used without a proxy only: through one, it is the proxy that we connect to, and the operator named it.
  // Empty strings rather than undefined, because undici reads the environment when a value is missing.
  const settings = { ...pooling, connect, requestTls: tls, proxyTls: withoutIdentity(tls), ...proxies };
  const proxied = new EnvHttpProxyAgent(settings);
  const isInside = compileIsInNetworks(proxies.noProxy);
  return isInside === undefined ? proxied : either(isInside, new Agent({ ...pooling, connect }), proxied);
}

function either(isFirst: (origin: string) => boolean, first: Connections, second: Connections): Connections {
  return {
    dispatch: (request, handler) => (isFirst(String(request.origin)) ? first : second).dispatch(request, handler),
    close: async () => void (await Promise.all([first.close(), second.close()])),
    destroy: async () => void (await Promise.all([first.destroy(), second.destroy()])),
  };
}

// The client certificate is for the origin and not for the proxy on the way.
function withoutIdentity<Tls extends { cert?: string; key?: string }>(tls: Tls): Omit<Tls, 'cert' | 'key'> {
  const { cert: _cert, key: _key, ...rest } = tls;
  return rest;
}
