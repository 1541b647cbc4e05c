import { describe, expect, it } from 'vitest';
import { describeStore } from '../../test/support/store-suite.ts';
import { createMemoryStore } from './memory-store.ts';

function createClock(): { now: () => number; pass: (ms: number) => void } {
  let now = 1_764_520_000_000;
  return {
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
  };
}

describe('memory store', () => {
  describeStore(
    async () => {
      const clock = createClock();
      return {
        open: async () => createMemoryStore({ clock }),
        pass: async (ms) => clock.pass(ms),
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
    { steadyClock: true, durable: false, shared: false, runs: 300 },
  );

  describe('limits', () => {
    const overloaded = expect.objectContaining({ code: 'overloaded' });

    it('refuse new keys when there are as many as may be, and let those that are there be written', async () => {
      const clock = createClock();
      const store = createMemoryStore({ clock, limits: { maxEntries: 2 } });
      await store.commit({ key: 'a', expected: 0, value: '1', ttl: 1000 });
      await store.commit({ key: 'b', expected: 0, value: '1', ttl: 5000 });
      await expect(store.commit({ key: 'c', expected: 0, value: '1', ttl: 1000 })).rejects.toEqual(overloaded);
      expect(await store.read('c')).toBeUndefined();
      expect(await store.commit({ key: 'b', expected: 1, value: '2', ttl: 5000, append: ['x'] })).toBe(true);
      expect(await store.commit({ key: 'c', expected: 1, value: '1', ttl: 1000 })).toBe(false);
      clock.pass(1000);
      expect(await store.commit({ key: 'c', expected: 0, value: '1', ttl: 1000 })).toBe(true);
      await expect(store.commit({ key: 'd', expected: 0, value: '1', ttl: 1000 })).rejects.toEqual(overloaded);
      await store.remove('b');
      expect(await store.commit({ key: 'd', expected: 0, value: '1', ttl: 1000 })).toBe(true);
    });

    it.each<[string, (store: ReturnType<typeof createMemoryStore>) => Promise<unknown>]>([
      ['values', (store) => store.commit({ key: 'a', expected: 0, value: 'x'.repeat(9000), ttl: 1000 })],
      ['logs', (store) => store.commit({ key: 'a', expected: 0, value: '', ttl: 1000, append: ['x'.repeat(9000)] })],
      [
        'index entries',
        (store) => store.index({ put: [{ index: 'i', member: 'x'.repeat(9000), score: 1 }], ttl: 1000 }),
      ],
      [
        'index entries that are put again',
        async (store) => {
          const entry = { index: 'i', member: 'x'.repeat(9000), score: 1 };
          const other = { index: 'j', member: 'y', score: 1 };
          await store.index({ put: [entry, other, entry], ttl: 500 });
          await store.index({ put: [entry], ttl: 1000 });
        },
      ],
      ['leases', (store) => store.lease('x'.repeat(9000), 'a', 1000)],
    ])('count the bytes of %s, and give them back', async (_what, fill) => {
      const clock = createClock();
      const store = createMemoryStore({ clock, limits: { maxBytes: 9000 } });
      for (let round = 0; round < 3; round += 1) {
        await fill(store);
        await expect(store.commit({ key: 'new', expected: 0, value: '', ttl: 1000 })).rejects.toEqual(overloaded);
        clock.pass(1000);
        expect(await store.commit({ key: 'new', expected: 0, value: '', ttl: 1000 })).toBe(true);
        await store.remove('new');
      }
    });
  });
});
