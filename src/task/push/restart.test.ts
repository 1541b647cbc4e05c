import { describe, expect, it } from 'vitest';
import { createHandClock } from '../../../test/support/hand-clock.ts';
import { allTold, bodies, createPushBench, passPause, soon, tellTask, to } from '../../../test/support/push.ts';
import type { Store } from '../../store/store.ts';
import { startHabits } from '../../../test/upstreams/habits.ts';
import { startUpstream } from '../../../test/upstreams/start.ts';

describe('restart', () => {
  it('after a shutdown the rest is sent, in order and at once', async () => {
    const bench = createPushBench();
    const { sender, store } = bench;
    const statuses = [200, 503, 503];
    await using hook = await startUpstream(() => ({ status: statuses.shift() ?? 200 }));
    {
      await using push = sender();
      push.start();
      await push.set('t', to(hook.url), 0);
      await tellTask(store, 't', { names: ['1', '2', '3'], state: 'completed' });
      await passPause(bench, 500);
      await expect.poll(() => bench.clock.pending(), soon).toContain(1000);
    }
    await using next = sender();
    next.start();
    await passPause(bench, 1000);
    await allTold(store);
    expect(hook.requests.map(({ body }) => body)).toEqual(['"1"', '"2"', '"2"', '"2"', '"3"']);
  });

  it('a shutdown waits for what is being sent, so that it is not sent twice', async () => {
    const { sender, store } = createPushBench();
    await using hook = await startHabits({ always: '/slow?ms=50' });
    {
      await using push = sender();
      push.start();
      await push.set('t', to(hook.url), 0);
      await tellTask(store, 't', { names: ['1', '2'], state: 'completed' });
      await hook.received(1);
    }
    expect(bodies(hook)).toEqual(['1']);
    await using next = sender();
    next.start();
    await hook.received(2);
    await allTold(store);
    expect(bodies(hook)).toEqual(['1', '2']);
  });

  it('what a process that died had under way is sent again, once its lease is over', async () => {
    const { sender, store, clock } = createPushBench();
    await using hook = await startUpstream(({ path }) => ({ status: 200, text: path }));
    await using hanging = await startHabits({ always: '/hang' });
    // Its clock stands still, like that of a process that was stopped; its request hangs.
    await using dead = sender({ clock: createHandClock() });
    dead.start();
    await dead.set('t', to(hanging.url, { id: 'a' }), 0);
    await tellTask(store, 't', { names: ['1', '2'] });
    await hanging.received(1);
    await using next = sender();
    next.start();
    await next.set('t', to(hook.url, { id: 'a' }), 0);
    clock.advance(14_000);
    await tellTask(store, 't', { names: ['3'], state: 'completed' });
    expect(hook.requests).toEqual([]);
    clock.advance(9_000);
    await allTold(store);
    expect(hook.requests.map(({ body }) => body)).toEqual(['"1"', '"2"', '"3"']);
    await hanging.die();
  });

  /** A config that stands in the index and is not there yet, as may be in a cluster, and a process that has found that. */
  async function findEarly(url: string) {
    const bench = createPushBench();
    const { sender, store } = bench;
    const [written, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const apart: Store = {
      ...store,
      commit: async ({ put = [], ...change }) => {
        if (change.expected !== 0) return store.commit({ ...change, put });
        await store.index({ put, ttl: change.ttl });
        await written.promise;
        return store.commit(change);
      },
    };
    const maker = sender({ store: apart });
    maker.start();
    const set = maker.set('t', to(url), 0);
    await expect.poll(() => store.size('push/due'), soon).toBe(1);
    const isLeft = Promise.withResolvers<void>();
    const finder = sender({
      store: {
        ...store,
        release: async (name, holder) => {
          isLeft.resolve();
          await left.promise;
          return store.release(name, holder);
        },
      },
    });
    finder.start();
    await isLeft.promise;
    const stack = new AsyncDisposableStack();
    stack.use(maker);
    stack.use(finder);
    return { ...bench, set, written, left, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }

  it('a config that is found before it is there is told of when it is', async () => {
    await using hook = await startHabits();
    await using early = await findEarly(hook.url);
    // Whoever makes it cannot look after it while another does.
    early.written.resolve();
    await early.set;
    early.left.resolve();
    await tellTask(early.store, 't', { names: ['1'], state: 'completed' });
    await passPause(early, 7_001);
    await hook.received(1);
    await allTold(early.store);
    expect(bodies(hook)).toEqual(['1']);
  });

  it('a config that is found and never comes is forgotten', async () => {
    await using early = await findEarly('http://127.0.0.1/');
    early.left.resolve();
    for (let scan = 0; scan < 4; scan += 1) await passPause(early, 7_001);
    await expect.poll(() => early.store.size('push/due'), soon).toBe(0);
    early.written.resolve();
    await early.set;
  });

  it('a config whose task was never stored is dropped after a minute', async () => {
    const bench = createPushBench();
    const { sender, store } = bench;
    await using push = sender();
    push.start();
    await push.set('t', to('http://127.0.0.1/'), 0);
    await passPause(bench, 60_000);
    await allTold(store);
    expect(await push.list('t')).toEqual([]);
  });

  it('a config whose task is kept no longer is dropped', async () => {
    const { sender, store, clock } = createPushBench();
    await using push = sender();
    push.start();
    await tellTask(store, 't', { names: ['1'] });
    await push.set('t', to('http://127.0.0.1/'), 1);
    await expect.poll(() => clock.pending(), soon).toHaveLength(2);
    await store.remove('task/t');
    for (let minute = 0; minute < 60; minute += 1) {
      clock.advance(10_000);
      await expect.poll(() => clock.pending().length, soon).toBeGreaterThanOrEqual(2);
    }
    await allTold(store);
    expect(await push.list('t')).toEqual([]);
  });
});

describe('several processes', () => {
  it('send each notification once, in order, whoever registered it and whoever works on the task', async () => {
    const { sender, store, clock } = createPushBench();
    await using hook = await startHabits();
    // Time is turned while requests are under way.
    await using one = sender({ push: { timeout: 1e9 } });
    await using other = sender({ push: { timeout: 1e9 } });
    one.start();
    other.start();
    const tasks = Array.from({ length: 30 }, (_, at) => `t${at}`);
    await Promise.all(
      tasks.map(async (taskId, at) => {
        await (at % 2 === 0 ? one : other).set(taskId, to(`${hook.url}/echo?${taskId}`), 0);
        for (const name of ['1', '2', '3', '4']) {
          (at % 3 === 0 ? one : other).notify(await tellTask(store, taskId, { names: [name] }));
        }
        clock.advance(300);
        await tellTask(store, taskId, { names: ['5'], state: 'completed' });
      }),
    );
    await allTold(store);
    for (const taskId of tasks) {
      const got = hook.requests().filter(({ path }) => path === `/echo?${taskId}`);
      expect(got.map(({ body }) => body)).toEqual(['"1"', '"2"', '"3"', '"4"', '"5"']);
    }
  });

  it('keep what they look after, as long as it takes', async () => {
    const { sender, store, clock } = createPushBench();
    await using hook = await startHabits();
    await using one = sender();
    await using other = sender();
    one.start();
    await one.set('t', to(`${hook.url}/echo`), 0);
    await tellTask(store, 't', { names: ['1'] });
    await hook.received(1);
    other.start();
    for (let turn = 0; turn < 20; turn += 1) {
      clock.advance(7_000);
      await expect.poll(() => clock.pending(), soon).toHaveLength(4);
    }
    // The lease is still that of the first one.
    expect(await store.lease('push/t/' + (await one.get('t', undefined)).id, 'somebody else', 1)).toBe(false);
    await tellTask(store, 't', { names: ['2'], state: 'completed' });
    await allTold(store);
    expect(bodies(hook)).toEqual(['1', '2']);
  });
});
