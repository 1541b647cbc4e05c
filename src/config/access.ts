// Without access rules everybody who reaches the port may call, so only loopback is listened on until the operator has said that
// the network around the gateway is trusted. RFC 1122 §3.2.1.3, RFC 4291 §2.5.3.

import { BlockList, isIP, isIPv6 } from 'node:net';
import { GatewayError } from '../errors.ts';
import type { Config } from './build.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

export function isLoopback(host: string): boolean {
  if (isIP(host) === 0) return /^localhost\.?$/i.test(host);
  return loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}

/** Throws `access_required` for a gateway that others could reach and that has no access rules. */
export function assertAccess(config: Pick<Config, 'gateway' | 'access'>): void {
  const { host } = config.gateway.listen;
  if (config.access !== undefined || isLoopback(host)) return;
  throw new GatewayError(
    'access_required',
    `Listening on ${host} lets others than this machine call the gateway, and nothing says who may. ` +
      'If the network around the gateway is trusted, write "access: open" in the configuration or give --access open; else listen on 127.0.0.1.',
  );
}
