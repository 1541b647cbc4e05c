import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHabits, type Habits } from '../../test/upstreams/habits.ts';
import type { FailureCode } from '../errors.ts';
import { createNetwork, type Network } from '../net/network.ts';
import { createLog } from '../observe/log.ts';
import type { UpstreamRequest, UpstreamResponse } from './request.ts';
import type { TargetOptions } from './target.ts';
import { createUpstream, type ObservedUpstream } from './upstream.ts';

const { log } = createLog({ level: 'silent' });
let habits: Habits;
let network: Network;

beforeAll(async () => {
  habits = await startHabits();
  network = createNetwork({ version: '1.2.3' });
});
afterAll(async () => {
  await network.close();
  await habits.die();
});

function open(options: Partial<TargetOptions> = {}): ObservedUpstream {
  const target = { maxReplySize: 100_000, trustedOrigins: [habits.url], retry: { pause: 1 }, ...options };
  return createUpstream({ network, log, targets: new Map([['pets', target]]) });
}

const base = (): UpstreamRequest => ({
  target: 'pets',
  method: 'GET',
  baseUrl: habits.url,
  path: '/echo',
  headers: {},
  safe: true,
  timeout: 2_000,
});
const get = (
  upstream: ObservedUpstream,
  path: string,
  more: Partial<UpstreamRequest> = {},
): Promise<UpstreamResponse> => upstream.send({ ...base(), path, ...more });
const post = (
  upstream: ObservedUpstream,
  path: string,
  more: Partial<UpstreamRequest> = {},
): Promise<UpstreamResponse> =>
  upstream.send({ ...base(), path, method: 'POST', body: '{"a":1}', safe: false, ...more });
const json = (response: UpstreamResponse): unknown => JSON.parse(response.body.toString());

describe('send', () => {
  it('sends method, path, headers and body as they are', async () => {
    const headers = { 'content-type': 'application/json', 'x-a': 'b' };
    const echo = json(await post(open(), '/echo/a%2Fb?c=%20d&e', { headers }));
    expect(echo).toMatchObject({
      method: 'POST',
      path: '/echo/a%2Fb?c=%20d&e',
      body: '{"a":1}',
      headers: { ...headers, 'content-length': '7' },
    });
  });
  it('sends a body with any method, and bytes', async () => {
    expect(json(await get(open(), '/echo', { body: Buffer.from('x') }))).toMatchObject({ method: 'GET', body: 'x' });
    expect(json(await get(open(), '/echo', { method: 'DELETE', body: 'y' }))).toMatchObject({
      method: 'DELETE',
      body: 'y',
    });
  });
  it('keeps the path of a base URL', async () => {
    expect(json(await get(open(), '/v2', { baseUrl: `${habits.url}/echo/` }))).toMatchObject({ path: '/echo/v2' });
  });
  it('names itself unless told otherwise', async () => {
    expect(json(await get(open(), '/echo'))).toMatchObject({ headers: { 'user-agent': 'skillgate/1.2.3' } });
    expect(json(await get(open(), '/echo', { headers: { 'user-agent': 'me' } }))).toMatchObject({
      headers: { 'user-agent': 'me' },
    });
  });
  it.each(['/gzip', '/br', '/deflate', '/deflate-raw', '/zstd', '/gzip-br'])('decodes %s once', async (path) => {
    const response = await get(open(), path);
    expect(json(response)).toMatchObject({ path });
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(response.headers).not.toHaveProperty('content-length');
  });
  it.each([
    ['/status/404', 404],
    ['/status/500', 500],
    ['/html-502', 502],
    ['/redirect?to=/echo', 302],
    ['/empty', 204],
    ['/bad-json', 200],
  ])('gives %s as a value', async (path, status) => expect(await get(open(), path)).toMatchObject({ status }));
  it('gives bytes as they are', async () =>
    expect((await get(open(), '/bytes')).body).toEqual(Buffer.from([0, 1, 2, 0xfe, 0xff])));
  it('knows no other targets', () =>
    expect(get(open(), '/echo', { target: '__proto__' })).rejects.toMatchObject({ code: 'internal' }));
  it('refuses inner addresses that nobody named', async () => {
    const before = habits.requests().length;
    await expect(get(open({ trustedOrigins: [] }), '/echo')).rejects.toMatchObject({ code: 'address_not_allowed' });
    await expect(get(open(), '/echo', { baseUrl: `http://localhost:${habits.port}` })).rejects.toMatchObject({
      code: 'address_not_allowed',
    });
    expect(habits.requests()).toHaveLength(before);
  });
});

type Row = [path: string, safe: FailureCode, unsafe: FailureCode];

describe('failures', () => {
  it.each<Row>([
    ['/hang', 'upstream_timeout', 'upstream_outcome_unknown'],
    ['/drip', 'upstream_timeout', 'upstream_outcome_unknown'],
    ['/reset', 'upstream_unreachable', 'upstream_outcome_unknown'],
    ['/close', 'upstream_unreachable', 'upstream_outcome_unknown'],
    ['/close-mid-body', 'upstream_bad_reply', 'upstream_bad_reply'],
    ['/wrong-length', 'upstream_bad_reply', 'upstream_bad_reply'],
    ['/garbage', 'upstream_bad_reply', 'upstream_bad_reply'],
    ['/gzip-cut', 'upstream_bad_reply', 'upstream_bad_reply'],
    ['/odd-coding', 'upstream_bad_reply', 'upstream_bad_reply'],
    ['/big?bytes=100001', 'upstream_reply_too_large', 'upstream_reply_too_large'],
    ['/big?bytes=100001&chunked', 'upstream_reply_too_large', 'upstream_reply_too_large'],
    ['/zip-bomb', 'upstream_reply_too_large', 'upstream_reply_too_large'],
  ])('%s', async (path, safe, unsafe) => {
    const start = performance.now();
    const before = habits.requests().length;
    await expect(post(open(), path, { timeout: 200 })).rejects.toMatchObject({ code: unsafe });
    expect(habits.requests()).toHaveLength(before + 1);
    await expect(get(open(), path, { timeout: 200 })).rejects.toMatchObject({ code: safe });
    expect(performance.now() - start).toBeLessThan(2 * 200 + 600);
  });

  it('ends with the caller’s reason when the caller goes, before and while it is sent', async () => {
    const reason = new Error('client went away');
    const before = habits.requests().length;
    await expect(get(open(), '/echo', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(habits.requests()).toHaveLength(before);
    const caller = new AbortController();
    const pending = get(open(), '/hang', { signal: caller.signal });
    await habits.received(before + 1);
    caller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(network.wheel.size()).toBe(0);
  });
});

describe('repeats', () => {
  it.each(['/flaky?n=1&fails=2', '/flaky?n=2&fails=2&with=reset', '/retry-after?n=3', '/retry-after?n=4&status=503'])(
    'safe %s until it works',
    async (path) => {
      expect(await get(open(), path)).toMatchObject({ status: 200 });
    },
  );
  it.each(['/flaky?n=5', '/retry-after?n=6'])('gives the reply to an unsafe %s as it came', async (path) => {
    expect((await post(open(), path)).status).toBeGreaterThanOrEqual(400);
  });
  it('connects again for an unsafe request of which nothing was sent', async () => {
    const { port, ...dead } = await startHabits();
    await dead.die();
    const upstream = open({
      trustedOrigins: [`http://127.0.0.1:${port}`],
      retry: { attempts: 50, pause: 20, longestPause: 20 },
      breaker: { failures: 1_000 },
    });
    const pending = post(upstream, '/echo', { baseUrl: `http://127.0.0.1:${port}` });
    await using alive = await startHabits({ port });
    expect(await pending).toMatchObject({ status: 200 });
    expect(alive.requests()).toHaveLength(1);
  });
});

describe('limits', () => {
  it('lets only so many calls through at once', async () => {
    const upstream = open({ concurrency: { limit: 2, queue: 1 } });
    const calls = Array.from({ length: 4 }, () => get(upstream, '/slow?ms=50'));
    const results = await Promise.allSettled(calls);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(results[3]).toMatchObject({ reason: { code: 'upstream_busy' } });
    expect(await get(upstream, '/echo')).toMatchObject({ status: 200 });
  });

  it('counts a stream until it begins', async () => {
    const upstream = open({ concurrency: { limit: 1, queue: 0 } });
    const { stream } = await get(upstream, '/drip', { isStream: () => true });
    expect(await get(upstream, '/echo')).toMatchObject({ status: 200 });
    for await (const piece of stream ?? []) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
  });
});

describe('a request that cannot be sent', () => {
  it('is our mistake, and does not count against the target', async () => {
    const upstream = open({ breaker: { failures: 1, pause: 60_000, longestPause: 60_000 } });
    await expect(get(upstream, '/echo', { headers: { 'x-a': 'b\r\nc: d' } })).rejects.toMatchObject({
      code: 'internal',
    });
    await expect(post(upstream, '/echo', { headers: { 'content-length': '99' } })).rejects.toMatchObject({
      code: 'internal',
    });
    expect(upstream.health('pets')).toBe('unknown');
    expect(await get(upstream, '/echo')).toMatchObject({ status: 200 });
  });
});

describe('health', () => {
  it('is unknown, then what calls and probes have seen', async () => {
    await using mortal = await startHabits();
    const upstream = open({ replicas: [mortal.url], breaker: { failures: 2, pause: 60_000, longestPause: 60_000 } });
    expect(upstream.health('pets')).toBe('unknown');
    expect(await upstream.probe('pets')).toBe(true);
    expect(upstream.health('pets')).toBe('up');
    await mortal.die();
    await expect(get(upstream, '/echo')).rejects.toMatchObject({ code: 'upstream_unreachable' });
    expect(upstream.health('pets')).toBe('down');
    expect(await upstream.probe('pets')).toBe(false);
    await using reborn = await startHabits({ port: mortal.port });
    await expect(get(upstream, '/echo')).rejects.toMatchObject({ message: expect.stringContaining('tried again') });
    expect(await upstream.probe('pets')).toBe(true);
    expect(await get(upstream, '/echo')).toMatchObject({ status: 200 });
    expect(reborn.requests()).toHaveLength(1);
  });
  it('probes the trusted origins of a target without replicas', async () => {
    expect(await open().probe('pets')).toBe(true);
    expect(await open({ trustedOrigins: [] }).probe('pets')).toBe(true);
    expect(open({ trustedOrigins: [] }).health('pets')).toBe('unknown');
  });
});
