// The base URL under which callers reach this gateway. A configured one is never changed by a header. Else it is what the request
// says: its own Host, or the X-Forwarded-* headers of a trusted proxy, after a strict check of the syntax; a host that names no
// reachable place (0.0.0.0, garbage) gives way to the address that the server listens on. Attack: a forged Host header would
// make the card send clients, and their credentials, elsewhere.

import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface PublicUrlOptions {
  /** Without trailing slash; may have a path. */
  readonly publicUrl?: string | undefined;
  /** Addresses and CIDR ranges of proxies whose headers count; the server's `trustProxy` has the same ones. */
  readonly trustedProxies?: readonly string[] | undefined;
}

export interface PublicUrl {
  /** The base URL without trailing slash. */
  of(request: FastifyRequest): string;
  /** True when it is configured, and so the same for all callers. */
  readonly fixed: boolean;
}

export function createPublicUrl({ publicUrl, trustedProxies = [] }: PublicUrlOptions): PublicUrl {
  if (publicUrl !== undefined && publicUrl !== '') {
    const base = publicUrl.replace(/\/+$/, '');
    return { of: () => base, fixed: true };
  }
  const trusted = toBlockList(trustedProxies);
  return {
    fixed: false,
    of(request) {
      const origin = `${request.protocol.toLowerCase() === 'https' ? 'https' : 'http'}://${isHost(request.host) ? request.host : listenHost(request)}`;
      return origin + forwardedPrefix(request, trusted);
    },
  };
}

/** `host`, `host:port`, `[v6]` or `[v6]:port`, naming a place that a client could reach. */
export function isHost(host: string): boolean {
  const [, v6, name, port] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]{1,253}))(?::(\d{1,5}))?$/.exec(host) ?? [];
  if (port !== undefined && (Number(port) > 65_535 || Number(port) === 0)) return false;
  if (v6 !== undefined) return isIPv6(v6) && !/^[0:.]+$/.test(v6);
  return name !== undefined && isName(name);
}

function isName(name: string): boolean {
  if (/^[\d.]+$/.test(name)) return isIP(name) === 4 && name !== '0.0.0.0';
  return name
    .split('.')
    .every(
      (label, index, all) =>
        /^\w([\w-]{0,61}\w)?$/.test(label) || (label === '' && index > 0 && index === all.length - 1),
    );
}

function listenHost({ socket }: FastifyRequest): string {
  return socket.localPort === undefined ? 'localhost' : `localhost:${socket.localPort}`;
}

/** The path that a trusted proxy takes away before it passes a request on. */
function forwardedPrefix({ headers, socket }: FastifyRequest, trusted: BlockList): string {
  const prefix = headers['x-forwarded-prefix'];
  if (typeof prefix !== 'string' || !isTrusted(socket.remoteAddress, trusted)) return '';
  const path = prefix.replace(/\/+$/, '');
  return /^(\/[\w.~!$&'()*+,;=:@%-]+)+$/.test(path) && !/\/\.{1,2}(\/|$)/.test(path) ? path : '';
}

function isTrusted(address: string | undefined, trusted: BlockList): boolean {
  return address !== undefined && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function toBlockList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
