// Plain REST through the gateway: what goes in comes out at the service, and what the service says comes back, streamed; only what the
// configuration lets through. The service is one with every habit; the second one shows that nothing reaches another target.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as open, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { startGateway } from '../support/gateway.ts';
import { sendPath } from '../support/raw-http.ts';
import { startHabits, type ReceivedRequest } from '../upstreams/habits.ts';

const spec = 'test/fixtures/habits.yaml';
interface Setting {
  readonly target?: object;
  readonly gateway?: object;
  readonly basePath?: string;
}

/** The gateway with the service as its target `habits`. */
async function start({ target = {}, gateway = {}, basePath = '' }: Setting = {}) {
  const habits = await startHabits();
  const running = await startGateway({
    config: {
      gateway,
      targets: {
        habits: { spec, upstreams: [habits.url + basePath], passthrough: 'exposed', timeout: '5s', ...target },
      },
    },
  });
  return {
    habits,
    ...running,
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await habits[Symbol.asyncDispose]();
    },
  };
}

async function readEcho(response: Response): Promise<ReceivedRequest> {
  expect(response.status).toBe(200);
  return (await response.json()) as ReceivedRequest;
}

describe('a request', () => {
  test('goes on as it is: method, path, query, body, type and ordinary headers', async () => {
    await using gateway = await start();
    const response = await fetch(`${gateway.url}/proxy/habits/echo?a=1&a=%20x&b[]=%C3%A4`, {
      method: 'POST',
      body: '{"n":12345678901234567890}',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-own': 'yes',
        'user-agent': 'robot/1',
        'if-match': '"1"',
      },
    });
    const seen = await readEcho(response);
    expect(seen).toMatchObject({
      method: 'POST',
      path: '/echo?a=1&a=%20x&b[]=%C3%A4',
      body: '{"n":12345678901234567890}',
    });
    expect(seen.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '26',
      'x-own': 'yes',
      'user-agent': 'robot/1',
      'if-match': '"1"',
      host: `127.0.0.1:${gateway.habits.port}`,
      via: '1.1 skillgate',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': `127.0.0.1:${gateway.port}`,
      'x-forwarded-proto': 'http',
      'x-forwarded-prefix': '/proxy/habits',
      traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/),
    });
    expect(seen.headers['x-request-id']).toBe(response.headers.get('x-request-id'));
  });

  test.each([
    ['text/plain; charset=latin1', Buffer.from([0xe4, 0xf6])],
    ['application/octet-stream', Buffer.from([0, 0xff])],
    ['multipart/form-data; boundary=x', Buffer.from('--x--')],
    ['not a media type', Buffer.from('{}')],
    ['', Buffer.from('{}')],
    [undefined, Buffer.from('{}')],
  ])('may have a body of any type: %s', async (type, body) => {
    await using gateway = await start();
    const headers = { ...(type === undefined ? {} : { 'content-type': type }), 'content-length': body.length };
    const answer = await sendPath(gateway.port, { method: 'POST', path: '/proxy/habits/echo', body, headers });
    expect(answer.status).toBe(200);
    const seen = JSON.parse(answer.text) as ReceivedRequest;
    expect([seen.headers['content-type'], seen.body]).toEqual([type, body.toString('utf8')]);
  });

  test('may have a body with any method, and a chunked one', async () => {
    await using gateway = await start({ target: { passthrough: 'all' } });
    for (const method of ['GET', 'DELETE', 'PATCH', 'PUT']) {
      const headers = { 'transfer-encoding': 'chunked' };
      const answer = await sendPath(gateway.port, { method, path: '/proxy/habits/echo', body: 'abc', headers });
      expect(JSON.parse(answer.text)).toMatchObject({ method, body: 'abc' });
    }
  });

  test('goes below the base path', async () => {
    await using gateway = await start({ basePath: '/echo', target: { passthrough: 'all' } });
    const paths = ['', '/', '/x/y/', '/a%20b', '/%C3%A4'];
    for (const path of paths) await fetch(`${gateway.url}/proxy/habits${path}`);
    expect(gateway.habits.requests().map(({ path }) => path)).toEqual([
      '/echo/',
      '/echo/',
      '/echo/x/y/',
      '/echo/a%20b',
      '/echo/%C3%A4',
    ]);
  });

  test('comes from an IPv4 address also when it is written as one of IPv6', async () => {
    await using gateway = await start({ gateway: { trustedProxies: ['127.0.0.1'] } });
    const headers = { 'x-forwarded-for': '::ffff:192.0.2.7' };
    const seen = await readEcho(await fetch(`${gateway.url}/proxy/habits/echo`, { headers }));
    expect(seen.headers['x-forwarded-for']).toBe('192.0.2.7');
  });

  test('of a large size streams through', async () => {
    await using gateway = await start({ gateway: { bodyLimit: '64mb' } });
    const body = Buffer.alloc(20_000_000, 'x');
    const response = await fetch(`${gateway.url}/proxy/habits/echo`, { method: 'POST', body });
    expect((await readEcho(response)).body).toHaveLength(body.length);
  });

  test.each([{ 'content-length': 2000 }, { 'transfer-encoding': 'chunked' }])(
    'over the limit is refused (%o)',
    async (headers) => {
      await using gateway = await start({ gateway: { bodyLimit: '1kb' } });
      const body = 'x'.repeat(2000);
      const answer = await sendPath(gateway.port, { method: 'POST', path: '/proxy/habits/echo', headers, body });
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([413, { error: { reason: 'BODY_TOO_LARGE' } }]);
      expect(gateway.habits.requests()).toEqual([]);
    },
  );
});

describe('a reply', () => {
  test('comes back as it is, without what belongs to the connection', async () => {
    await using gateway = await start();
    const answer = await sendPath(gateway.port, { path: '/proxy/habits/headers' });
    expect(answer.headers['x-twice']).toBe('one, two');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text).toBe('{}');
  });

  test('sets cookies where cookies are passed on', async () => {
    await using gateway = await start({ target: { forwardHeaders: ['cookie'] } });
    const answer = await sendPath(gateway.port, { path: '/proxy/habits/headers' });
    expect(answer.headers['set-cookie']).toEqual(['id=1']);
    const echo = await readEcho(await fetch(`${gateway.url}/proxy/habits/echo`, { headers: { cookie: 'id=1' } }));
    expect(echo.headers['cookie']).toBe('id=1');
  });

  test.each([200, 201, 204, 304, 400, 401, 404, 418, 429, 500, 503])('may have the status %i', async (status) => {
    await using gateway = await start();
    const answer = await sendPath(gateway.port, { path: `/proxy/habits/status/${status}` });
    expect(answer.status).toBe(status);
    expect(gateway.habits.requests()).toHaveLength(1);
    if (![204, 304].includes(status)) expect(JSON.parse(answer.text)).toEqual({ error: `status ${status}` });
  });

  test('keeps its content coding', async () => {
    await using gateway = await start();
    const sent = open(`${gateway.url}/proxy/habits/gzip`, { headers: { 'accept-encoding': 'gzip' } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.headers['content-encoding']).toBe('gzip');
    const body = Buffer.concat(await response.toArray());
    expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({ coding: 'gzip' });
    expect(gateway.habits.requests()[0]?.headers['accept-encoding']).toBe('gzip');
  });

  test('arrives piece by piece', async () => {
    await using gateway = await start();
    const response = await fetch(`${gateway.url}/proxy/habits/drip?ms=5`);
    const reader = response.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
  });

  test('of a large size streams through, whole', async () => {
    await using gateway = await start({ target: { maxReplySize: '1kb' } });
    const response = await fetch(`${gateway.url}/proxy/habits/big?bytes=30000000&chunked`);
    expect((await response.arrayBuffer()).byteLength).toBe(30_000_000);
  });

  test('to HEAD has headers and no body', async () => {
    await using gateway = await start();
    const answer = await sendPath(gateway.port, { method: 'HEAD', path: '/proxy/habits/big?bytes=10' });
    expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '10', '']);
  });

  test.each([
    ['/api/echo/7?x=1#top', 'GATEWAY/proxy/habits/echo/7?x=1#top'],
    ['SERVICE/api/echo/7', 'GATEWAY/proxy/habits/echo/7'],
    ['/api', 'GATEWAY/proxy/habits'],
    ['echo/7', 'echo/7'],
    ['/apix/7', '/apix/7'],
    ['/api/../admin', '/api/../admin'],
    ['//login.example.test/api/', '//login.example.test/api/'],
    ['https://login.example.test/?to=/api/', 'https://login.example.test/?to=/api/'],
  ])('that redirects to %s leads to %s', async (to, expected) => {
    await using service = await startService((_request, response) => {
      response.writeHead(307, { location: to.replace('SERVICE', service.url) }).end();
    });
    await using gateway = await startGateway({
      config: { targets: { habits: { spec, upstreams: [`${service.url}/api`], passthrough: 'exposed' } } },
    });
    const answer = await sendPath(gateway.port, { path: '/proxy/habits/redirect' });
    expect([answer.status, answer.headers.location]).toEqual([307, expected.replace('GATEWAY', gateway.url)]);
  });

  test('redirects to the public URL of the gateway', async () => {
    await using gateway = await start({ gateway: { publicUrl: 'https://agents.example.test/gate' } });
    const answer = await sendPath(gateway.port, { path: '/proxy/habits/redirect?to=/echo/7' });
    expect(answer.headers.location).toBe('https://agents.example.test/gate/proxy/habits/echo/7');
  });
});

describe('exposed', () => {
  test.each([
    ['GET', '/echo', 200],
    ['HEAD', '/echo', 200],
    ['GET', '/echo/7', 200],
    ['GET', '/bytes', 404],
    ['GET', '/echo/7/more', 404],
    ['GET', '/echo/', 404],
    ['GET', '/', 404],
    ['DELETE', '/echo', 405],
    ['POST', '/echo/7', 405],
    ['OPTIONS', '/echo', 405],
    ['GET', '/echo/a%2Fb', 404],
    ['GET', '/echo/a%252Fb', 404],
  ])('%s %s is %i', async (method, path, status) => {
    await using gateway = await start({ target: { skills: { exclude: [{ tag: 'admin' }] } } });
    const answer = await sendPath(gateway.port, { method, path: `/proxy/habits${path}` });
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.allow).toBe(path === '/echo' ? 'GET, HEAD, POST' : 'GET, HEAD');
    if (status >= 400) {
      expect(JSON.parse(answer.text)).toMatchObject({
        error: { code: status, reason: expect.stringMatching(/^[A-Z_]+$/) },
      });
      expect(gateway.habits.requests()).toEqual([]);
    }
  });

  test('lets a CORS preflight through where its request would be', async () => {
    await using gateway = await start();
    const ask = async (method: string): Promise<number> => {
      const headers = { origin: 'https://app.example.test', 'access-control-request-method': method };
      return (await sendPath(gateway.port, { method: 'OPTIONS', path: '/proxy/habits/echo', headers })).status;
    };
    expect([await ask('POST'), await ask('PATCH')]).toEqual([200, 405]);
    expect(gateway.habits.requests().map(({ method }) => method)).toEqual(['OPTIONS']);
  });

  test('adds no cross-origin permission of the gateway to the service', async () => {
    await using gateway = await start();
    const answer = await sendPath(gateway.port, {
      path: '/proxy/habits/echo',
      headers: { origin: 'https://app.example.test' },
    });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

test('all passes on what the document does not have', async () => {
  await using gateway = await start({ target: { passthrough: 'all' } });
  const answer = await fetch(`${gateway.url}/proxy/habits/bytes`);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([0, 1, 2, 0xfe, 0xff]));
});

test('off is off, and is the default', async () => {
  await using gateway = await start({ target: { passthrough: undefined } });
  expect((await fetch(`${gateway.url}/proxy/habits/echo`)).status).toBe(404);
});

test('the servers of the document are used when no upstreams are named', async () => {
  await using habits = await startHabits();
  const text = (await readFile(spec, 'utf8')).replace('http://127.0.0.1:1', `${habits.url}/echo`);
  await using folder = await createFolder({ 'openapi.yaml': text });
  const target = { spec: folder.file('openapi.yaml'), headers: { 'X-Key': 'k' } };
  await using gateway = await startGateway({
    config: { targets: { a: { ...target, passthrough: 'exposed' }, b: { ...target, passthrough: 'all' } } },
  });
  await fetch(`${gateway.url}/proxy/a/big`);
  await fetch(`${gateway.url}/proxy/b/x`);
  expect(habits.requests().map(({ path, headers }) => [path, headers['x-key']])).toEqual([
    ['/echo/big', 'k'],
    ['/echo/x', 'k'],
  ]);
});

describe('at the root', () => {
  const target = { passthrough: 'all', passthroughRoot: true };

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])('%s goes to the service', async (method) => {
    await using gateway = await start({ target });
    const headers = { origin: 'https://app.example.test', 'access-control-request-method': 'PUT' };
    const answer = await sendPath(gateway.port, { method, path: '/echo/1?x=1', headers });
    expect([answer.status, answer.headers['access-control-allow-methods']]).toEqual([200, undefined]);
    expect(gateway.habits.requests()).toMatchObject([{ method, path: '/echo/1?x=1' }]);
    expect(gateway.habits.requests()[0]?.headers['x-forwarded-prefix']).toBeUndefined();
  });

  test.each([
    ['GET', '/.well-known/agent-card.json', 200],
    ['GET', '/skills', 200],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/a2a/capabilities', 200],
    ['DELETE', '/skills', 404],
    ['GET', '/metrics', 404],
    ['GET', '/mcp', 404],
    ['GET', '/%61gents/x', 404],
    ['GET', '/.well-known/other', 404],
    ['PUT', '/a2a', 405],
    ['OPTIONS', '/a2a', 204],
    ['GET', '/proxy/nobody/x', 404],
  ])('%s %s stays with the gateway', async (method, path, status) => {
    await using gateway = await start({ target });
    expect((await sendPath(gateway.port, { method, path })).status).toBe(status);
    expect(gateway.habits.requests()).toEqual([]);
  });

  test('the address below /proxy works too', async () => {
    await using gateway = await start({ target });
    expect((await readEcho(await fetch(`${gateway.url}/proxy/habits/echo`))).path).toBe('/echo');
  });
});

describe('when the service fails', () => {
  test.each([
    ['GET', '/reset', 502, 'UPSTREAM_UNREACHABLE'],
    ['POST', '/reset', 502, 'UPSTREAM_OUTCOME_UNKNOWN'],
    ['GET', '/garbage', 502, 'UPSTREAM_BAD_REPLY'],
    ['GET', '/hang', 504, 'UPSTREAM_TIMEOUT'],
  ])('%s %s is %i %s, and no address is told', async (method, path, status, reason) => {
    // Long enough for all repetitions where something is answered at all.
    await using gateway = await start({ target: { timeout: path === '/hang' ? '300ms' : '10s' } });
    const answer = await sendPath(gateway.port, { method, path: `/proxy/habits${path}` });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { error: { code: status, reason } }]);
    expect(answer.text).not.toContain('127.0.0.1');
    expect(answer.text).not.toContain(String(gateway.habits.port));
  });

  test('and is not there, it is 502', async () => {
    await using gateway = await start();
    await gateway.habits.die();
    const answer = await sendPath(gateway.port, { path: '/proxy/habits/echo' });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      502,
      { error: { reason: 'UPSTREAM_UNREACHABLE' } },
    ]);
    expect(answer.text).not.toContain(String(gateway.habits.port));
  });

  test('in the middle of its reply, the caller sees that it is broken', async () => {
    await using gateway = await start();
    await expect(
      fetch(`${gateway.url}/proxy/habits/close-mid-body`).then((response) => response.text()),
    ).rejects.toThrow('terminated');
  });

  test('another replica takes over', async () => {
    await using gone = await startHabits();
    await using habits = await startHabits();
    const upstreams = [gone.url, habits.url];
    await using gateway = await startGateway({
      config: { targets: { habits: { spec, upstreams, passthrough: 'exposed' } } },
    });
    await gone.die();
    for (const _ of [1, 2, 3, 4]) await readEcho(await fetch(`${gateway.url}/proxy/habits/echo`));
    expect(habits.requests()).toHaveLength(4);
  });

  test('and breaks off between the headers and the body, the caller has its headers and a broken connection', async () => {
    await using service = await startService((_request, response) => {
      response.writeHead(200, { etag: '"1"', 'content-encoding': 'gzip', 'content-length': 10 });
      response.flushHeaders();
      setImmediate(() => response.socket?.resetAndDestroy());
    });
    await using gateway = await startGateway({
      config: { targets: { habits: { spec, upstreams: [service.url], passthrough: 'exposed' } } },
    });
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${gateway.url}/proxy/habits/echo`, { method });
      expect([response.status, response.headers.get('etag')]).toEqual([200, '"1"']);
      await expect(response.text()).rejects.toThrow('terminated');
    }
  });

  test('and says nothing in the middle of its reply, it is cut off', async () => {
    await using service = await startService((_request, response) => void response.write('first'));
    await using gateway = await startGateway({
      config: { targets: { habits: { spec, upstreams: [service.url], passthrough: 'exposed', timeout: '200ms' } } },
    });
    const response = await fetch(`${gateway.url}/proxy/habits/echo`);
    await expect(response.text()).rejects.toThrow('terminated');
  });
});

test('a caller that goes away ends a read', async () => {
  const ended = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  await using service = await startService((_request, response) => {
    arrived.resolve();
    response.once('close', () => ended.resolve());
  });
  await using gateway = await startGateway({
    config: { targets: { habits: { spec, upstreams: [service.url], passthrough: 'exposed' } } },
  });
  const caller = new AbortController();
  const answer = fetch(`${gateway.url}/proxy/habits/echo`, { signal: caller.signal });
  await arrived.promise;
  caller.abort();
  await expect(answer).rejects.toThrow('aborted');
  await ended.promise;
});

test('a caller that goes away does not end a write that was sent', async () => {
  const arrived = Promise.withResolvers<void>();
  const carriedOut = Promise.withResolvers<boolean>();
  let finish = (): void => {};
  await using service = await startService((request, response) => {
    if (request.method === 'GET') {
      response.end('fine');
      return;
    }
    finish = () => response.end('done');
    response.once('close', () => carriedOut.resolve(response.writableFinished));
    request.resume().once('end', () => arrived.resolve());
  });
  await using gateway = await startGateway({
    config: { targets: { habits: { spec, upstreams: [service.url], passthrough: 'exposed' } } },
  });
  const sent = open(`${gateway.url}/proxy/habits/echo`, { method: 'POST', agent: false }).end('abc');
  sent.on('error', () => {});
  await arrived.promise;
  sent.destroy();
  // By the time that another request has passed, the gateway has seen that the caller is gone.
  await (await fetch(`${gateway.url}/proxy/habits/echo`)).text();
  finish();
  expect(await carriedOut.promise).toBe(true);
});

test('the headers of a reply reach the caller before any of its body is there', async () => {
  const seen = Promise.withResolvers<void>();
  await using service = await startService((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    void seen.promise.then(() => response.end('data: 1\n\n'));
  });
  await using gateway = await startGateway({
    config: { targets: { habits: { spec, upstreams: [service.url], passthrough: 'exposed' } } },
  });
  const response = await fetch(`${gateway.url}/proxy/habits/echo`);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  seen.resolve();
  expect(await response.text()).toBe('data: 1\n\n');
});

test('a request reaches the service before all of its body is there', async () => {
  const arrived = Promise.withResolvers<void>();
  await using service = await startService((request, response) => {
    request.once('data', () => arrived.resolve());
    request.once('end', () => response.end('done'));
  });
  await using gateway = await startGateway({
    config: { targets: { habits: { spec, upstreams: [service.url], passthrough: 'exposed' } } },
  });
  const sent = open(`${gateway.url}/proxy/habits/echo`, { method: 'POST', headers: { 'content-length': 6 } });
  sent.write('abc');
  await arrived.promise;
  sent.end('def');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(Buffer.concat(await response.toArray()).toString()).toBe('done');
});

test('a caller that breaks off its upload says nothing against the service', async () => {
  const broken: Promise<unknown>[] = [];
  const started = Promise.withResolvers<void>();
  await using service = await startService((request, response) => {
    if (request.method === 'GET') response.end('fine');
    else if (broken.push(once(request, 'error')) === 20) started.resolve();
  });
  await using gateway = await startGateway({
    config: { targets: { habits: { spec, upstreams: [service.url], passthrough: 'exposed' } } },
  });
  const uploads = Array.from({ length: 20 }, () => {
    const sent = open(`${gateway.url}/proxy/habits/echo`, {
      method: 'POST',
      headers: { 'content-length': 6 },
      agent: false,
    });
    sent.on('error', () => {});
    sent.write('abc');
    return sent;
  });
  await started.promise;
  for (const upload of uploads) upload.destroy();
  await Promise.all(broken);
  expect(await (await fetch(`${gateway.url}/proxy/habits/echo`)).text()).toBe('fine');
  expect(gateway.lines.filter(({ msg }) => msg === 'replica changed')).toEqual([]);
});

test('each request has one line in the log, with its skill and no secrets', async () => {
  await using gateway = await start();
  await (
    await fetch(`${gateway.url}/proxy/habits/echo/7?token=hush`, { headers: { authorization: 'Bearer hush' } })
  ).text();
  const lines = gateway.lines.filter(({ msg }) => msg === 'call');
  expect(lines).toMatchObject([
    { method: 'GET', dialect: 'rest', target: 'habits', skill: 'readOne', status: 'ok', upstreamStatus: 200 },
  ]);
  expect(JSON.stringify(gateway.lines)).not.toContain('hush');
});

async function startService(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
