import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../test/support/folder.ts';
import { startProcess } from '../../test/support/start-process.ts';
import { describeStore } from '../../test/support/store-suite.ts';
import { createLog } from '../observe/log.ts';
import { createSqliteStore } from './sqlite-store.ts';
import type { Store } from './store.ts';

const start = 1_764_520_000_000;
const { log } = createLog({ level: 'silent' });

/** A clock and a ticker that move by hand. */
function createTime(): {
  readonly clock: { now(): number };
  readonly ticker: { every(ms: number, tick: () => void): () => void };
  pass(ms: number): void;
  tick(): void;
  ticking(): number;
} {
  let now = start;
  const ticks = new Set<() => void>();
  return {
    clock: { now: () => now },
    ticker: {
      every: (_ms, tick) => {
        ticks.add(tick);
        return () => ticks.delete(tick);
      },
    },
    pass: (ms) => {
      now += ms;
    },
    tick: () => {
      for (const tick of ticks) tick();
    },
    ticking: () => ticks.size,
  };
}

function open(path: string, { clock, ticker } = createTime()): Store {
  return createSqliteStore({ path, clock, ticker, log });
}

describe('SQLite store', () => {
  describeStore(
    async () => {
      const folder = await createFolder({});
      const time = createTime();
      return {
        open: async () => open(folder.file('data/tasks.db'), time),
        pass: async (ms) => time.pass(ms),
        look: () => time.tick(),
        [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
      };
    },
    { steadyClock: true, durable: true, shared: true, runs: 100 },
  );

  it('keeps all that was acknowledged when the process is killed', async () => {
    await using folder = await createFolder({});
    const file = folder.file('tasks.db');
    const writer = startProcess({ args: ['test/support/store-writer.ts', file] });
    await writer.waitForOutput(/^\d 200$/m);
    expect(await writer.stop('SIGKILL')).toBe('SIGKILL');
    const acknowledged = new Map<string, number>();
    for (const [, lane = '', version] of writer.stdout().matchAll(/^(\d) (\d+)$/gm))
      acknowledged.set(lane, Number(version));
    expect(acknowledged.size).toBe(4);
    const store = createSqliteStore({ path: file, clock: Date, log });
    for (const [lane, version] of acknowledged) {
      const stored = await store.read(lane);
      expect(stored?.version).toBeGreaterThanOrEqual(version);
      expect(stored?.value).toBe(`${lane}=${stored?.version}`);
      const entries = await store.readLog(lane, 0, 1_000_000);
      expect(entries.map(({ text }) => text)).toEqual(
        Array.from({ length: stored?.version ?? 0 }, (_, at) => `${lane}.${at + 1}`),
      );
    }
    expect(await store.size('all')).toBe(4);
    await store.close();
  });

  it('is there after it was closed', async () => {
    await using folder = await createFolder({});
    const file = folder.file('tasks.db');
    const put = [{ index: 'i', member: 'a', score: 1.5 }];
    const one = open(file);
    // Not awaited: closing writes what waits.
    const written = one.commit({ key: 'a', expected: 0, value: 'x', ttl: 1000, append: ['1'], put });
    await one.close();
    expect(await written).toBe(true);
    const other = open(file);
    expect(await other.read('a')).toEqual({ value: 'x', version: 1 });
    expect(await other.newest('i', { limit: 9 })).toEqual(put);
    await other.close();
  });

  it('removes from the file what is over its time', async () => {
    await using folder = await createFolder({});
    const time = createTime();
    const store = open(folder.file('tasks.db'), time);
    const count = (): readonly unknown[] => {
      const database = new DatabaseSync(folder.file('tasks.db'), { readOnly: true });
      const counts = ['entry', 'log', 'member', 'list', 'lease'].map(
        (table) => database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows'],
      );
      database.close();
      return counts;
    };
    const keys = Array.from({ length: 500 }, (_, at) => `k${at}`);
    await Promise.all(
      keys.flatMap((key, at) => [
        store.commit({
          key,
          expected: 0,
          value: 'x',
          ttl: 1000,
          append: ['1'],
          put: [{ index: `i${at % 7}`, member: key, score: 1 }],
        }),
        store.lease(key, 'a', 1000),
      ]),
    );
    expect(count()).toEqual([500, 500, 500, 7, 500]);
    time.pass(1000);
    await store.commit({
      key: 'new',
      expected: 0,
      value: 'x',
      ttl: 1000,
      append: ['1'],
      put: [{ index: 'i', member: 'a', score: 1 }],
    });
    while (String(count()) !== '1,1,1,1,0') await new Promise(setImmediate);
    await store.close();
  });

  it('lets no write fall with another one of the same turn', async () => {
    await using folder = await createFolder({});
    const store = open(folder.file('tasks.db'));
    const broken = { key: 'b', expected: 0, value: undefined as unknown as string, ttl: 1000 }; // what no caller should do
    const results = await Promise.allSettled([
      store.commit({ key: 'a', expected: 0, value: '1', ttl: 1000, append: ['1'] }),
      store.commit(broken),
      store.commit({ key: 'a', expected: 1, value: '2', ttl: 1000, append: ['2'] }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.read('a')).toEqual({ value: '2', version: 2 });
    expect((await store.readLog('a', 0, 9)).map(({ text }) => text)).toEqual(['1', '2']);
    await store.close();
  });

  it('gives up on a file that another process keeps locked, and works when it is free', async () => {
    await using folder = await createFolder({});
    const store = open(folder.file('tasks.db'));
    await store.commit({ key: 'a', expected: 0, value: '1', ttl: 1000 });
    const other = new DatabaseSync(folder.file('tasks.db'));
    other.exec('BEGIN IMMEDIATE');
    const write = { key: 'a', expected: 1, value: '2', ttl: 1000 };
    const results = await Promise.allSettled([store.commit(write), store.commit(write), store.lease('l', 'a', 1000)]);
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'store_unavailable' }) };
    expect(results).toEqual([refused, refused, refused]);
    expect(await store.read('a')).toEqual({ value: '1', version: 1 });
    other.close();
    expect(await store.commit(write)).toBe(true);
    await store.close();
  });

  it('looks for writes of others only while somebody watches', async () => {
    await using folder = await createFolder({});
    const time = createTime();
    const store = open(folder.file('tasks.db'), time);
    expect(time.ticking()).toBe(0);
    const stops = ['a', 'a', 'b'].map((key) => store.watch(key, () => undefined));
    expect(time.ticking()).toBe(1);
    for (const stop of stops) stop();
    expect(time.ticking()).toBe(0);
    store.watch('a', () => undefined);
    await store.close();
    expect(time.ticking()).toBe(0);
  });

  it('is readable by its owner only', async () => {
    await using folder = await createFolder({});
    const store = open(folder.file('tasks.db'));
    await store.commit({ key: 'a', expected: 0, value: 'x', ttl: 1000 });
    for (const name of ['tasks.db', 'tasks.db-wal']) expect(statSync(folder.file(name)).mode & 0o777).toBe(0o600);
    await store.close();
  });

  describe('refuses', () => {
    it('a path that cannot be written', async () => {
      await using folder = await createFolder({ file: '' });
      mkdirSync(folder.file('folder'));
      for (const path of [folder.file('file/tasks.db'), folder.file('folder')]) {
        expect(() => open(path)).toThrow(
          expect.objectContaining({ code: 'store_unavailable', message: expect.stringContaining(path) }),
        );
      }
    });

    it('a file that is no database', async () => {
      await using folder = await createFolder({});
      writeFileSync(folder.file('tasks.db'), 'name: value\n'.repeat(100));
      expect(() => open(folder.file('tasks.db'))).toThrow(/cannot be opened: file is not a database/);
    });

    it("another program's database, and leaves it as it is", async () => {
      await using folder = await createFolder({});
      const database = new DatabaseSync(folder.file('tasks.db'));
      database.exec('CREATE TABLE things (a); INSERT INTO things VALUES (1)');
      expect(() => open(folder.file('tasks.db'))).toThrow(/is a database of another program/);
      expect(database.prepare('SELECT name FROM sqlite_schema').all()).toHaveLength(1);
      database.close();
    });

    it('a file of a newer version', async () => {
      await using folder = await createFolder({});
      await open(folder.file('tasks.db')).close();
      const database = new DatabaseSync(folder.file('tasks.db'));
      database.exec('PRAGMA user_version = 99');
      database.close();
      expect(() => open(folder.file('tasks.db'))).toThrow(/newer version: its schema is 99, expected at most 1/);
    });
  });
});
