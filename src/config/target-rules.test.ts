import { describe, expect, it } from 'vitest';
import { pem } from '../../test/upstreams/certificates.ts';
import { buildGivenConfig, parseConfig } from './config.ts';

const parse = (text: string) => parseConfig(text, { path: 'gateway.yaml', env: {}, readFile: () => '' });

describe('rules between the keys of a target', () => {
  it.each([
    ['upstreams: [self, "http://x"]', '"self" stands alone'],
    ['upstreams: [self]\n    passthrough: all', 'the routes of the server itself need no pass-through'],
    ['passthroughRoot: true', 'needs passthrough: exposed or passthrough: all'],
    ['passthrough: yes', '"off", "exposed" or "all"'],
    ['upstreams: [selfish]', 'expected an http(s) URL such as "http://127.0.0.1:5000", or "self"'],
  ])('%j is refused', (keys, message) => {
    expect(() => parse(`targets:\n  pets:\n    spec: pets.yaml\n    ${keys}\n`)).toThrow(message);
  });

  it('names the place', () => {
    const text =
      'targets:\n  a: { spec: a.yaml, passthrough: all, passthroughRoot: true }\n  b: { spec: b.yaml, passthrough: all, passthroughRoot: true }\n';
    expect(() => parse(text)).toThrow(
      'gateway.yaml:3:57  targets.b.passthroughRoot: only one target can have the root, and a has it',
    );
  });

  it.each([
    [pem.serverKey, 'targets.a.clientCertificate: the key is not the key of the certificate'],
    [
      '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
      'targets.a.clientCertificate: it cannot be read',
    ],
  ])('a certificate needs its own key', (key, message) => {
    const build = (pair: { readonly cert: string; readonly key: string }) =>
      buildGivenConfig({ targets: { a: { spec: 'a.yaml', upstreams: ['https://a'], clientCertificate: pair } } }, {});
    expect(() => build({ cert: pem.clientCert, key })).toThrow(message);
    expect(() => build({ cert: pem.clientCert, key: pem.clientKey })).not.toThrow();
  });

  it('self becomes a target without upstreams', () => {
    const config = buildGivenConfig({ targets: { app: { spec: 'app.yaml', upstreams: ['self'] } } }, {});
    expect(config.targets[0]).toMatchObject({ self: true, upstreams: [] });
  });
});
