import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startHabits } from '../../test/upstreams/habits.ts';
import { createNetwork } from '../net/network.ts';
import { createLog } from '../observe/log.ts';
import type { StreamRequest } from './open.ts';
import type { TargetOptions } from './target.ts';
import { createUpstream } from './upstream.ts';

const { log } = createLog({ level: 'silent' });

async function start(options: Partial<TargetOptions> = {}) {
  const habits = await startHabits();
  const network = createNetwork({ version: 'test' });
  const targets = new Map([['pets', { maxReplySize: 10, trustedOrigins: [habits.url], ...options }]]);
  const upstream = createUpstream({ network, log, targets });
  return {
    habits,
    network,
    open: (path: string, more: Partial<StreamRequest> = {}) =>
      upstream.open({
        target: 'pets',
        method: 'GET',
        baseUrl: habits.url,
        path,
        headers: {},
        safe: true,
        timeout: 5_000,
        ...more,
      }),
    [Symbol.asyncDispose]: async () => {
      await habits[Symbol.asyncDispose]();
      await network.close();
    },
  };
}

describe('open', () => {
  it('hands on the reply as a stream, whatever its size', async () => {
    await using target = await start();
    const { status, headers, body, baseUrl } = await target.open('/big?bytes=100000');
    expect([status, headers['content-length'], baseUrl]).toEqual([200, '100000', target.habits.url]);
    expect(await text(body)).toHaveLength(100_000);
  });

  it('reads no faster than its reader', async () => {
    await using target = await start();
    const { body } = await target.open('/big?bytes=50000000&chunked');
    await new Promise((resolve) => body.once('readable', resolve));
    expect(body.readableLength).toBeLessThan(1_000_000);
    body.destroy();
  });

  it.each(['read', 'destroy'] as const)('gives the place back on %s, and leaves no timer', async (how) => {
    await using target = await start({ concurrency: { limit: 1, queue: 0 } });
    const first = await target.open('/echo');
    await expect(target.open('/echo')).rejects.toMatchObject({ code: 'upstream_busy' });
    const closed = new Promise((resolve) => first.body.once('close', resolve));
    if (how === 'read') first.body.resume();
    else first.body.destroy();
    await closed;
    await text((await target.open('/echo')).body);
    expect(target.network.wheel.size()).toBe(0);
  });

  it('ends when nothing moves, and not while something does', async () => {
    await using target = await start();
    await expect(target.open('/hang', { timeout: 100 })).rejects.toMatchObject({ code: 'upstream_timeout' });
    const slow = await target.open('/drip?ms=20', { timeout: 150 });
    let drops = 0;
    for await (const chunk of slow.body as AsyncIterable<Buffer>) {
      drops += chunk.length;
      if (drops >= 20) break;
    }
    expect(drops).toBeGreaterThanOrEqual(20);
  });

  it('repeats only what has no body', async () => {
    await using target = await start({ retry: { pause: 1 } });
    const reply = await target.open('/flaky?fails=1&with=reset');
    expect(await text(reply.body)).toBe('{"after":1}');
    const body = Readable.from([Buffer.from('x')]);
    await expect(target.open('/reset', { body })).rejects.toMatchObject({ code: 'upstream_unreachable' });
    expect(target.habits.requests().map(({ path }) => path.slice(0, 6))).toEqual(['/flaky', '/flaky', '/reset']);
  });

  it('never repeats because of a reply', async () => {
    await using target = await start();
    expect((await target.open('/flaky?fails=1')).status).toBe(503);
    expect(target.habits.requests()).toHaveLength(1);
  });

  it('throws what broke the body of the request', async () => {
    await using target = await start();
    const body = new PassThrough();
    const broken = new Error('as it is');
    const opened = target.open('/echo', { method: 'POST', safe: false, body });
    body.write('abc');
    setImmediate(() => body.destroy(broken));
    await expect(opened).rejects.toBe(broken);
    const early = new PassThrough().once('error', () => {});
    early.destroy(broken);
    await expect(target.open('/echo', { method: 'POST', safe: false, body: early })).rejects.toBe(broken);
  });

  it('throws the reason that its signal was aborted with', async () => {
    await using target = await start();
    const caller = new AbortController();
    const opened = target.open('/hang', { signal: caller.signal });
    await target.habits.received(1);
    const reason = new Error('gone');
    caller.abort(reason);
    await expect(opened).rejects.toBe(reason);
  });

  it('breaks the body when the reply breaks', async () => {
    await using target = await start();
    const { body } = await target.open('/close-mid-body');
    await expect(text(body)).rejects.toThrow('other side closed');
  });
});
