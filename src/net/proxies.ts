// The proxy variables of an environment, in either case, as most programs read them: `host:port` is an HTTP proxy. Throws
// `config_invalid` for what is no address of a proxy, without its value, which may have a password in it.

import { GatewayError } from '../errors.ts';
import type { NetworkOptions } from './network.ts';

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'socks:', 'socks5:']);

export function proxiesOf(
  env: Readonly<Record<string, string | undefined>>,
): Pick<NetworkOptions, 'httpProxy' | 'httpsProxy' | 'noProxy'> {
  const find = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  return {
    httpProxy: toProxyUrl('HTTP_PROXY', find('HTTP_PROXY')),
    httpsProxy: toProxyUrl('HTTPS_PROXY', find('HTTPS_PROXY')),
    noProxy: find('NO_PROXY'),
  };
}

function toProxyUrl(name: string, value: string): string {
  const text = value.trim();
  if (text === '') return '';
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url !== null && schemes.has(url.protocol) && url.hostname !== '') return url.href;
  throw new GatewayError(
    'config_invalid',
    `The environment variable ${name} is not the address of a proxy; expected one such as "http://proxy:3128". Correct it, or unset it.`,
  );
}
