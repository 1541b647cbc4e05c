import { connect, type LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startHabits } from '../../test/upstreams/habits.ts';
import { GatewayError } from '../errors.ts';
import { createEgressGuard } from './egress.ts';

const answers = new Map<string, readonly string[]>([
  ['public.test', ['8.8.8.8']],
  ['inner.test', ['10.0.0.5']],
  ['metadata.test', ['169.254.169.254']],
  ['mixed.test', ['127.0.0.1', '1.1.1.1', '::1']],
  ['six.test', ['fd00::1']],
]);

const lookup: LookupFunction = (hostname, _options, callback) => {
  const found = answers.get(hostname);
  if (found === undefined) return callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
  return callback(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

function lookUp(hostname: string, all: boolean, allow: readonly string[] = []): Promise<unknown> {
  const guard = createEgressGuard({ lookup, allow });
  return new Promise((resolve, reject) => {
    guard.lookup(hostname, { all }, (error, answer) => (error === null ? resolve(answer) : reject(error)));
  });
}

describe('assertUrl', () => {
  const guard = createEgressGuard({ allow: ['10.1.0.0/16', 'intranet.test', 'fd00::7'] });
  it.each([
    'https://example.test/a?b#c',
    'http://8.8.8.8:8080/',
    'http://10.1.2.3/',
    'http://intranet.test/',
    'http://INTRANET.test./',
    'http://[fd00::7]/',
  ])('%s passes', (url) => expect(guard.assertUrl(url).href).toContain('http'));
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest',
    'http://10.2.0.1/',
    'http://0/',
    'http://127.0.0.1./',
    'file:///etc/passwd',
    'ftp://example.test/',
    'data:text/plain,x',
    'gopher://example.test/',
    'http://user@example.test/',
    'http://user:secret@example.test/',
    'not a url',
    '//example.test/',
    '',
  ])('%s is refused', (url) => {
    expect(() => guard.assertUrl(url)).toThrow(expect.objectContaining({ code: 'address_not_allowed' }));
  });
  it('does not repeat a password in its refusal', () => {
    expect(() => guard.assertUrl('http://user:secret@example.test/')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }),
    );
  });
});

describe('lookup', () => {
  it('gives public answers only', async () => {
    expect(await lookUp('mixed.test', true)).toEqual([{ address: '1.1.1.1', family: 4 }]);
    expect(await lookUp('mixed.test', false)).toBe('1.1.1.1');
  });
  it.each(['inner.test', 'metadata.test', 'six.test'])('refuses %s, which has inner addresses only', async (name) => {
    await expect(lookUp(name, true)).rejects.toMatchObject({ code: 'address_not_allowed' });
    await expect(lookUp(name, false)).rejects.toMatchObject({ code: 'address_not_allowed' });
  });
  it('lets through what the operator allows, by name or by range', async () => {
    expect(await lookUp('inner.test', false, ['inner.test'])).toBe('10.0.0.5');
    expect(await lookUp('inner.test', false, ['10.0.0.0/8'])).toBe('10.0.0.5');
  });
  it('passes errors of the resolver on', () =>
    expect(lookUp('nowhere.test', true)).rejects.toMatchObject({ code: 'ENOTFOUND' }));
});

describe('assertName', () => {
  const guard = createEgressGuard({ lookup });
  it.each(['public.test', 'mixed.test', 'nowhere.test', '8.8.8.8'])('%s passes', (name) =>
    expect(guard.assertName(name)).resolves.toBeUndefined(),
  );
  it.each(['inner.test', '127.0.0.1', '[::1]'])('%s is refused', (name) =>
    expect(guard.assertName(name)).rejects.toBeInstanceOf(GatewayError),
  );
});

describe('guard', () => {
  const options = { hostname: 'public.test', protocol: 'http:', port: '80' };
  const connectTo = (port: number, allow: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const guarded = createEgressGuard({ lookup, allow }).guard((_, callback) => {
        const socket = connect(port, '127.0.0.1', () => callback(null, socket));
      });
      guarded(options, (error, socket) =>
        error === null ? resolve(socket.destroy().constructor.name) : reject(error),
      );
    });

  it('looks at the peer once more after connecting', async () => {
    await using inner = await startHabits();
    await expect(connectTo(inner.port, [])).rejects.toMatchObject({
      code: 'address_not_allowed',
      detail: 'public.test is at 127.0.0.1',
    });
    await expect.poll(() => inner.connections()).toBe(0);
    expect(await connectTo(inner.port, ['127.0.0.0/8'])).toBe('Socket');
  });
});
