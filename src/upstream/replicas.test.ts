// Replicas that die, hang, reset and answer slowly while a hundred calls are under way.

import { describe, expect, it } from 'vitest';
import { startHabits, type Habits } from '../../test/upstreams/habits.ts';
import { GatewayError } from '../errors.ts';
import { createNetwork, type Network } from '../net/network.ts';
import { createLog } from '../observe/log.ts';
import type { TargetOptions } from './target.ts';
import { createUpstream, type ObservedUpstream } from './upstream.ts';

const timeout = 600;

function openNetwork(): Network & AsyncDisposable {
  const network = createNetwork({ version: '1' });
  return { ...network, [Symbol.asyncDispose]: () => network.close() };
}

function open(network: Network, replicas: readonly Habits[], options: Partial<TargetOptions> = {}): ObservedUpstream {
  const target = {
    replicas: replicas.map(({ url }) => url),
    maxReplySize: 100_000,
    trustedOrigins: [],
    retry: { pause: 1 },
    ...options,
  };
  return createUpstream({ network, log: createLog({ level: 'silent' }).log, targets: new Map([['pets', target]]) });
}

interface Ending {
  readonly safe: boolean;
  readonly code: string;
  readonly took: number;
}

async function call(upstream: ObservedUpstream, number: number, safe: boolean): Promise<Ending> {
  const start = performance.now();
  const request = {
    target: 'pets',
    method: safe ? 'GET' : 'POST',
    baseUrl: 'http://document.test',
    headers: {},
    safe,
    timeout,
  };
  const code = await upstream.send({ ...request, path: `/echo?call=${number}`, ...(safe ? {} : { body: '{}' }) }).then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof GatewayError ? error.code : `not ours: ${String(error)}`),
  );
  return { safe, code, took: performance.now() - start };
}

const count = (endings: readonly Ending[], code: string): number =>
  endings.filter((ending) => ending.code === code).length;

describe('replicas', () => {
  it('share the calls', async () => {
    await using a = await startHabits();
    await using b = await startHabits();
    await using network = openNetwork();
    const upstream = open(network, [a, b]);
    await Promise.all(Array.from({ length: 40 }, (_, number) => call(upstream, number, true)));
    expect(a.requests()).toHaveLength(20);
    expect(b.requests()).toHaveLength(20);
  });

  it('stand in for one that is down, for writes too, and the dead one is soon left alone', async () => {
    await using alive = await startHabits();
    const dead = await startHabits();
    await dead.die();
    await using network = openNetwork();
    const upstream = open(network, [dead, alive], { breaker: { failures: 3, pause: 60_000, longestPause: 60_000 } });
    const endings: Ending[] = [];
    for (let number = 0; number < 30; number += 1) endings.push(await call(upstream, number, number % 2 === 0));
    expect(count(endings, '200')).toBe(30);
    expect(alive.requests()).toHaveLength(30);
    expect(upstream.health('pets')).toBe('up');
  });

  it('that answer 503 are passed over for reads', async () => {
    await using ill = await startHabits({ always: '/status/503' });
    await using well = await startHabits();
    await using network = openNetwork();
    const upstream = open(network, [ill, well], { breaker: { failures: 3, pause: 60_000, longestPause: 60_000 } });
    const endings: Ending[] = [];
    for (let number = 0; number < 20; number += 1) endings.push(await call(upstream, number, true));
    expect(count(endings, '200')).toBe(20);
    expect(ill.requests()).toHaveLength(3);
  });

  it('may die, hang, reset and be slow under a hundred calls: each ends in time and in its kind, no write is sent twice, nothing leaks', async () => {
    await using well = await startHabits({ always: '/slow?ms=20' });
    await using dying = await startHabits({ always: '/hang' });
    await using hanging = await startHabits({ always: '/hang' });
    await using resetting = await startHabits({ always: '/reset' });
    await using cutting = await startHabits({ always: '/close-mid-body' });
    await using network = openNetwork();
    const replicas = [well, dying, hanging, resetting, cutting];
    const upstream = open(network, replicas);
    const calls = Array.from({ length: 100 }, (_, number) => call(upstream, number, number % 2 === 0));
    await dying.received(5);
    await dying.die();
    const endings = await Promise.all(calls);

    const kinds = {
      read: ['200', 'upstream_timeout', 'upstream_unreachable', 'upstream_bad_reply'],
      write: ['200', 'upstream_outcome_unknown', 'upstream_bad_reply', 'upstream_unreachable'],
    };
    for (const { safe, code } of endings) expect(safe ? kinds.read : kinds.write).toContain(code);
    expect(Math.max(...endings.map(({ took }) => took))).toBeLessThan(timeout + 400);
    expect(count(endings, '200')).toBeGreaterThan(20);
    expect(endings.some(({ safe, code }) => !safe && code === 'upstream_outcome_unknown')).toBe(true);

    const writes = replicas.flatMap((replica) => replica.requests()).filter(({ method }) => method === 'POST');
    expect(new Set(writes.map(({ path }) => path)).size).toBe(writes.length);

    expect(network.wheel.size()).toBe(0);
    await network.close();
    for (const replica of replicas) await expect.poll(() => replica.connections()).toBe(0);
  });
});
