// What a page of an index and its size cost must not grow with the number of entries: 200,000 against 2,000, in every engine.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/observe/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Member, Page, Store } from '../../src/store/store.ts';
import { createFolder, type Folder } from '../support/folder.ts';
import { redisMissing, startRedis, type RedisServer } from '../support/redis-server.ts';

const { log } = createLog({ level: 'silent' });
const few = 2_000;
const many = 200_000;
const ttl = 3_600_000;

let folder: Folder;
let redis: RedisServer | undefined;
beforeAll(async () => {
  folder = await createFolder({});
  if (redisMissing === undefined) redis = await startRedis();
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await redis?.[Symbol.asyncDispose]();
});

describe.each([
  ['memory', () => 'memory'],
  ['SQLite', () => `sqlite:${folder.file('tasks.db')}`],
  ['Redis', () => redis?.url],
])('%s', (engine, locate) => {
  it(`pages and counts ${many} entries at the cost of ${few}`, async (context) => {
    const location = locate();
    context.skip(location === undefined, redisMissing);
    const store = await openStore(location ?? '', { clock: Date, log, limits: { maxBytes: 1024 ** 3 } });
    await fill(store, 'few', few);
    await fill(store, 'many', many);
    expect([await store.size('few'), await store.size('many')]).toEqual([few, many]);

    const middle = (count: number): Page => ({ after: { score: count / 2, member: toMember(count / 2) }, limit: 50 });
    const asked: Record<string, (index: string, count: number) => Promise<unknown>> = {
      'first page': (index) => store.newest(index, { limit: 50 }),
      'page after the middle': (index, count) => store.newest(index, middle(count)),
      'oldest ten': (index) => store.oldest(index, { limit: 10, max: Number.MAX_SAFE_INTEGER }),
      size: (index) => store.size(index),
    };
    for (const [what, ask] of Object.entries(asked)) {
      const ratio = await compareCosts(
        () => ask('few', few),
        () => ask('many', many),
      );
      console.log(`${engine}, ${what}: ${ratio.toFixed(2)} times`);
      expect(ratio, what).toBeLessThan(1.5);
    }
    await store.close();
  });
});

function toMember(at: number): string {
  return `task-${String(at).padStart(9, '0')}`;
}

async function fill(store: Store, index: string, count: number): Promise<void> {
  // In an order that is not the one of the scores: 7919 shares no factor with the counts.
  const entries = Array.from({ length: count }, (_, at): Member => {
    const score = (at * 7919) % count;
    return { index, member: toMember(score), score };
  });
  for (let at = 0; at < count; at += 1000) await store.index({ put: entries.slice(at, at + 1000), ttl });
}

/** How many times more `large` takes than `small`: the median of pairs, each measured in the same moments. */
async function compareCosts(small: () => Promise<unknown>, large: () => Promise<unknown>): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < 41; pair += 1) {
    const [one, other] = [await time(small), await time(large)];
    if (pair >= 10) ratios.push(other / one); // the first ones are warming up
  }
  return ratios.toSorted((left, right) => left - right)[Math.floor(ratios.length / 2)] ?? Infinity;
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let round = 0; round < 40; round += 1) await run();
  return performance.now() - start;
}
