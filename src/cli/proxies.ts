// The proxy variables of the environment, in either case, as most programs read them.

import type { NetworkOptions } from '../net/network.ts';
import type { Io } from './io.ts';

export function proxiesOf(env: Io['env']): Pick<NetworkOptions, 'httpProxy' | 'httpsProxy' | 'noProxy'> {
  const find = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  return { httpProxy: find('HTTP_PROXY'), httpsProxy: find('HTTPS_PROXY'), noProxy: find('NO_PROXY') };
}
