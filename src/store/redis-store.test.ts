import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  redisMissing,
  startRedis,
  valkeyMissing,
  type RedisServer,
  type RedisServerOptions,
} from '../../test/support/redis-server.ts';
import { describeStore } from '../../test/support/store-suite.ts';
import { createLog, type Log } from '../observe/log.ts';
import { openRedisStore } from './redis-store.ts';
import type { Store } from './store.ts';

const { log } = createLog({ level: 'silent' });
const hour = 3_600_000;

const servers: readonly (readonly [string, string | undefined, RedisServerOptions])[] = [
  ['on one server', redisMissing, {}],
  ['on a cluster', redisMissing, { cluster: 'alone' }],
  ['on Valkey', valkeyMissing, { engine: 'valkey' }],
];

describe.skipIf(redisMissing !== undefined)(redisMissing ?? 'Redis store', { timeout: 30_000 }, () => {
  for (const [what, missing, options] of servers)
    describe.skipIf(missing !== undefined)(missing ?? what, () => {
      let server: RedisServer;
      let benches = 0;
      beforeAll(async () => {
        server = await startRedis(options);
      });
      afterAll(() => server[Symbol.asyncDispose]());

      describeStore(
        async () => {
          benches += 1;
          const prefix = `bench${benches}:`;
          return {
            open: () => openRedisStore({ url: server.url, log, prefix }),
            // The server's own clock: a command that waits so long.
            pass: async (ms) => void (await server.command('BLPOP', 'nobody', String((ms + 5) / 1000))),
            [Symbol.asyncDispose]: async () => undefined,
          };
        },
        { steadyClock: false, durable: true, shared: true, runs: 60 },
      );

      it('gives every key an end', async () => {
        const store = await openRedisStore({ url: server.url, log, prefix: 'ends:' });
        const put = [{ index: 'i', member: 'a', score: 1 }];
        await store.commit({ key: 'a', expected: 0, value: 'x', ttl: hour, append: ['1'], put });
        await store.commit({ key: 'a', expected: 1, value: 'x', ttl: 2 * hour, append: ['2'] });
        await store.index({ put: [{ index: 'j', member: 'a', score: 1 }], ttl: hour });
        await store.index({ put: [{ index: 'j', member: 'b', score: 1 }], ttl: 1 });
        await store.lease('l', 'a', hour);
        const keys = (await server.command('KEYS', 'ends:*')) as string[]; // as KEYS replies
        expect(keys.toSorted()).toEqual(
          ['ends:{i}', 'lease:{l}', 'log:{a}', 'scores:{i}', 'ends:{j}', 'scores:{j}', 'value:{a}']
            .map((key) => `ends:${key}`)
            .toSorted(),
        );
        for (const key of keys) {
          const left = Number(await server.command('PTTL', key));
          expect(left, key).toBeGreaterThan(/\{a\}/.test(key) ? hour : hour - 60_000);
          expect(left, key).toBeLessThanOrEqual(2 * hour);
        }
        await store.close();
      });

      it('keeps gateways of other prefixes apart', async () => {
        const stores = await Promise.all(
          ['one:', 'two:'].map((prefix) => openRedisStore({ url: server.url, log, prefix })),
        );
        await stores[0]?.commit({
          key: 'a',
          expected: 0,
          value: 'x',
          ttl: hour,
          put: [{ index: 'i', member: 'a', score: 1 }],
        });
        expect(await stores[1]?.read('a')).toBeUndefined();
        expect(await stores[1]?.size('i')).toBe(0);
        for (const store of stores) await store.close();
      });

      it('does each write once though connections break', async () => {
        const prefix = 'breaks:';
        const store = await openRedisStore({ url: server.url, log, prefix });
        const going = new AbortController();
        const write = async (key: string): Promise<number> => {
          let version = 0;
          for (; !going.signal.aborted; version += 1) {
            const append = [String(version + 1)];
            const put = [{ index: 'all', member: key, score: version }];
            expect(await store.commit({ key, expected: version, value: 'x', ttl: hour, append, put })).toBe(true);
          }
          return version;
        };
        const keys = ['a', 'b', 'c', 'd'];
        const writing = Promise.all(keys.map(write));
        for (let kills = 0; kills < 5; kills += 1) {
          await server.command('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
          await progress(store, keys);
        }
        going.abort();
        const versions = await writing;
        for (const [at, key] of keys.entries()) {
          const version = versions[at] ?? 0;
          expect(version).toBeGreaterThan(5);
          expect((await store.read(key))?.version).toBe(version);
          expect((await store.readLog(key, 0, 1_000_000)).map(({ text }) => Number(text))).toEqual(
            Array.from({ length: version }, (_, each) => each + 1),
          );
        }
        expect(await store.size('all')).toBe(4);
        await store.close();
      });

      it('wakes all watchers when it hears again', async () => {
        const store = await openRedisStore({ url: server.url, log, prefix: 'hears:' });
        const woken = ['a', 'b'].map((key) => new Promise<void>((wake) => store.watch(key, wake)));
        await server.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
        expect(await Promise.all(woken)).toHaveLength(2);
        const other = await openRedisStore({ url: server.url, log, prefix: 'hears:' });
        const heard = new Promise<void>((wake) => store.watch('c', wake));
        await other.commit({ key: 'c', expected: 0, value: 'x', ttl: hour, append: ['1'] });
        await heard;
        await store.close();
        await other.close();
      });

      it('works on after the server was killed and started again', async () => {
        // While its disk is slow, Redis confirms writes that only its memory has, unless it is told to wait.
        await server.command('CONFIG', 'SET', 'appendfsync', 'always');
        const lines: string[] = [];
        const noting = {
          warn: (...args: unknown[]) => lines.push(String(args.at(-1))),
          info: (text: string) => lines.push(text),
        } as unknown as Log; // what the store uses of a log
        const store = await openRedisStore({ url: server.url, log: noting, prefix: 'killed:' });
        await store.commit({
          key: 'a',
          expected: 0,
          value: 'x',
          ttl: hour,
          append: ['1'],
          put: [{ index: 'i', member: 'a', score: 1 }],
        });
        await server.kill();
        const writing = store.commit({ key: 'a', expected: 1, value: 'y', ttl: hour });
        await server.restart();
        expect(await writing).toBe(true);
        expect(await store.read('a')).toEqual({ value: 'y', version: 2 });
        expect(await store.size('i')).toBe(1);
        expect(lines).toEqual(['the connection to the store is lost; trying again', 'the store is reachable again']);
        await store.close();
      });
    });

  describe('refuses', () => {
    const unavailable = (message: RegExp): unknown =>
      expect.objectContaining({ code: 'store_unavailable', message: expect.stringMatching(message) });

    it('a server that is not there', async () => {
      const server = await startRedis();
      const store = await openRedisStore({ url: server.url, log });
      await server[Symbol.asyncDispose]();
      await expect(openRedisStore({ url: server.url, log })).rejects.toEqual(
        unavailable(/^The store at 127\.0\.0\.1:\d+ cannot be used: connect ECONNREFUSED/),
      );
      await store.close(); // while nobody answers
      await expect(store.read('a')).rejects.toEqual(expect.objectContaining({ code: 'store_unavailable' }));
    });

    it('wrong credentials, without showing them', async () => {
      await using server = await startRedis({ password: 'right' });
      const store = await openRedisStore({ url: server.url, log });
      await store.commit({ key: 'a', expected: 0, value: 'x', ttl: hour });
      await store.close();
      const wrong = server.url.replace('right', 'wr0ng');
      const error: unknown = await openRedisStore({ url: wrong, log }).catch((error: unknown) => error);
      expect(error).toEqual(unavailable(/WRONGPASS/));
      expect(String(error)).not.toContain('wr0ng');
    });

    it('writes when the memory of the server is full', async () => {
      await using server = await startRedis({ args: ['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'] });
      const store = await openRedisStore({ url: server.url, log });
      const fill = async (): Promise<void> => {
        for (let at = 0; at < 100; at += 1) {
          await store.commit({ key: `k${at}`, expected: 0, value: 'x'.repeat(100_000), ttl: hour });
        }
      };
      await expect(fill()).rejects.toEqual(expect.objectContaining({ code: 'overloaded' }));
      const append = ['x'.repeat(100_000)];
      const put = [{ index: 'i', member: 'k0', score: 1 }];
      expect(await store.commit({ key: 'k0', expected: 1, value: 'end', ttl: hour, append, put })).toBe(true);
      expect(await store.read('k0')).toEqual({ value: 'end', version: 2 });
      expect(await store.readLog('k0', 0, 9)).toHaveLength(1);
      expect(await store.size('i')).toBe(1);
      await store.close();
    });
  });

  it('warns of a server that evicts, and of one that writes no file', async () => {
    const args = ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no'];
    await using server = await startRedis({ args });
    const lines: string[] = [];
    const noting = { warn: (...args: unknown[]) => lines.push(String(args.at(-1))) } as unknown as Log; // what the store uses of a log
    const store = await openRedisStore({ url: server.url, log: noting });
    expect(lines).toEqual([expect.stringContaining('noeviction'), expect.stringContaining('append-only')]);
    await store.close();
  });
});

/** Until each key was written a few times more. */
async function progress(store: Store, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const goal = ((await store.read(key))?.version ?? 0) + 3;
    while (((await store.read(key))?.version ?? 0) < goal);
  }
}
