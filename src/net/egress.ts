// The egress guard: connections that a document or a caller can influence go to public addresses only. Literals are checked
// before connecting, names by filtering every answer of the look-up, and the socket's peer once more after connecting, because
// undici does not call `lookup` for IP literals and a second look-up could answer differently (DNS rebinding).

import { isIP, type LookupFunction } from 'node:net';
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { buildConnector } from 'undici';
import { GatewayError } from '../errors.ts';
import { compileIsPublic, isInRanges, isRange, parseRanges } from './address.ts';

export interface EgressOptions {
  /** What is allowed although it is not public: addresses, CIDR ranges or exact host names. */
  readonly allow?: readonly string[];
  /** For tests; the system's resolver otherwise. */
  readonly lookup?: LookupFunction;
}

export interface EgressGuard {
  isPublic(address: string): boolean;
  /** Parses a URL that is not trusted. Refuses other schemes than http(s), user names in it, and literal inner addresses. */
  assertUrl(url: string): URL;
  /** Looks the name up and refuses it when it has only inner addresses. A name that cannot be looked up passes. */
  assertName(hostname: string): Promise<void>;
  /** The same connector, guarded. `lookup` must have been given to it. */
  guard(connect: buildConnector.connector): buildConnector.connector;
  readonly lookup: LookupFunction;
}

export function createEgressGuard(options: EgressOptions = {}): EgressGuard {
  const isPublic = compileIsPublic();
  const allow = options.allow ?? [];
  const allowedRanges = parseRanges(allow.filter(isRange));
  const allowedNames = new Set(allow.filter((entry) => !isRange(entry)).map(toHostName));
  const resolve = options.lookup ?? systemLookup;

  const isAllowed = (address: string): boolean => isPublic(address) || isInRanges(allowedRanges, address);
  const isAllowedHost = (hostname: string): boolean =>
    allowedNames.has(toHostName(hostname)) || isIP(hostname) === 0 || isAllowed(hostname);

  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    resolve(hostname, { ...lookupOptions, all: true }, (error, answer) => {
      if (error !== null) return callback(error, [] as LookupAddress[]);
      const all = typeof answer === 'string' ? [{ address: answer, family: isIP(answer) }] : answer;
      const allowed = allowedNames.has(toHostName(hostname)) ? all : all.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return callback(refuse(hostname, all.map(({ address }) => address).join(', ')), []);
      if (lookupOptions.all === true) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };

  return {
    isPublic,
    lookup,

    assertUrl(text) {
      const url = URL.parse(text);
      if (url === null) throw new GatewayError('address_not_allowed', `"${text}" is not an absolute URL.`);
      assertPlainHttp(url);
      if (!isAllowedHost(toHostName(url.hostname))) throw refuse(url.hostname, url.hostname);
      return url;
    },

    assertName(hostname) {
      const name = toHostName(hostname);
      if (!isAllowedHost(name)) return Promise.reject(refuse(hostname, name));
      if (isIP(name) !== 0) return Promise.resolve();
      return new Promise((done, fail) => {
        lookup(name, { all: true }, (error) => (error instanceof GatewayError ? fail(error) : done()));
      });
    },

    guard(connect) {
      return (connectOptions, callback) => {
        const name = toHostName(connectOptions.hostname);
        if (!isAllowedHost(name)) return process.nextTick(callback, refuse(name, name), null);
        // The return value lets undici cancel an attempt that no request waits for any more.
        return connect(connectOptions, (...[error, socket]) => {
          if (error !== null) return callback(error, null);
          const peer = socket.remoteAddress ?? '';
          if (allowedNames.has(name) || isAllowed(peer)) return callback(null, socket);
          socket.destroy();
          return callback(refuse(name, peer), null);
        });
      };
    },
  };
}

/** Refuses what no request may have, trusted or not: other schemes, and credentials in the URL. */
export function assertPlainHttp(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new GatewayError('address_not_allowed', `The scheme "${url.protocol}" is not allowed; use http or https.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new GatewayError(
      'address_not_allowed',
      'A URL with a user name or password is not allowed; send credentials as a header.',
    );
  }
}

function toHostName(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=.)\.$/, '');
}

function refuse(hostname: string, address: string): GatewayError {
  return new GatewayError(
    'address_not_allowed',
    `The host "${hostname}" is not a public address, so it is not allowed here unless network.allow of the configuration names it.`,
    {
      detail: `${hostname} is at ${address}`,
    },
  );
}
