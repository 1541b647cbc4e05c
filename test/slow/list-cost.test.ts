// What ListTasks costs must not grow with the number of tasks that are stored: 200,000 against 2,000 on SQLite and Redis, each in a
// store of its own. The memory store is bounded: it holds what it may and refuses more, and lists at the same cost when it is full.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/observe/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { defaultLimits } from '../../src/task/limits.ts';
import { listTasks } from '../../src/task/list-tasks.ts';
import type { StoredTask } from '../../src/task/record.ts';
import type { Caller, TaskQuery } from '../../src/task/service.ts';
import { createTaskTable, type TaskTable } from '../../src/task/task-table.ts';
import type { TaskState } from '../../src/task/task.ts';
import { createFolder, type Folder } from '../support/folder.ts';
import { redisMissing, startRedis, type RedisServer } from '../support/redis-server.ts';

const { log } = createLog({ level: 'silent' });
const few = 2_000;
const many = 200_000;
const states: readonly TaskState[] = ['completed', 'completed', 'completed', 'failed', 'input-required'];
const firstAt = 1_700_000_000_000;
/** Each context has ten tasks. */
const perContext = 10;
const ann: Caller = { owner: 'ann', anonymous: false };

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
  ['SQLite', (name: string) => `sqlite:${folder.file(`${name}.db`)}`],
  ['Redis', () => redis?.url],
])('%s', (engine, locate) => {
  it(`lists ${many} tasks at the cost of ${few}`, async (context) => {
    context.skip(locate('few') === undefined, redisMissing);
    const open = async (name: string, count: number): Promise<Store> => {
      const store = await openStore(locate(name) ?? '', { clock: Date, log, prefix: `${name}:` });
      const table = createTable(store);
      for (let at = 0; at < count; at += 1_000) await fill(table, at, Math.min(1_000, count - at));
      return store;
    };
    const small = await open('few', few);
    const large = await open('many', many);
    expect(await compareLists(engine, { store: small, count: few }, { store: large, count: many })).toBeLessThan(1.5);
    await small.close();
    await large.close();
  });
});

describe('memory', () => {
  it('holds as many tasks as it may, refuses more, and lists them at the cost of few', async () => {
    const small = await openStore('memory', { clock: Date, log });
    await fill(createTable(small), 0, few);
    const before = process.memoryUsage.rss();
    const large = await openStore('memory', { clock: Date, log });
    const table = createTable(large);
    let count = 0;
    const fillUp = async (): Promise<void> => {
      for (;;) {
        await fill(table, count, 1);
        count += 1;
      }
    };
    await expect(fillUp()).rejects.toMatchObject({ code: 'overloaded' });
    const grown = (process.memoryUsage.rss() - before) / 1024 ** 2;
    console.log(`memory: ${count} tasks, ${grown.toFixed(0)} MB`);
    expect(count).toBeGreaterThan(20_000);
    expect(grown).toBeLessThan(600);
    expect(await compareLists('memory', { store: small, count: few }, { store: large, count })).toBeLessThan(1.5);
    await small.close();
    await large.close();
  });
});

interface Filled {
  readonly store: Store;
  readonly count: number;
}

/** How many times more the large one takes, of the query that grows most. */
async function compareLists(engine: string, small: Filled, large: Filled): Promise<number> {
  let dearest = 0;
  for (const [what, query] of Object.entries(queries)) {
    const ask = async ({ store, count }: Filled): Promise<number> => {
      const asked = { pageSize: 50, ...query(count) };
      const { tasks, totalSize } = await listTasks({ store, listAnonymous: false }, ann, asked);
      expect(tasks.length, what).toBe(Math.min(asked.pageSize, totalSize));
      return totalSize;
    };
    const middle = await ask(small);
    if (what === 'the first page') expect([middle, await ask(large)]).toEqual([small.count, large.count]);
    const ratio = await compareCosts(
      () => ask(small),
      () => ask(large),
    );
    console.log(`${engine}, ${what}: ${ratio.toFixed(2)} times`);
    dearest = Math.max(dearest, ratio);
  }
  return dearest;
}

/** By what they ask of a list of so many tasks. */
const queries: Readonly<Record<string, (count: number) => Partial<TaskQuery>>> = {
  'the first page': () => ({}),
  'a page in the middle': (count) => ({ pageToken: tokenAt(Math.floor(count / 2)) }),
  'a hundred': () => ({ pageSize: 100 }),
  'by state': () => ({ state: 'failed' }),
  'by context': () => ({ contextId: 'context-7' }),
  'by context and state': () => ({ contextId: 'context-7', state: 'completed' }),
  'since a moment': (count) => ({ since: firstAt + count - 60 }),
  'since the beginning': () => ({ since: firstAt }),
};

function createTable(store: Store): TaskTable {
  return createTaskTable({ store, limits: defaultLimits, onStored: () => {} });
}

function fill(table: TaskTable, from: number, count: number): Promise<unknown> {
  const numbers = Array.from({ length: count }, (_, at) => from + at);
  return Promise.all(numbers.map((number) => table.create({ task: buildTask(number), events: [] })));
}

function buildTask(number: number): StoredTask {
  const at = firstAt + number;
  const text = 'The pet is called Rex, weighs 31.5 kilograms and comes when it is called.';
  return {
    id: idOf(number),
    contextId: `context-${Math.floor(number / perContext)}`,
    owner: ann.owner,
    agent: 'root',
    skill: 'getPetById',
    status: { state: states[number % states.length] ?? 'completed', at },
    artifacts: [{ artifactId: 'a-1', name: 'getPetById', parts: [{ kind: 'text', text }] }],
    history: [{ messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'getPetById petId=10' }] }],
    createdAt: at,
    seq: 0,
  };
}

function idOf(number: number): string {
  return `task-${String(number).padStart(9, '0')}`;
}

function tokenAt(number: number): string {
  return Buffer.from(`${firstAt + number}:${idOf(number)}`).toString('base64url');
}

/** How many times more `large` takes than `small`: the median of pairs, each measured in the same moments. */
async function compareCosts(small: () => Promise<unknown>, large: () => Promise<unknown>): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < 31; pair += 1) {
    const [one, other] = [await time(small), await time(large)];
    if (pair >= 6) ratios.push(other / one); // the first ones are warming up
  }
  return ratios.toSorted((left, right) => left - right)[Math.floor(ratios.length / 2)] ?? Infinity;
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let round = 0; round < 10; round += 1) await run();
  return performance.now() - start;
}
