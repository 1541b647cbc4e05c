import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createEgressGuard } from '../../net/egress.ts';
import type { PushConfig } from '../service.ts';
import { checkPushConfig } from './check-config.ts';

const addresses = new Map([
  ['hook.example', '8.8.8.8'],
  ['inner.example', '10.0.0.5'],
  ['loop.example', '127.0.0.1'],
  ['allowed.example', '10.0.0.6'],
]);

const lookup: LookupFunction = (name, _options, callback) => {
  const address = addresses.get(name);
  if (address === undefined) return callback(Object.assign(new Error('?'), { code: 'ENOTFOUND' }), []);
  return callback(null, [{ address, family: 4 }]);
};

const egress = createEgressGuard({ lookup, allow: ['allowed.example', '192.168.7.0/24'] });
const check = (config: Partial<PushConfig>): Promise<void> =>
  checkPushConfig({ url: 'https://hook.example/', version: '1.0', ...config }, egress);

describe('url', () => {
  it.each([
    'https://hook.example/a?b=c',
    'http://hook.example:8443/',
    'https://8.8.8.8/',
    'http://allowed.example/',
    'http://192.168.7.9:3000/',
    'https://not-yet-there.example/',
  ])('%s may be told', (url) => expect(check({ url })).resolves.toBeUndefined());

  it.each([
    'http://169.254.169.254/latest',
    'http://inner.example/',
    'http://loop.example/',
    'http://LOOP.example./',
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://user:hunter2@hook.example/',
    'ftp://hook.example/',
    'file:///etc/passwd',
    '//hook.example/',
    'hook.example',
    '',
    `https://hook.example/${'x'.repeat(2048)}`,
  ])('%s is refused', async (url) => {
    const refusal = check({ url });
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_params', violations: [{ field: 'url' }] });
    await expect(refusal).rejects.toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
  });
});

describe('secrets and id', () => {
  it.each<[string, Partial<PushConfig>]>([
    ['bearer', { token: 't', authentication: { scheme: 'Bearer', credentials: 'a.b-c_d==' } }],
    ['without credentials', { authentication: { scheme: 'negotiate' } }],
    ['digest', { authentication: { scheme: 'Digest', credentials: 'username="m", realm="r"' } }],
    ['odd id', { id: '__proto__/..:%' }],
  ])('%s: fine', (_, config) => expect(check(config)).resolves.toBeUndefined());

  it.each<[string, Partial<PushConfig>]>([
    ['token', { token: 'hunter2\r\nX-Evil: 1' }],
    ['token', { token: 'hunter2\u0000' }],
    ['token', { token: '' }],
    ['token', { token: 'hunter2'.repeat(1000) }],
    ['authentication.credentials', { authentication: { scheme: 'Bearer', credentials: 'hunter2\nX-Evil: 1' } }],
    ['authentication.credentials', { authentication: { scheme: 'Bearer', credentials: 'hunter2 \u2028' } }],
    ['authentication.credentials', { authentication: { scheme: 'Bearer', credentials: 'hunter2'.repeat(2000) } }],
    ['authentication.scheme', { authentication: { scheme: 'Bearer hunter2', credentials: 'x' } }],
    ['authentication.scheme', { authentication: { scheme: 'Bearer\r\nX-Evil: 1', credentials: 'x' } }],
    ['authentication.scheme', { authentication: { scheme: '' } }],
    ['id', { id: '' }],
    ['id', { id: 'a b' }],
    ['id', { id: 'a\n' }],
    ['id', { id: 'x'.repeat(129) }],
  ])('%s of %j is refused without repeating it', async (field, config) => {
    const refusal = check(config);
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_params', violations: [{ field }] });
    await expect(refusal).rejects.toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
  });

  it('says all that is wrong', async () => {
    await expect(check({ url: 'x', token: '\n', id: '' })).rejects.toMatchObject({
      violations: [{ field: 'url' }, { field: 'id' }, { field: 'token' }],
    });
  });
});
