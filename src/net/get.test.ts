import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHabits, type Habits } from '../../test/upstreams/habits.ts';
import { createNetwork, type Network } from './network.ts';

const lookup: LookupFunction = (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
const options = { maxBytes: 100_000, timeout: 2_000, guarded: false };

let home: Habits;
let other: Habits;
let network: Network;

beforeAll(async () => {
  home = await startHabits();
  other = await startHabits();
  network = createNetwork({ version: '1.2.3', lookup });
});
afterAll(async () => {
  await network.close();
  await Promise.all([home.die(), other.die()]);
});

const redirect = (to: string, status = 302): string =>
  `${home.url}/redirect?status=${status}&to=${encodeURIComponent(to)}`;

describe('get', () => {
  it('gives status, headers, decoded body and where it was found', async () => {
    const found = await network.get(`${home.url}/gzip?a=1`, options);
    expect(found).toMatchObject({ status: 200, url: `${home.url}/gzip?a=1` });
    expect(JSON.parse(found.body.toString())).toEqual({ coding: 'gzip', path: '/gzip?a=1' });
    expect(found.headers['content-encoding']).toBeUndefined();
  });
  it('sends a User-Agent, and the headers given', async () => {
    const found = await network.get(`${home.url}/echo`, { ...options, headers: { 'x-api-key': 'k' } });
    expect(JSON.parse(found.body.toString()).headers).toMatchObject({
      'user-agent': 'skillgate/1.2.3',
      'x-api-key': 'k',
    });
  });
  it('gives any status as a value', async () => {
    expect(await network.get(`${home.url}/status/404`, options)).toMatchObject({ status: 404 });
  });
  it('keeps a hostile header name apart', async () => {
    const { headers } = await network.get(`${home.url}/headers`, options);
    expect(headers['x-twice']).toBe('one, two');
    expect(headers['set-cookie']).toBeUndefined();
    expect(Object.keys(headers)).not.toContain('set-cookie');
    expect(Object.hasOwn(headers, 'constructor')).toBe(false);
  });

  it.each([301, 302, 303, 307, 308])('follows a %i within the origin, with the headers', async (status) => {
    const found = await network.get(redirect('/echo', status), { ...options, headers: { authorization: 'Bearer x' } });
    expect(found.url).toBe(`${home.url}/echo`);
    expect(JSON.parse(found.body.toString()).headers.authorization).toBe('Bearer x');
  });
  it('stops a loop', async () => {
    await expect(network.get(`${home.url}/redirect?to=`, options)).rejects.toMatchObject({
      code: 'document_unreadable',
      message: expect.stringContaining('redirected more than 5 times'),
    });
  });
  it.each([
    ['another port of loopback', () => `${other.url}/echo`],
    ['the name of loopback', () => `http://localhost:${home.port}/echo`],
    ['a name that resolves to loopback', () => `http://innocent.test:${other.port}/echo`],
    ['a cloud metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['mapped loopback', () => `http://[::ffff:127.0.0.1]:${other.port}/`],
    ['a file', () => 'file:///etc/passwd'],
    ['a URL with a password', () => `http://a:b@127.0.0.1:${home.port}/echo`],
  ])('refuses a redirect to %s', async (_, to) => {
    await expect(network.get(redirect(to()), options)).rejects.toMatchObject({ code: 'address_not_allowed' });
    expect(other.requests()).toEqual([]);
  });
  it('refuses inner addresses when guarded, by literal and by name', async () => {
    const before = home.requests().length;
    const guarded = { ...options, guarded: true };
    await expect(network.get(`${home.url}/echo`, guarded)).rejects.toMatchObject({ code: 'address_not_allowed' });
    await expect(network.get(`http://innocent.test:${home.port}/echo`, guarded)).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    expect(home.requests()).toHaveLength(before);
  });
  it('drops the headers on the way to another origin, and does not give them back on return', async () => {
    await using allowing = await startHabits();
    await using open = {
      network: createNetwork({ version: '1', allow: ['127.0.0.1'] }),
      [Symbol.asyncDispose]: () => open.network.close(),
    };
    const back = `${allowing.url}/redirect?to=${encodeURIComponent(`${home.url}/echo`)}`;
    const found = await open.network.get(redirect(back), {
      ...options,
      headers: { 'x-api-key': 'k', accept: 'text/yaml' },
    });
    expect(allowing.requests()[0]?.headers['x-api-key']).toBeUndefined();
    expect(allowing.requests()[0]?.headers.accept).toBe('text/yaml');
    expect(JSON.parse(found.body.toString()).headers['x-api-key']).toBeUndefined();
  });

  it.each([
    ['/big?bytes=200000', 'more than 100000 bytes'],
    ['/big?bytes=200000&chunked', 'more than 100000 bytes'],
    ['/zip-bomb?mb=50', 'more than 100000 bytes after decoding gzip'],
    ['/odd-coding', 'unknown content coding "x-rot13"'],
    ['/reset', 'the connection broke'],
    ['/garbage', 'not valid HTTP/1.1'],
  ])('says what is wrong with %s', async (path, reason) => {
    await expect(network.get(home.url + path, options)).rejects.toMatchObject({
      code: 'document_unreadable',
      message: expect.stringContaining(reason),
    });
  });
  it.each(['/hang', '/drip'])('keeps its time limit on %s', async (path) => {
    const start = performance.now();
    await expect(network.get(home.url + path, { ...options, timeout: 150 })).rejects.toMatchObject({
      message: expect.stringContaining('was not answered in time'),
    });
    expect(performance.now() - start).toBeLessThan(10_000);
  });
  it('stops when the caller says so', async () => {
    const stop = new AbortController();
    const before = home.requests().length;
    const pending = network.get(`${home.url}/hang`, { ...options, signal: stop.signal });
    await home.received(before + 1);
    stop.abort();
    await expect(pending).rejects.toMatchObject({ message: expect.stringContaining('was stopped') });
    expect(network.wheel.size()).toBe(0);
  });
});
