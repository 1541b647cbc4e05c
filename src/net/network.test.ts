import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { pem } from '../../test/upstreams/certificates.ts';
import { startHabits } from '../../test/upstreams/habits.ts';
import type { Reply } from './collector.ts';
import type { Exchange } from './exchange.ts';
import { createNetwork, type Network, type NetworkOptions } from './network.ts';

const toLoopback: LookupFunction = (_hostname, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);
const toNothing: LookupFunction = (_hostname, _options, callback) =>
  callback(Object.assign(new Error('?'), { code: 'ENOTFOUND' }), []);

function open(options: Partial<NetworkOptions> = {}): Network & AsyncDisposable {
  const network = createNetwork({ version: '1', ...options });
  return { ...network, [Symbol.asyncDispose]: () => network.close() };
}

function exchange(network: Network, partial: Partial<Exchange> & { origin: string }): Promise<Reply> {
  return new Promise((resolve, reject) => {
    network.exchange({
      path: '/echo',
      method: 'GET',
      headers: {},
      guarded: false,
      maxBytes: 100_000,
      ...partial,
      done: (error, reply) => (reply === undefined ? reject(error ?? new Error('neither')) : resolve(reply)),
    });
  });
}

/** A forward proxy: absolute-form requests and CONNECT. Names `*.test` are at loopback. */
async function startProxy(): Promise<{ url: string; seen: string[] } & AsyncDisposable> {
  const seen: string[] = [];
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const { port, pathname, search } = new URL(incoming.url ?? '');
    const onward = httpRequest({
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method: incoming.method,
      headers: incoming.headers,
    });
    onward.on('response', (reply) => reply.pipe(response.writeHead(reply.statusCode ?? 502, reply.headers)));
    onward.on('error', () => response.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, client) => {
    seen.push(`CONNECT ${incoming.url}`);
    const upstream = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [upstream, client]) socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, seen, [Symbol.asyncDispose]: close };
}

/** Answers with the name in the client's certificate. */
async function startTls(): Promise<{ origin: string; port: number } & AsyncDisposable> {
  const tls = { cert: pem.serverCert, key: pem.serverKey, ca: pem.ca, requestCert: true, rejectUnauthorized: false };
  const server = createTlsServer(tls, (incoming, response) => {
    response.end((incoming.socket as TLSSocket).getPeerCertificate().subject?.CN ?? 'nobody'); // the server speaks TLS only
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `https://localhost:${port}`, port, [Symbol.asyncDispose]: close };
}

describe('exchange', () => {
  it('does not send what was cancelled while it waited for a connection', async () => {
    await using habits = await startHabits();
    await using network = open();
    const error = new Error('changed my mind');
    const ended = new Promise<Error | undefined>((resolve) => {
      const running = network.exchange({
        origin: habits.url,
        path: '/echo',
        method: 'POST',
        headers: {},
        body: '{}',
        guarded: false,
        maxBytes: 10,
        done: resolve,
      });
      running.cancel(error);
    });
    expect(await ended).toBe(error);
    await exchange(network, { origin: habits.url });
    expect(habits.requests().map(({ method }) => method)).toEqual(['GET']);
  });
  it.each([
    ['a header with a line break', { headers: { 'x-a': 'b\r\nx-c: d' } }],
    ['a path with a space', { path: '/echo HTTP/1.1' }],
    ['an unknown kind of method', { method: 'GET /' }],
  ])('refuses %s', async (_, partial) => {
    await using habits = await startHabits();
    await using network = open();
    await expect(exchange(network, { origin: habits.url, ...partial })).rejects.toMatchObject({
      code: 'UND_ERR_INVALID_ARG',
    });
    expect(habits.requests()).toEqual([]);
  });
  it('checks a name on connecting when guarded', async () => {
    await using habits = await startHabits();
    await using network = open({ lookup: toLoopback });
    const origin = `http://innocent.test:${habits.port}`;
    await expect(exchange(network, { origin, guarded: true })).rejects.toMatchObject({ code: 'address_not_allowed' });
    expect(habits.connections()).toBe(0);
    await using allowing = open({ lookup: toLoopback, allow: ['innocent.test'] });
    expect(await exchange(allowing, { origin, guarded: true })).toMatchObject({ status: 200 });
  });
  it('has only HEAD and 204 replies without a body measured by their bytes', async () => {
    await using habits = await startHabits();
    await using network = open();
    const head = { origin: habits.url, method: 'HEAD', path: '/big?bytes=500', maxBytes: 10 };
    expect(await exchange(network, head)).toMatchObject({ status: 200, headers: { 'content-length': '500' } });
  });
});

describe('proxies', () => {
  it('are used for http and https, and not for what NO_PROXY names', async () => {
    await using proxy = await startProxy();
    await using habits = await startHabits();
    await using secure = await startTls();
    await using network = open({
      httpProxy: proxy.url,
      httpsProxy: proxy.url,
      noProxy: 'direct.test,localhost',
      ca: [pem.ca],
    });
    const through = { origin: `http://127.0.0.1:${habits.port}` };
    expect(await exchange(network, through)).toMatchObject({ status: 200 });
    await exchange(network, { origin: `https://127.0.0.1:${secure.port}` });
    expect(proxy.seen).toEqual([`GET ${through.origin}/echo`, `CONNECT 127.0.0.1:${secure.port}`]);
    await exchange(network, { origin: `http://localhost:${habits.port}` });
    expect(proxy.seen).toHaveLength(2);
  });
  it('are not used for addresses in networks that NO_PROXY names', async () => {
    await using proxy = await startProxy();
    await using habits = await startHabits();
    await using network = open({ httpProxy: proxy.url, noProxy: 'far.test, 127.0.0.0/8', lookup: toLoopback });
    expect(await exchange(network, { origin: habits.url })).toMatchObject({ status: 200 });
    const guarded = exchange(network, { origin: habits.url, guarded: true });
    await expect(guarded).rejects.toMatchObject({ code: 'address_not_allowed' });
    expect(proxy.seen).toEqual([]);
    await exchange(network, { origin: `http://localhost:${habits.port}` });
    expect(proxy.seen).toEqual([`GET http://localhost:${habits.port}/echo`]);
  });
  it('that want credentials of their own are named as the cause', async () => {
    await using proxy = await startHabits({ always: '/status/407' });
    await using network = open({ httpProxy: proxy.url, httpsProxy: proxy.url });
    const options = { maxBytes: 100, timeout: 1_000, guarded: false };
    await expect(network.get('http://far.test/', options)).rejects.toMatchObject({
      message: expect.stringContaining('proxy'),
    });
  });
  it('do not open a way around the guard', async () => {
    await using proxy = await startProxy();
    await using habits = await startHabits();
    await using network = open({ httpProxy: proxy.url, lookup: toLoopback });
    for (const host of ['innocent.test', '127.0.0.1']) {
      const attempt = exchange(network, { origin: `http://${host}:${habits.port}`, guarded: true });
      await expect(attempt).rejects.toMatchObject({ code: 'address_not_allowed' });
    }
    expect(proxy.seen).toEqual([]);
  });
  it('resolve names that only they know', async () => {
    await using proxy = await startProxy();
    await using habits = await startHabits();
    await using network = open({ httpProxy: proxy.url, lookup: toNothing });
    expect(await exchange(network, { origin: `http://far.test:${habits.port}`, guarded: true })).toMatchObject({
      status: 200,
    });
  });
  it('are asked with HEAD whether something listens', async () => {
    await using proxy = await startProxy();
    await using habits = await startHabits();
    await using network = open({ httpProxy: proxy.url });
    expect(await network.isListening(habits.url, { guarded: false, timeout: 1_000 })).toBe(true);
    await habits.die();
    expect(await network.isListening(habits.url, { guarded: false, timeout: 1_000 })).toBe(false);
  });
});

describe('TLS', () => {
  it('does not trust an unknown CA, and says so', async () => {
    await using secure = await startTls();
    await using network = open();
    await expect(
      network.get(`${secure.origin}/`, { maxBytes: 100, timeout: 1_000, guarded: false }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('certificate is not trusted'),
    });
  });
  it('trusts an extra CA, and shows a client certificate to its origin only', async () => {
    await using secure = await startTls();
    await using other = await startTls();
    const certificate = { cert: pem.clientCert, key: pem.clientKey };
    const clientCertificates = [{ target: 'a', origin: secure.origin, certificate }];
    await using network = open({ ca: [pem.ca], clientCertificates });
    expect((await exchange(network, { origin: secure.origin })).body.toString()).toBe('client');
    expect((await exchange(network, { origin: other.origin })).body.toString()).toBe('nobody');
  });
  it('shows the certificate of one target in no request of another at the same origin', async () => {
    await using secure = await startTls();
    const { origin } = secure;
    const certificate = { cert: pem.clientCert, key: pem.clientKey };
    const clientCertificates = [{ target: 'a', origin, certificate }];
    await using network = open({ ca: [pem.ca], clientCertificates });
    for (const [target, shown] of [
      ['b', 'nobody'],
      ['a', 'client'],
      ['b', 'nobody'],
    ] as const) {
      expect((await exchange(network, { origin, target })).body.toString()).toBe(shown);
    }
  });
  it('shows the client certificate through a proxy too', async () => {
    await using secure = await startTls();
    await using proxy = await startProxy();
    const certificate = { cert: pem.clientCert, key: pem.clientKey };
    await using network = open({
      ca: [pem.ca],
      httpsProxy: proxy.url,
      clientCertificates: [{ target: 'a', origin: secure.origin, certificate }],
    });
    expect((await exchange(network, { origin: secure.origin })).body.toString()).toBe('client');
    expect(proxy.seen).toEqual([`CONNECT localhost:${secure.port}`]);
  });
});

describe('isListening', () => {
  it('connects without sending anything', async () => {
    await using habits = await startHabits();
    await using network = open();
    expect(await network.isListening(habits.url, { guarded: false, timeout: 1_000 })).toBe(true);
    expect(await network.isListening(habits.url, { guarded: true, timeout: 1_000 })).toBe(false);
    expect(habits.requests()).toEqual([]);
    await habits.die();
    expect(await network.isListening(habits.url, { guarded: false, timeout: 1_000 })).toBe(false);
  });
});
