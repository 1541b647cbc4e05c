import { describe, expect, it } from 'vitest';
import { assertAccess, isLoopback } from './access.ts';
import { buildConfig } from './config.ts';

const configFor = (host: string, access?: 'open') =>
  buildConfig({ gateway: { listen: { host } }, targets: { a: { spec: 'a.yaml' } }, access }, {});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
    '%s is',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each(['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', '::2', 'localhost.example', '127.example'])(
    '%s is not',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('assertAccess', () => {
  it('lets loopback pass, and everything once access is open', () => {
    expect(() => assertAccess(configFor('127.0.0.1'))).not.toThrow();
    expect(() => assertAccess(configFor('0.0.0.0', 'open'))).not.toThrow();
  });

  it.each(['0.0.0.0', '::', 'gateway.internal'])('refuses %s without access, and says what to do', (host) => {
    expect(() => assertAccess(configFor(host))).toThrow(
      expect.objectContaining({
        code: 'access_required',
        message: expect.stringMatching(/access: open.*127\.0\.0\.1/),
      }),
    );
  });
});
