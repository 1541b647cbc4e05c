// The proxy variables of an environment, in either case, as most programs read them.

import type { NetworkOptions } from './network.ts';

export function proxiesOf(
  env: Readonly<Record<string, string | undefined>>,
): Pick<NetworkOptions, 'httpProxy' | 'httpsProxy' | 'noProxy'> {
  const find = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  return { httpProxy: find('HTTP_PROXY'), httpsProxy: find('HTTPS_PROXY'), noProxy: find('NO_PROXY') };
}
