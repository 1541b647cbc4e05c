// What every store must do, whatever engine it is: one suite, run against each of them. A bench gives empty stores, lets time pass,
// and opens the same state twice where the engine can do that.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change, Member, Store } from '../../src/store/store.ts';
import { createStoreModel } from './store-model.ts';
import { inRun, perform, steps } from './store-steps.ts';

export interface StoreBench extends AsyncDisposable {
  /** A store on the bench's state; of a shared engine a second one sees what the first wrote. */
  open(): Promise<Store>;
  /** Lets this many milliseconds pass for all that is stored. */
  pass(ms: number): Promise<void>;
  /** Makes stores that look for writes of others do so. */
  look?(): void;
}

export interface StoreSuiteOptions {
  /** Whether time stands still between calls of `pass`. */
  readonly steadyClock: boolean;
  readonly durable: boolean;
  readonly shared: boolean;
  /** How often the property test runs. */
  readonly runs: number;
}

const hour = 3_600_000;
const unused = { ttl: hour, value: 'x' };

export function describeStore(
  start: () => Promise<StoreBench>,
  { steadyClock, durable, shared, runs }: StoreSuiteOptions,
): void {
  it('says what it is', async () => {
    await using bench = await start();
    const store = await bench.open();
    expect({ durable: store.durable, shared: store.shared }).toEqual({ durable, shared });
    await store.close();
  });

  describe('values', () => {
    it('are written when the version is the expected one', async () => {
      await using bench = await start();
      const store = await bench.open();
      expect(await store.read('a')).toBeUndefined();
      expect(await store.commit({ key: 'a', expected: 1, ...unused })).toBe(false);
      expect(await store.read('a')).toBeUndefined();
      expect(await store.commit({ key: 'a', expected: 0, value: 'one', ttl: hour })).toBe(true);
      expect(await store.read('a')).toEqual({ value: 'one', version: 1 });
      expect(await store.commit({ key: 'a', expected: 0, ...unused })).toBe(false);
      expect(await store.commit({ key: 'a', expected: 2, ...unused })).toBe(false);
      expect(await store.commit({ key: 'a', expected: 1, value: 'two', ttl: hour })).toBe(true);
      expect(await store.read('a')).toEqual({ value: 'two', version: 2 });
      expect(await store.read('b')).toBeUndefined();
      await store.close();
    });

    it('go with their log and the given index entries, and start anew', async () => {
      await using bench = await start();
      const store = await bench.open();
      const members = [put('i', 'a', 1), put('i', 'other', 2)];
      await store.commit({ key: 'a', expected: 0, ...unused, append: ['1', '2'], put: members });
      await store.commit({ key: 'a', expected: 1, ...unused });
      await store.remove('a', [{ index: 'i', member: 'a' }]);
      expect(await store.read('a')).toBeUndefined();
      expect(await store.readLog('a', 0, 10)).toEqual([]);
      expect(names(await store.newest('i', { limit: 10 }))).toEqual(['other']);
      expect(await store.size('i')).toBe(1);
      expect(await store.commit({ key: 'a', expected: 0, ...unused, append: ['new'] })).toBe(true);
      expect(await store.read('a')).toEqual({ value: 'x', version: 1 });
      expect(await store.readLog('a', 0, 10)).toEqual([{ seq: 1, text: 'new' }]);
      await store.remove('nothing', [{ index: 'nothing', member: 'nothing' }]);
      await store.close();
    });

    it.each([
      '__proto__',
      'constructor',
      'a{b}c',
      '}{',
      '{}',
      '100%',
      'a:b/c*?',
      'line\r\nend',
      'nul\0nul',
      '\u{1F600}é',
      'k'.repeat(5000),
    ])('have any name and text: %j', async (name) => {
      await using bench = await start();
      const store = await bench.open();
      const members = [put(name, name, 1.5), put('plain', name, -1)];
      expect(
        await store.commit({ key: name, expected: 0, value: name, ttl: hour, append: ['', name], put: members }),
      ).toBe(true);
      expect(await store.read(name)).toEqual({ value: name, version: 1 });
      expect(await store.readLog(name, 0, 10)).toEqual([
        { seq: 1, text: '' },
        { seq: 2, text: name },
      ]);
      expect(await store.newest(name, { limit: 10 })).toEqual([put(name, name, 1.5)]);
      expect(await store.newest('plain', { limit: 10 })).toEqual([put('plain', name, -1)]);
      expect(await store.lease(name, name, hour)).toBe(true);
      expect(await store.lease(name, 'other', hour)).toBe(false);
      await store.remove(name, members);
      expect([await store.size(name), await store.size('plain'), await store.read(name)]).toEqual([0, 0, undefined]);
      await store.close();
    });

    it('may be large', async () => {
      await using bench = await start();
      const store = await bench.open();
      const value = 'äb'.repeat(1_000_000);
      await store.commit({ key: 'a', expected: 0, value, ttl: hour, append: [value] });
      expect((await store.read('a'))?.value === value).toBe(true);
      expect((await store.readLog('a', 0, 1))[0]?.text === value).toBe(true);
      await store.close();
    });
  });

  describe('logs', () => {
    it('number their entries without gaps, across commits', async () => {
      await using bench = await start();
      const store = await bench.open();
      await store.commit({ key: 'a', expected: 0, ...unused, append: ['1', '2'] });
      await store.commit({ key: 'a', expected: 1, ...unused });
      expect(await store.commit({ key: 'a', expected: 1, ...unused, append: ['never'] })).toBe(false);
      await store.commit({ key: 'a', expected: 2, ...unused, append: ['3'] });
      const all = ['1', '2', '3'].map((text, at) => ({ seq: at + 1, text }));
      expect(await store.readLog('a', 0, 100)).toEqual(all);
      expect(await store.readLog('a', 1, 100)).toEqual(all.slice(1));
      expect(await store.readLog('a', 1, 1)).toEqual(all.slice(1, 2));
      expect(await store.readLog('a', 3, 100)).toEqual([]);
      expect(await store.readLog('a', 7, 100)).toEqual([]);
      expect(await store.readLog('a', 0, 0)).toEqual([]);
      expect(await store.readLog('b', 0, 100)).toEqual([]);
      await store.close();
    });
  });

  describe('indexes', () => {
    it('are ordered by score, then by the bytes of the member', async () => {
      await using bench = await start();
      const store = await bench.open();
      const inOrder = [
        '-1:b',
        '0:',
        '0:A',
        '0:Z',
        '0:a',
        '0:aa',
        '0:é',
        '0:\uFFFD',
        '0:\u{1F600}',
        '0.5:a',
        '1764520000123:a',
      ];
      const members = inOrder.map((each) =>
        put('i', each.slice(each.indexOf(':') + 1) + each, Number(each.split(':')[0])),
      );
      await fill(store, members.toReversed());
      const expected = members.toSorted(
        (left, right) =>
          left.score - right.score || Buffer.compare(Buffer.from(left.member), Buffer.from(right.member)),
      );
      expect(await store.oldest('i', { limit: 100 })).toEqual(expected);
      expect(await store.newest('i', { limit: 100 })).toEqual(expected.toReversed());
      await store.close();
    });

    it('page by a cursor that need not be there any more', async () => {
      await using bench = await start();
      const store = await bench.open();
      await fill(store, [put('i', 'a', 1), put('i', 'b', 2), put('i', 'c', 2), put('i', 'd', 2), put('i', 'e', 3)]);
      const newest = async (member: string, score: number, limit = 100): Promise<readonly string[]> =>
        names(await store.newest('i', { after: { member, score }, limit }));
      const oldest = async (member: string, score: number, limit = 100): Promise<readonly string[]> =>
        names(await store.oldest('i', { after: { member, score }, limit }));
      expect(await newest('d', 2)).toEqual(['c', 'b', 'a']);
      expect(await newest('d', 2, 1)).toEqual(['c']);
      expect(await newest('bb', 2)).toEqual(['b', 'a']);
      expect(await newest('z', 9)).toEqual(['e', 'd', 'c', 'b', 'a']);
      expect(await newest('a', 1)).toEqual([]);
      expect(await newest('e', 2)).toEqual(['d', 'c', 'b', 'a']);
      expect(await oldest('b', 2)).toEqual(['c', 'd', 'e']);
      expect(await oldest('b', 2, 1)).toEqual(['c']);
      expect(await oldest('bb', 2)).toEqual(['c', 'd', 'e']);
      expect(await oldest('z', 0)).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(await oldest('e', 3)).toEqual([]);
      expect(await oldest('a', 2)).toEqual(['b', 'c', 'd', 'e']);
      await store.close();
    });

    it('give what lies between two scores, both included', async () => {
      await using bench = await start();
      const store = await bench.open();
      await fill(
        store,
        ['a', 'b', 'c', 'd', 'e'].map((member, at) => put('i', member, at)),
      );
      expect(names(await store.newest('i', { min: 1, max: 3, limit: 10 }))).toEqual(['d', 'c', 'b']);
      expect(names(await store.newest('i', { max: 3, limit: 2 }))).toEqual(['d', 'c']);
      expect(names(await store.newest('i', { min: 1, after: { member: 'd', score: 3 }, limit: 10 }))).toEqual([
        'c',
        'b',
      ]);
      expect(names(await store.newest('i', { max: 1, after: { member: 'd', score: 3 }, limit: 10 }))).toEqual([
        'b',
        'a',
      ]);
      expect(names(await store.oldest('i', { min: 1, max: 3, limit: 10 }))).toEqual(['b', 'c', 'd']);
      expect(names(await store.oldest('i', { max: 3, after: { member: 'b', score: 1 }, limit: 10 }))).toEqual([
        'c',
        'd',
      ]);
      expect(names(await store.oldest('i', { min: 3, after: { member: 'b', score: 1 }, limit: 10 }))).toEqual([
        'd',
        'e',
      ]);
      expect(await store.oldest('i', { min: 3, max: 2, limit: 10 })).toEqual([]);
      expect(await store.newest('i', { limit: 0 })).toEqual([]);
      expect(await store.newest('other', { limit: 10 })).toEqual([]);
      await store.close();
    });

    it('count their entries, and move one that is put again', async () => {
      await using bench = await start();
      const store = await bench.open();
      await fill(store, [put('i', 'a', 1), put('i', 'b', 2), put('j', 'a', 1)]);
      await fill(store, [put('i', 'a', 3), put('i', 'b', 2)]);
      expect(await store.newest('i', { limit: 10 })).toEqual([put('i', 'a', 3), put('i', 'b', 2)]);
      expect([await store.size('i'), await store.size('j'), await store.size('k')]).toEqual([2, 1, 0]);
      await store.index({
        remove: [
          { index: 'i', member: 'a' },
          { index: 'i', member: 'nobody' },
        ],
        ttl: hour,
      });
      expect([await store.size('i'), await store.size('j')]).toEqual([1, 1]);
      await store.index({ remove: [{ index: 'i', member: 'b' }], ttl: hour });
      expect([await store.size('i'), await store.newest('i', { limit: 1 })]).toEqual([0, []]);
      await fill(store, [put('i', 'b', 5)]);
      expect(await store.size('i')).toBe(1);
      await store.close();
    });

    it('change with a value that is written, and only then; what is removed and put stays', async () => {
      await using bench = await start();
      const store = await bench.open();
      await store.commit({ key: 'a', expected: 0, ...unused, put: [put('old', 'a', 1), put('both', 'a', 1)] });
      const change: Change = {
        key: 'a',
        expected: 1,
        ...unused,
        put: [put('new', 'a', 2), put('both', 'a', 2)],
        remove: [put('old', 'a', 0), put('both', 'a', 0)],
      };
      expect(await store.commit({ ...change, expected: 5 })).toBe(false);
      expect([await store.size('old'), await store.size('new')]).toEqual([1, 0]);
      expect(await store.commit(change)).toBe(true);
      expect([await store.size('old'), await store.size('new')]).toEqual([0, 1]);
      expect(await store.newest('both', { limit: 5 })).toEqual([put('both', 'a', 2)]);
      await store.close();
    });
  });

  describe('time', () => {
    const short = 50;

    it('takes values, their logs and index entries away', async () => {
      await using bench = await start();
      const store = await bench.open();
      await store.commit({ key: 'a', expected: 0, value: 'x', ttl: short, append: ['1'], put: [put('i', 'a', 1)] });
      await store.commit({ key: 'b', expected: 0, value: 'x', ttl: hour, append: ['1'], put: [put('i', 'b', 2)] });
      await store.index({ put: [put('i', 'c', 3)], ttl: short });
      await bench.pass(short);
      expect([await store.read('a'), await store.readLog('a', 0, 9)]).toEqual([undefined, []]);
      expect(await store.read('b')).toEqual({ value: 'x', version: 1 });
      expect(await store.size('i')).toBe(1);
      expect(names(await store.newest('i', { limit: 9 }))).toEqual(['b']);
      expect(names(await store.oldest('i', { limit: 9 }))).toEqual(['b']);
      expect(await store.commit({ key: 'a', expected: 1, ...unused })).toBe(false);
      expect(await store.commit({ key: 'a', expected: 0, ...unused, append: ['new'] })).toBe(true);
      expect(await store.readLog('a', 0, 9)).toEqual([{ seq: 1, text: 'new' }]);
      await store.close();
    });

    it('is prolonged by each write, for the log as well', async () => {
      await using bench = await start();
      const store = await bench.open();
      await store.commit({ key: 'a', expected: 0, value: 'x', ttl: short, append: ['1'], put: [put('i', 'a', 1)] });
      await store.commit({ key: 'a', expected: 1, value: 'y', ttl: hour, put: [put('i', 'a', 1)] });
      await bench.pass(short);
      expect(await store.read('a')).toEqual({ value: 'y', version: 2 });
      expect(await store.readLog('a', 0, 9)).toEqual([{ seq: 1, text: '1' }]);
      expect(await store.size('i')).toBe(1);
      await store.close();
    });

    it('takes a whole crowd away', async () => {
      await using bench = await start();
      const store = await bench.open();
      await store.index({ put: Array.from({ length: 2500 }, (_, at) => put('i', `old${at}`, at)), ttl: short });
      await bench.pass(short);
      await store.index({ put: [put('i', 'a', -1), put('i', 'b', 9999)], ttl: hour });
      expect(names(await store.newest('i', { limit: 10 }))).toEqual(['b', 'a']);
      expect(await store.size('i')).toBe(2);
      await store.close();
    });
  });

  describe('leases', () => {
    it('have one holder, who may prolong and give back', async () => {
      await using bench = await start();
      const store = await bench.open();
      expect(await store.lease('l', 'a', hour)).toBe(true);
      expect(await store.lease('l', 'b', hour)).toBe(false);
      expect(await store.lease('l', 'a', hour)).toBe(true);
      expect(await store.lease('other', 'b', hour)).toBe(true);
      await store.release('l', 'b');
      expect(await store.lease('l', 'b', hour)).toBe(false);
      await store.release('l', 'a');
      expect(await store.lease('l', 'b', hour)).toBe(true);
      await store.release('nobody', 'a');
      await store.close();
    });

    it('end', async () => {
      await using bench = await start();
      const store = await bench.open();
      expect(await store.lease('short', 'a', 50)).toBe(true);
      expect(await store.lease('long', 'a', 50)).toBe(true);
      expect(await store.lease('long', 'a', hour)).toBe(true);
      await bench.pass(50);
      expect(await store.lease('long', 'b', hour)).toBe(false);
      expect(await store.lease('short', 'b', hour)).toBe(true);
      expect(await store.lease('short', 'a', hour)).toBe(false);
      await store.release('short', 'a');
      expect(await store.lease('short', 'a', hour)).toBe(false);
      await store.close();
    });

    it('go to one of many who ask at once', async () => {
      await using bench = await start();
      const store = await bench.open();
      const got = await Promise.all(Array.from({ length: 50 }, (_, at) => store.lease('l', `holder${at}`, hour)));
      expect(got.filter(Boolean)).toHaveLength(1);
      await store.close();
    });
  });

  describe('watchers', () => {
    it('are woken by each append to their key until they stop', async () => {
      await using bench = await start();
      const store = await bench.open();
      const woken: string[] = [];
      const stopFirst = store.watch('a', () => woken.push('first'));
      const stopOther = store.watch('b', () => woken.push('other'));
      const second = createWaiter();
      const stopSecond = store.watch('a', second.wake);
      await store.commit({ key: 'a', expected: 0, ...unused, append: ['1'] });
      await second.woken();
      expect(woken).toEqual(['first']);
      stopFirst();
      stopFirst();
      await store.commit({ key: 'a', expected: 1, ...unused, append: ['2', '3'] });
      await second.woken();
      expect(woken).toEqual(['first']);
      stopSecond();
      stopOther();
      await store.close();
    });

    it('find in the log what they were woken for', async () => {
      await using bench = await start();
      const store = await bench.open();
      const seen: string[] = [];
      const done = Promise.withResolvers<void>();
      const read = async (): Promise<void> => {
        for (const { text } of await store.readLog('a', seen.length, 100)) seen.push(text);
        if (seen.includes('20')) done.resolve();
      };
      let reading = Promise.resolve();
      const stop = store.watch('a', () => {
        reading = reading.then(read);
      });
      for (let version = 0; version < 20; version += 1) {
        await store.commit({ key: 'a', expected: version, ...unused, append: [String(version + 1)] });
      }
      await done.promise;
      stop();
      await reading;
      expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 1)));
      await store.close();
    });
  });

  describe('races', () => {
    it('of 100 commits at once have one winner', async () => {
      await using bench = await start();
      const stores = shared ? [await bench.open(), await bench.open()] : [await bench.open()];
      for (const expected of [0, 1]) {
        const won = await Promise.all(
          Array.from({ length: 100 }, (_, at) =>
            (stores[at % stores.length] as Store).commit({
              key: 'a',
              expected,
              value: String(at),
              ttl: hour,
              append: [String(at)],
            }),
          ),
        );
        expect(won.filter(Boolean)).toHaveLength(1);
        const winner = String(won.indexOf(true));
        expect(await stores[0]?.read('a')).toEqual({ value: winner, version: expected + 1 });
        expect((await stores[0]?.readLog('a', expected, 100))?.map(({ text }) => text)).toEqual([winner]);
      }
      for (const store of stores) await store.close();
    });

    it('lose no update of those who try again', async () => {
      await using bench = await start();
      const stores = shared ? [await bench.open(), await bench.open()] : [await bench.open()];
      await Promise.all(Array.from({ length: 20 }, (_, at) => addOne(stores[at % stores.length] as Store)));
      expect(await stores[0]?.read('sum')).toEqual({ value: '20', version: 20 });
      expect(await stores[0]?.readLog('sum', 0, 100)).toEqual(
        Array.from({ length: 20 }, (_, at) => ({ seq: at + 1, text: String(at + 1) })),
      );
      for (const store of stores) await store.close();
    });
  });

  describe.runIf(shared)('two stores of one state', () => {
    it('see what the other wrote', async () => {
      await using bench = await start();
      const [one, other] = [await bench.open(), await bench.open()];
      await one.commit({ key: 'a', expected: 0, value: 'x', ttl: hour, append: ['1'], put: [put('i', 'a', 1)] });
      expect(await other.read('a')).toEqual({ value: 'x', version: 1 });
      expect(await other.readLog('a', 0, 9)).toEqual([{ seq: 1, text: '1' }]);
      expect([await other.newest('i', { limit: 9 }), await other.size('i')]).toEqual([[put('i', 'a', 1)], 1]);
      expect(await other.lease('l', 'b', hour)).toBe(true);
      expect(await one.lease('l', 'a', hour)).toBe(false);
      await one.close();
      expect(await other.read('a')).toEqual({ value: 'x', version: 1 });
      await other.close();
    });

    it("wake watchers for the other's appends", async () => {
      await using bench = await start();
      const [one, other] = [await bench.open(), await bench.open()];
      const waiter = createWaiter();
      const stop = other.watch('a', waiter.wake);
      for (let version = 0; version < 3; version += 1) {
        await one.commit({ key: 'a', expected: version, ...unused, append: [String(version)] });
        bench.look?.();
        await waiter.woken();
        expect(await other.readLog('a', version, 9)).toEqual([{ seq: version + 1, text: String(version) }]);
      }
      stop();
      await one.close();
      await other.close();
    });
  });

  it('refuses work when it is closed', async () => {
    await using bench = await start();
    const store = await bench.open();
    await store.close();
    await store.close();
    const closed = expect.objectContaining({ code: 'store_unavailable' });
    await expect(store.read('a')).rejects.toEqual(closed);
    await expect(store.commit({ key: 'a', expected: 0, ...unused })).rejects.toEqual(closed);
    await expect(store.newest('i', { limit: 1 })).rejects.toEqual(closed);
    await expect(store.lease('l', 'a', hour)).rejects.toEqual(closed);
  });

  it('does what a simple model does, whatever is asked of it', async () => {
    await using bench = await start();
    const store = await bench.open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(steps(steadyClock), { maxLength: 40 }), async (asked) => {
        run += 1;
        const model = createStoreModel();
        for (const step of asked) {
          if (step.kind === 'pass') await bench.pass(step.ms);
          expect(await perform(inRun(store, run), step)).toEqual(await perform(model, step));
        }
      }),
      { numRuns: runs },
    );
    await store.close();
  });
}

const put = (index: string, member: string, score: number): Member => ({ index, member, score });

const names = (members: readonly Member[]): readonly string[] => members.map(({ member }) => member);

async function fill(store: Store, members: readonly Member[]): Promise<void> {
  await store.index({ put: members, ttl: hour });
}

/** Adds one to the sum, however many others do so. */
async function addOne(store: Store): Promise<void> {
  for (;;) {
    const current = await store.read('sum');
    const value = String(Number(current?.value ?? 0) + 1);
    if (await store.commit({ key: 'sum', expected: current?.version ?? 0, value, ttl: hour, append: [value] })) return;
  }
}

/** Waits to be woken; a wake before the wait counts. */
function createWaiter(): { readonly wake: () => void; readonly woken: () => Promise<void> } {
  let next = Promise.withResolvers<void>();
  return {
    wake: () => next.resolve(),
    async woken() {
      await next.promise;
      next = Promise.withResolvers<void>();
    },
  };
}
