import { describe, expect, it } from 'vitest';
import { compileIsInNetworks } from './no-proxy.ts';

describe('networks in NO_PROXY', () => {
  it.each([
    ['10.0.0.0/8', 'http://10.1.2.3:8080', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['localhost, 127.0.0.0/8', 'http://127.0.0.1:5000', true],
    ['localhost 192.168.0.0/16,.svc', 'http://192.168.7.7', true],
    ['192.168.1.7/32', 'http://192.168.1.7', true],
    ['192.168.1.7/32', 'http://192.168.1.8', false],
    ['fd00::/8', 'http://[fd12::1]:8080', true],
    ['[fd00::]/8', 'http://[fd12::1]', true],
    ['fd00::/8', 'http://[fe80::1]', false],
    ['10.0.0.0/8', 'http://ten.test', false],
    ['10.0.0.0/8', 'http://10.0.0.1.test', false],
    ['10.0.0.0/8', 'no origin', false],
  ])('%s has %s: %s', (noProxy, origin, expected) => {
    expect(compileIsInNetworks(noProxy)?.(origin)).toBe(expected);
  });

  it.each(['', 'localhost,.svc', '*', '10.0.0.1', '10.0.0.0/33', '::/129', 'a/8', '/8', '10.0.0/8'])(
    '%j has none',
    (noProxy) => expect(compileIsInNetworks(noProxy)).toBeUndefined(),
  );
});
