// Attacks on the pass-through. Out of the base path: dot segments, slashes and backslashes in every encoding, absolute targets. Into
// another's place: smuggled requests, credentials and connection headers that leak to a service, pretended forwarding headers.
// Against the gateway: bodies that are too large. Each checks what the service saw, not only what was answered.

import { describe, expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { sendBytes, sendPath } from '../support/raw-http.ts';
import { startHabits, type ReceivedRequest } from '../upstreams/habits.ts';

const spec = 'test/fixtures/habits.yaml';

/** Two targets of two services: `all` under a base path at the root, and `exposed` with static headers. */
async function start() {
  const open = await startHabits();
  const closed = await startHabits();
  const gateway = await startGateway({
    config: {
      targets: {
        open: { spec, upstreams: [`${open.url}/echo/base`], passthrough: 'all', passthroughRoot: true, timeout: '2s' },
        closed: {
          spec,
          upstreams: [closed.url],
          passthrough: 'exposed',
          headers: { 'X-Key': 'secret-of-closed' },
          timeout: '2s',
        },
      },
    },
  });
  return {
    open,
    closed,
    port: gateway.port,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await open[Symbol.asyncDispose]();
      await closed[Symbol.asyncDispose]();
    },
  };
}

describe('a path cannot leave the base path', () => {
  const escapes = [
    '/..',
    '/../admin',
    '/x/../../admin',
    '/./x',
    '/%2e%2e/admin',
    '/%2E%2E/admin',
    '/.%2e/admin',
    '/..%2fadmin',
    '/x/..%2f..%2fadmin',
    '/%252e%252e/admin',
    '/%25252e%25252e%25252fadmin',
    '/..%5cadmin',
    '/..\\admin',
    '/%5c%5cevil.example.test/',
    '//evil.example.test/admin',
    '/x//y',
    '/..;/admin',
    '/..;a=b/admin',
    '/%2e%2e%3b/admin',
    '/x/..%00/admin',
    '/x%0d%0aX-Injected:%201',
    '/%',
    '/%zz',
    '/x#/../y',
    '/..%c0%af',
  ];

  test.each(['/proxy/open', '/proxy/closed', ''])('below %j', async (prefix) => {
    await using gateway = await start();
    for (const escape of escapes) {
      const { status, text } = await sendPath(gateway.port, { path: prefix + escape });
      expect({ escape, status, body: JSON.parse(text) as unknown }).toMatchObject({
        escape,
        status: expect.toSatisfy((code: number) => code === 400 || code === 404),
        body: { error: { reason: expect.stringMatching(/^[A-Z_]+$/) } },
      });
    }
    expect([...gateway.open.requests(), ...gateway.closed.requests()]).toEqual([]);
  });

  test('and another target is not reached through the name of one', async () => {
    await using gateway = await start();
    for (const path of [
      '/proxy/open/../closed/echo',
      '/proxy/open%2f..%2fclosed/echo',
      '/proxy/%2e%2e/proxy/closed/echo',
    ]) {
      await sendPath(gateway.port, { path });
    }
    expect([...gateway.open.requests(), ...gateway.closed.requests()]).toEqual([]);
  });

  test('by an absolute request target', async () => {
    await using gateway = await start();
    for (const path of ['http://evil.example.test/proxy/open/x', 'http://evil.example.test/x']) {
      expect((await sendPath(gateway.port, { path })).status).toBe(400);
    }
    expect(gateway.open.requests()).toEqual([]);
  });

  test('while dots and encoded characters in names stay as they are', async () => {
    await using gateway = await start();
    for (const path of ['/...', '/a..b', '/.hidden', '/a%20b', '/a%2Fb', '/v1.2', '/;x=1', '/%C3%A4', '/a%25b']) {
      expect((await sendPath(gateway.port, { path: `/proxy/open${path}` })).status).toBe(200);
    }
    expect(gateway.open.requests().map(({ path }) => path)).toEqual([
      '/echo/base/...',
      '/echo/base/a..b',
      '/echo/base/.hidden',
      '/echo/base/a%20b',
      '/echo/base/a%2Fb',
      '/echo/base/v1.2',
      '/echo/base/;x=1',
      '/echo/base/%C3%A4',
      '/echo/base/a%25b',
    ]);
  });
});

describe('headers', () => {
  const echo = async (port: number, path: string, headers: Record<string, string>): Promise<ReceivedRequest> => {
    const { status, text } = await sendPath(port, { path, headers });
    expect(status).toBe(200);
    return JSON.parse(text) as ReceivedRequest;
  };

  test('of one target never reach another, and win over those of the caller', async () => {
    await using gateway = await start();
    const closed = await echo(gateway.port, '/proxy/closed/echo', { 'x-key': 'forged' });
    const open = await echo(gateway.port, '/proxy/open/x', {});
    expect(closed.headers['x-key']).toBe('secret-of-closed');
    expect(open.headers['x-key']).toBeUndefined();
  });

  test('of one connection end here', async () => {
    await using gateway = await start();
    const sent = {
      connection: 'close, x-mine, authorization',
      'x-mine': '1',
      'keep-alive': 'timeout=9',
      te: 'trailers',
      'proxy-authorization': 'Basic eA==',
      'proxy-connection': 'keep-alive',
      upgrade: 'websocket',
      'http2-settings': 'x',
      authorization: 'Bearer of-the-connection',
      'x-other': '2',
    };
    const { headers } = await echo(gateway.port, '/proxy/closed/echo', sent);
    expect(headers['x-other']).toBe('2');
    const leaked = [
      'x-mine',
      'keep-alive',
      'te',
      'proxy-authorization',
      'proxy-connection',
      'upgrade',
      'http2-settings',
    ];
    for (const name of [...leaked, 'authorization']) expect(headers[name]).toBeUndefined();
  });

  test('that say who the caller is are the gateway’s', async () => {
    await using gateway = await start();
    const forged = {
      forwarded: 'for=10.0.0.1',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example.test',
      'x-forwarded-prefix': '/admin',
      'x-real-ip': '10.0.0.1',
    };
    const { headers } = await echo(gateway.port, '/proxy/closed/echo', forged);
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': `127.0.0.1:${gateway.port}`,
      'x-forwarded-prefix': '/proxy/closed',
    });
    expect([headers['forwarded'], headers['x-real-ip']]).toEqual([undefined, undefined]);
  });

  test('cookies stay here, and credentials only go where they are named', async () => {
    await using upstream = await startHabits();
    await using gateway = await startGateway({
      config: {
        targets: {
          named: { spec, upstreams: [upstream.url], passthrough: 'exposed' },
          none: { spec, upstreams: [upstream.url], passthrough: 'exposed', forwardHeaders: [] },
        },
      },
    });
    const sent = { authorization: 'Bearer mine', cookie: 'session=mine' };
    const named = await echo(gateway.port, '/proxy/named/echo', sent);
    const none = await echo(gateway.port, '/proxy/none/echo', sent);
    expect([named.headers['authorization'], named.headers['cookie']]).toEqual(['Bearer mine', undefined]);
    expect([none.headers['authorization'], none.headers['cookie']]).toEqual([undefined, undefined]);
  });

  test('credentials of the operator go where the document asks for them, and win', async () => {
    await using upstream = await startHabits();
    const target = {
      spec,
      upstreams: [upstream.url],
      credentials: { key: 'k&1', session: 's' },
      forwardHeaders: ['cookie'],
    };
    await using gateway = await startGateway({
      config: { targets: { a: { ...target, passthrough: 'exposed' }, b: { ...target, passthrough: 'all' } } },
    });
    for (const id of ['a', 'b']) {
      const asked = await echo(gateway.port, `/proxy/${id}/echo/7?api_key=forged&x=1`, {
        cookie: 'session=forged; own=1',
      });
      expect([asked.path, asked.headers['cookie']]).toEqual(['/echo/7?x=1&api_key=k%261', 'own=1; session=s']);
      const other = await echo(gateway.port, `/proxy/${id}/echo`, {});
      expect([other.path, other.headers['cookie']]).toEqual(['/echo', undefined]);
    }
  });
});

describe('a smuggled request', () => {
  const smuggled = 'GET /proxy/open/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
  const chunked = `0\r\n\r\n${smuggled}`;

  test.each([
    ['both lengths', `Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n`, chunked],
    ['both lengths, the other way round', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, chunked],
    ['two lengths', `Content-Length: 3\r\nContent-Length: ${smuggled.length}\r\n`, smuggled],
    ['a list of lengths', 'Content-Length: 3, 40\r\n', smuggled],
    ['a length with a sign', 'Content-Length: +3\r\n', smuggled],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n', chunked],
    ['chunked not last', 'Transfer-Encoding: chunked, identity\r\n', chunked],
    ['a blank before the colon', 'Transfer-Encoding : chunked\r\n', chunked],
    ['a folded header', 'Transfer-Encoding:\r\n chunked\r\n', chunked],
    ['a bad chunk size', 'Transfer-Encoding: chunked\r\n', `0x3\r\nabc\r\n${chunked}`],
  ])('with %s does not reach the service', async (_, framing, body) => {
    await using gateway = await start();
    const answer = await sendBytes(gateway.port, `POST /proxy/open/first HTTP/1.1\r\nHost: x\r\n${framing}\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(gateway.open.requests().map(({ path }) => path)).not.toContain('/echo/base/smuggled');
  });

  test('in a refused body stays a body', async () => {
    await using gateway = await start();
    const refused = `POST /proxy/closed/nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`;
    const next = 'GET /proxy/open/next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answer = await sendBytes(gateway.port, refused + next);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
    expect(gateway.open.requests().map(({ path }) => path)).toEqual(['/echo/base/next']);
  });
});

test('a body whose size nobody said is cut off at the limit', async () => {
  await using upstream = await startHabits();
  await using gateway = await startGateway({
    config: {
      gateway: { bodyLimit: '64kb' },
      targets: { habits: { spec, upstreams: [upstream.url], passthrough: 'all' } },
    },
  });
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const upload = `POST /proxy/habits/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`;
  const next = 'GET /proxy/habits/empty HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const answer = await sendBytes(gateway.port, upload + next);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 204']);
  expect(upstream.requests().map(({ path }) => path)).toEqual(['/empty']);
});
