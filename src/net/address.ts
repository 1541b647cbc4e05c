// Which IP addresses belong to the public internet. Everything else (private, loopback, link-local with its cloud metadata
// services, carrier NAT, multicast, reserved, tunnels that wrap an IPv4 address) could reach something inside, so a document or
// caller may not send us there. IANA special-purpose registries, RFC 6890.

import { BlockList, isIP } from 'node:net';

const reservedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

// Only 2000::/3 is handed out as global unicast; the first three lines are all that lies outside of it: ::1, mapped IPv4,
// 64:ff9b::/96, fc00::/7, fe80::/10, ff00::/8 and whatever comes next. The rest are special ranges within it.
const reservedV6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** An empty prefix list matches nothing. Throws a TypeError for what is neither an address nor a CIDR range. */
export function parseRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) addRange(list, range);
  return list;
}

function addRange(list: BlockList, range: string): void {
  const [address = '', prefix] = range.split('/');
  const family = familyOf(address);
  if (family === undefined) throw new TypeError(`"${range}" is not an IP address or a CIDR range such as 10.0.0.0/8.`);
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(prefix), family);
}

export function isRange(text: string): boolean {
  return familyOf(text.split('/')[0] ?? '') !== undefined;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

/** True when the list holds the address. A zone (`fe80::1%eth0`) is not looked at. */
export function isInRanges(list: BlockList, address: string): boolean {
  const bare = address.split('%')[0] ?? '';
  const family = familyOf(bare);
  return family !== undefined && list.check(bare, family);
}

/** Builds the test for public addresses; what is not an IP address at all is not public. */
export function compileIsPublic(): (address: string) => boolean {
  // Two lists, because a BlockList looks an IPv4 address up in the IPv6 ranges as well, in its mapped form.
  const reserved = { ipv4: parseRanges(reservedV4), ipv6: parseRanges(reservedV6) };
  return (address) => {
    const family = familyOf(address);
    return family !== undefined && !isInRanges(reserved[family], address);
  };
}
