// The store on a cluster of three nodes, where a value, its log and the indexes that it stands in lie on different ones.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedisCluster, type RedisCluster } from '../../test/support/redis-cluster.ts';
import { redisMissing } from '../../test/support/redis-server.ts';
import { describeStore } from '../../test/support/store-suite.ts';
import { createLog } from '../observe/log.ts';
import { openRedisStore } from './redis-store.ts';

const { log } = createLog({ level: 'silent' });
const hour = 3_600_000;

describe.skipIf(redisMissing !== undefined)(redisMissing ?? 'Redis store on three nodes', { timeout: 30_000 }, () => {
  let cluster: RedisCluster;
  let benches = 0;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  describeStore(
    async () => {
      benches += 1;
      const prefix = `bench${benches}:`;
      return {
        open: () => openRedisStore({ url: cluster.url, log, prefix }),
        // The servers' own clock: a command that waits so long for a replica that there is not.
        pass: async (ms) => void (await cluster.nodes[0]?.command('WAIT', '1', String(ms + 5))),
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
    { steadyClock: false, durable: true, shared: true, runs: 60 },
  );

  it('spreads over all of them, and is heard of from each', async () => {
    const stores = await Promise.all(cluster.nodes.map(({ url }) => openRedisStore({ url, log, prefix: 'spread:' })));
    const [writer, ...readers] = stores;
    const names = Array.from({ length: 30 }, (_, at) => `key ${at}`);
    const heard = readers.flatMap((store) => names.map((name) => new Promise<void>((wake) => store.watch(name, wake))));
    for (const [at, key] of names.entries()) {
      const put = [{ index: 'all', member: key, score: at }];
      expect(await writer?.commit({ key, expected: 0, value: key, ttl: hour, append: ['1'], put })).toBe(true);
    }
    await Promise.all(heard);
    for (const store of stores) {
      expect(await Promise.all(names.map((name) => store.read(name)))).toEqual(
        names.map((name) => ({ value: name, version: 1 })),
      );
      expect((await store.newest('all', { limit: 3 })).map(({ member }) => member)).toEqual(
        names.slice(-3).toReversed(),
      );
    }
    for (const node of cluster.nodes) expect((await node.command('KEYS', 'spread:*')) as string[]).not.toEqual([]);
    for (const store of stores) await store.close();
  });

  it('works on after a node was killed and started again', async () => {
    for (const node of cluster.nodes) await node.command('CONFIG', 'SET', 'appendfsync', 'always');
    const store = await openRedisStore({ url: cluster.url, log, prefix: 'killed:' });
    const names = Array.from({ length: 12 }, (_, at) => `key ${at}`);
    for (const key of names) await store.commit({ key, expected: 0, value: 'x', ttl: hour, append: ['1'] });
    await cluster.nodes[1]?.kill();
    const writing = names.map((key) => store.commit({ key, expected: 1, value: 'y', ttl: hour, append: ['2'] }));
    await cluster.nodes[1]?.restart();
    expect(await Promise.all(writing)).toEqual(names.map(() => true));
    for (const key of names) expect((await store.readLog(key, 0, 9)).map(({ text }) => text)).toEqual(['1', '2']);
    await store.close();
  });
});
