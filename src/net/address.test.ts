import { describe, expect, it } from 'vitest';
import { compileIsPublic, isInRanges, parseRanges } from './address.ts';

const isPublic = compileIsPublic();

const inner = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '5f00::1',
];
const outer = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '198.17.0.1',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2606:4700::1111',
  '2a00::1',
];

describe('isPublic', () => {
  it.each(inner)('%s is not', (address) => expect(isPublic(address)).toBe(false));
  it.each(outer)('%s is', (address) => expect(isPublic(address)).toBe(true));
  it.each(['', 'localhost', '256.1.1.1', '1.1.1', '8.8.8.8/32', '0x7f000001'])(
    '"%s" is no address, so it is not',
    (text) => {
      expect(isPublic(text)).toBe(false);
    },
  );
});

describe('parseRanges', () => {
  it('takes addresses and ranges of both families', () => {
    const list = parseRanges(['10.1.0.0/16', '192.168.1.7', 'fd00::/8']);
    expect(['10.1.2.3', '192.168.1.7', 'fd12::1'].every((address) => isInRanges(list, address))).toBe(true);
    expect(['10.2.0.1', '192.168.1.8', 'fe80::1'].some((address) => isInRanges(list, address))).toBe(false);
  });
  it('refuses a name', () => expect(() => parseRanges(['intranet'])).toThrow('"intranet" is not an IP address'));
});
