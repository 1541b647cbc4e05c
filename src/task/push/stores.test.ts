import { describe, expect, it } from 'vitest';
import { createFolder } from '../../../test/support/folder.ts';
import { createSender, tellTask, type TestSender } from '../../../test/support/push.ts';
import { redisMissing, startRedis } from '../../../test/support/redis-server.ts';
import { startUpstream } from '../../../test/upstreams/start.ts';
import { createLog } from '../../observe/log.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { systemClock } from '../clock.ts';

interface Place extends AsyncDisposable {
  /** Each call is another process's view of the same state. */
  open(): Promise<Store>;
}

const { log } = createLog({ level: 'silent' });
const noWait = async (): Promise<void> => undefined;

const places: readonly { readonly name: string; readonly missing?: string; readonly make: () => Promise<Place> }[] = [
  {
    name: 'memory',
    make: async () => {
      const store = await openStore('memory', { clock: systemClock, log });
      return { open: async () => ({ ...store, close: noWait }), [Symbol.asyncDispose]: () => store.close() };
    },
  },
  {
    name: 'SQLite',
    make: async () => {
      const folder = await createFolder({});
      return {
        open: () => openStore(`sqlite:${folder.path}/push.db`, { clock: systemClock, log }),
        [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
      };
    },
  },
  {
    name: 'Redis',
    ...(redisMissing === undefined ? {} : { missing: redisMissing }),
    make: async () => {
      const server = await startRedis();
      return {
        open: () => openStore(server.url, { clock: systemClock, log }),
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    },
  },
];

const taskIds = Array.from({ length: 20 }, (_, at) => `t${at}`);
const names = Array.from({ length: 10 }, (_, at) => String(at));

describe.each(places)('$name', ({ missing, make }) => {
  it.skipIf(missing !== undefined)(
    `two processes, one of which leaves in the middle, and webhooks that fail now and then: every event once and in order${missing === undefined ? '' : `: ${missing}`}`,
    { timeout: 60_000 },
    async () => {
      await using place = await make();
      const stores = [await place.open(), await place.open()] as const;
      const taken = new Map<string, string[]>();
      let requests = 0;
      await using hook = await startUpstream(({ path, body }) => {
        requests += 1;
        if (requests % 7 === 0) return { status: 503 };
        taken.set(path, [...(taken.get(path) ?? []), body]);
        return { status: 200 };
      });
      const [one, other] = stores.map((store): TestSender => {
        const backOff = { first: 20, longest: 50, attempts: 20 };
        return createSender({
          store,
          clock: { ...systemClock, advance: () => {}, pending: () => [] },
          push: { scan: 50, backOff },
        });
      }) as [TestSender, TestSender]; // one for each store
      one.start();
      other.start();

      const work = async (taskId: string, at: number): Promise<void> => {
        await (at % 2 === 0 ? one : other).set(taskId, { url: `${hook.url}/${taskId}`, version: '1.0' }, 0);
        for (const [position, name] of names.entries()) {
          const isLast = position === names.length - 1;
          await tellTask(stores[at % 3 === 0 ? 0 : 1], taskId, {
            names: [name],
            state: isLast ? 'completed' : 'working',
          });
          if (at === 0 && position === 5) await one[Symbol.asyncDispose]();
        }
      };
      await Promise.all(taskIds.map(work));
      await expect.poll(() => stores[1].size('push/due'), { timeout: 40_000 }).toBe(0);
      for (const taskId of taskIds) {
        expect(taken.get(`/${taskId}`), taskId).toEqual(names.map((name) => JSON.stringify(name)));
      }
      await other[Symbol.asyncDispose]();
      for (const store of stores) await store.close();
    },
  );
});
