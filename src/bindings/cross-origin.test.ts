import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { crossOrigin } from './cross-origin.ts';

const page = 'https://console.example.test';

async function ask(method: 'GET' | 'POST', origins: readonly string[], origin?: string) {
  await using app = fastify();
  await app.register(crossOrigin, { origins });
  app.route({ method: ['GET'], url: '/', handler: () => 'card' });
  app.post('/', () => 'reply');
  const { headers } = await app.inject({ method, url: '/', headers: origin === undefined ? {} : { origin } });
  return {
    allowed: headers['access-control-allow-origin'],
    exposes: headers['access-control-expose-headers']?.includes('x-request-id') === true,
    vary: headers['vary'],
  };
}

describe('which pages may read an answer. WHATWG Fetch §3.2', () => {
  it.each([
    ['a POST of a page, all allowed', 'POST', ['*'], page, { allowed: '*', exposes: true }],
    ['a POST of a page that is listed', 'POST', [page], page, { allowed: page, exposes: true }],
    ['a POST of a page that is not', 'POST', [page], 'https://other.example.test', { exposes: true }],
    ['a POST of a program', 'POST', ['*'], undefined, { exposes: false }],
    ['a GET of a page, all allowed', 'GET', ['*'], page, { allowed: '*', exposes: true }],
    ['a GET of a program, which a cache may keep for pages', 'GET', ['*'], undefined, { allowed: '*', exposes: true }],
    ['a GET of a page that is listed', 'GET', [page], page, { allowed: page, exposes: true, vary: 'Origin' }],
  ] as const)('%s', async (_what, method, origins, origin, expected) => {
    expect(await ask(method, origins, origin)).toEqual({ allowed: undefined, vary: undefined, ...expected });
  });
});
