// What undici leaves out of NO_PROXY: networks such as `10.0.0.0/8` and `fd00::/8`. Only addresses are in a network; a name is not
// looked up to find out.

import { isIP } from 'node:net';
import { isInRanges, parseRanges } from './address.ts';
import { memoise } from '../lib/memo.ts';

const network = /^\[?([\d.:a-f]+)\]?\/(\d{1,3})$/i;

/** Whether the address in a URL's origin is in one of the networks; undefined when the list has none. */
export function compileIsInNetworks(noProxy: string): ((origin: string) => boolean) | undefined {
  const ranges = noProxy.split(/[,\s]+/).flatMap(toRange);
  if (ranges.length === 0) return undefined;
  const list = parseRanges(ranges);
  return memoise((origin) => {
    const { hostname = '' } = URL.parse(origin) ?? {};
    return isInRanges(list, hostname.replace(/^\[(.*)\]$/, '$1'));
  });
}

function toRange(entry: string): readonly string[] {
  const [, address = '', prefix = ''] = network.exec(entry) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128) ? [`${address}/${prefix}`] : [];
}
