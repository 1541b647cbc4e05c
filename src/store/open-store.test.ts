import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../test/support/folder.ts';
import { redisMissing, startRedis } from '../../test/support/redis-server.ts';
import { createLog } from '../observe/log.ts';
import { openStore } from './open-store.ts';

const { log } = createLog({ level: 'silent' });
const options = { clock: Date, log };

describe('openStore', () => {
  it('opens the memory store', async () => {
    const store = await openStore('memory', { ...options, limits: { maxEntries: 1 } });
    expect([store.durable, store.shared]).toEqual([false, false]);
    await store.commit({ key: 'a', expected: 0, value: '', ttl: 1000 });
    await expect(store.commit({ key: 'b', expected: 0, value: '', ttl: 1000 })).rejects.toThrow(/memory store/);
    await store.close();
  });

  it('opens a file, in a folder that it makes', async () => {
    await using folder = await createFolder({});
    const store = await openStore(`sqlite:${folder.file('a/b/tasks.db')}`, options);
    expect([store.durable, store.shared]).toEqual([true, true]);
    expect(existsSync(folder.file('a/b/tasks.db'))).toBe(true);
    await store.close();
  });

  it.skipIf(redisMissing !== undefined)(redisMissing ?? 'opens Redis, under both of its names', async () => {
    await using server = await startRedis();
    const store = await openStore(server.url, { ...options, prefix: 'mine:' });
    await store.commit({ key: 'a', expected: 0, value: 'x', ttl: 100_000 });
    expect(await server.command('KEYS', '*')).toEqual(['mine:value:{a}']);
    const other = await openStore(server.url.replace('redis:', 'valkey:'), { ...options, prefix: 'mine:' });
    expect(await other.read('a')).toEqual({ value: 'x', version: 1 });
    await store.close();
    await other.close();
  });

  it.each(['', 'Memory', 'sqlite:', 'sqlite', 'postgres://me:s3cret@host/db', 'me:s3cret@host', 'redis:host'])(
    'refuses %j with what it takes instead',
    async (text) => {
      const error: unknown = await openStore(text, options).catch((error: unknown) => error);
      expect(error).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('sqlite:PATH') });
      expect(String(error)).not.toContain('s3cret');
    },
  );

  it.each(['redis://:s3cret@host:99999', 'redis://s3cret@'])(
    'refuses the broken URL %j without showing it',
    async (text) => {
      const error: unknown = await openStore(text, options).catch((error: unknown) => error);
      expect(error).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('redis://HOST:PORT') });
      expect(String(error)).not.toContain('s3cret');
    },
  );
});
