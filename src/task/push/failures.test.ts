import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allTold,
  bodies,
  createPushBench,
  createSender,
  passPause,
  soon,
  tellTask,
  to,
} from '../../../test/support/push.ts';
import { startHabits } from '../../../test/upstreams/habits.ts';
import { startUpstream } from '../../../test/upstreams/start.ts';
import type { Store } from '../../store/store.ts';

describe('failures', () => {
  it.each(['flaky?fails=3', 'flaky?fails=3&with=reset'])(
    '%s: the same again until it is taken, then the next',
    async (habit) => {
      const bench = createPushBench();
      const { sender, store } = bench;
      await using hook = await startHabits();
      await using push = sender();
      push.start();
      await push.set('t', to(`${hook.url}/${habit}`), 0);
      await tellTask(store, 't', { names: ['1', '2', '3'], state: 'completed' });
      for (const pause of [500, 1000, 2000]) await passPause(bench, pause);
      await allTold(store);
      expect(bodies(hook)).toEqual(['1', '1', '1', '1', '2', '3']);
    },
  );

  it.each([408, 425, 429, 500, 503, 599])('%i is tried again', async (status) => {
    const bench = createPushBench();
    await using hook = await startHabits({ always: `/status/${status}` });
    await using push = bench.sender();
    push.start();
    await push.set('t', to(hook.url), 0);
    await tellTask(bench.store, 't', { names: ['1'] });
    await passPause(bench, 500);
    await hook.received(2);
    expect(bodies(hook)).toEqual(['1', '1']);
  });

  it.each([301, 307, 400, 401, 404, 418])('%i: this one is given up, the next is sent', async (status) => {
    const { sender, store } = createPushBench();
    await using hook = await startHabits({ always: `/status/${status}` });
    await using push = sender();
    push.start();
    await push.set('t', to(`${hook.url}/secret?x=secret`, { id: 'a', token: 'hunter2' }), 0);
    await tellTask(store, 't', { names: ['1', '2'], state: 'completed' });
    await allTold(store);
    expect(bodies(hook)).toEqual(['1', '2']);
    const given = push.lines.filter(({ msg }) => msg === 'a push notification is given up');
    expect(given).toMatchObject([
      { taskId: 't', id: 'a', origin: hook.url, seq: 1, reason: `the webhook answered ${status}` },
      { seq: 2 },
    ]);
    expect(JSON.stringify(push.lines)).not.toMatch(/secret|hunter2/);
  });

  it('410 drops the config', async () => {
    const { sender, store } = createPushBench();
    await using hook = await startHabits({ always: '/status/410' });
    await using push = sender();
    push.start();
    await push.set('t', to(hook.url), 0);
    await tellTask(store, 't', { names: ['1', '2'] });
    await allTold(store);
    expect(await push.list('t')).toEqual([]);
    expect(hook.requests()).toHaveLength(1);
  });

  it('a redirect is not followed', async () => {
    const { sender, store } = createPushBench();
    await using inner = await startHabits();
    await using hook = await startHabits();
    await using push = sender();
    push.start();
    await push.set('t', to(`${hook.url}/redirect?status=307&to=${inner.url}/echo`), 0);
    await tellTask(store, 't', { names: ['1'], state: 'completed' });
    await allTold(store);
    expect(hook.requests()).toHaveLength(1);
    expect(inner.connections()).toBe(0);
    expect(inner.requests()).toEqual([]);
  });

  it('a webhook that hangs is left after ten seconds, and holds up nobody else', async () => {
    const bench = createPushBench();
    const { sender, store, clock } = bench;
    await using hanging = await startHabits({ always: '/hang' });
    await using hook = await startHabits();
    await using push = sender({ push: { lanes: { total: 4, perOrigin: 2 } } });
    push.start();
    for (let at = 0; at < 6; at += 1) {
      await push.set(`h${at}`, to(hanging.url), 0);
      await tellTask(store, `h${at}`, { names: ['1'] });
    }
    await hanging.received(2);
    await push.set('t', to(`${hook.url}/echo`), 0);
    await tellTask(store, 't', { names: ['1', '2'] });
    await hook.received(2);
    expect(hanging.requests()).toHaveLength(2);
    clock.advance(10_000);
    await hanging.received(4);
    expect(push.lines.at(-1)).toMatchObject({ reason: 'no answer within 10 s', failures: 1 });
    clock.advance(10_000);
    await hanging.received(6);
    clock.advance(10_000);
    await passPause(bench, 500);
    await hanging.received(7);
    await hanging.die();
  });

  it('a pause that the webhook asks for is kept, up to the longest', async () => {
    const bench = createPushBench();
    await using hook = await startHabits();
    await using push = bench.sender();
    push.start();
    await push.set('t', to(`${hook.url}/retry-after?seconds=42`), 0);
    await push.set('t', to(`${hook.url}/retry-after?seconds=999999&status=503`), 0);
    await tellTask(bench.store, 't', { names: ['1'] });
    await passPause(bench, 42_000);
    await hook.received(3);
    await passPause(bench, 558_000);
    await hook.received(4);
    expect(bodies(hook)).toEqual(['1', '1', '1', '1']);
  });

  it('after so many attempts it is given up, and each next one is tried once until one is taken', async () => {
    const bench = createPushBench();
    const { sender, store } = bench;
    const statuses = [500, 500, 500, 500, 200, 500];
    await using hook = await startUpstream(() => ({ status: statuses.shift() ?? 200 }));
    await using push = sender({ push: { backOff: { first: 1000, longest: 3000, attempts: 3 } } });
    push.start();
    await push.set('t', to(hook.url), 0);
    await tellTask(store, 't', { names: ['1', '2', '3', '4', '5'], state: 'completed' });
    for (const pause of [500, 1000, 1500, 1500, 500]) await passPause(bench, pause);
    await allTold(store);
    expect(hook.requests.map(({ body }) => body)).toEqual(['"1"', '"1"', '"1"', '"2"', '"3"', '"4"', '"4"', '"5"']);
    const given = push.lines.filter(({ msg }) => msg === 'a push notification is given up');
    expect(given.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('a name that leads inside when it is connected is refused, and nothing is sent', async () => {
    const { sender, store } = createPushBench();
    await using hook = await startHabits();
    await using push = sender({
      allow: [],
      lookups: {
        create: (_name, _options, callback) => callback(null, [{ address: '8.8.8.8', family: 4 }]),
        connect: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    });
    push.start();
    await push.set('t', to(`http://hook.test:${hook.port}/echo`), 0);
    await tellTask(store, 't', { names: ['1'], state: 'completed' });
    await allTold(store);
    expect(hook.connections()).toBe(0);
    expect(push.lines).toMatchObject([{ seq: 1, reason: expect.stringContaining('not a public address') }]);
  });

  it('a new address gets what the former one did not take, at once', async () => {
    const { sender, store, clock } = createPushBench();
    await using bad = await startHabits({ always: '/status/503' });
    await using good = await startHabits();
    await using push = sender();
    push.start();
    await push.set('t', to(bad.url, { id: 'a' }), 0);
    await tellTask(store, 't', { names: ['1', '2'] });
    await expect.poll(() => clock.pending(), soon).toContain(500);
    await push.set('t', to(`${good.url}/echo`, { id: 'a' }), 2);
    await good.received(2);
    expect(bodies(good)).toEqual(['1', '2']);
  });

  it('of the store hold it up, and lose nothing', async () => {
    const bench = createPushBench();
    const { clock, store } = bench;
    let isBroken = false;
    const broken: Store = {
      ...store,
      readLog: (...args) => (isBroken ? Promise.reject(new Error('gone')) : store.readLog(...args)),
    };
    await using hook = await startHabits();
    await using push = createSender({ store: broken, clock });
    push.start();
    await push.set('t', to(`${hook.url}/echo`), 0);
    isBroken = true;
    await tellTask(store, 't', { names: ['1'], state: 'completed' });
    await expect.poll(() => push.lines.length, soon).toBeGreaterThan(0);
    isBroken = false;
    await passPause(bench, 5000);
    await hook.received(1);
  });
});

describe('whatever a webhook answers', () => {
  it('each event is sent at least once, none before the one in front of it is taken or given up', async () => {
    const answers = array(constantFrom(200, 204, 503, 429, 404), { maxLength: 12 });
    await assert(
      asyncProperty(answers, async (statuses) => {
        const { sender, store, clock } = createPushBench();
        const left = [...statuses];
        const taken: [string, number][] = [];
        await using hook = await startUpstream(({ body }) => {
          const status = left.shift() ?? 200;
          taken.push([body, status]);
          return { status };
        });
        await using push = sender({ push: { timeout: 1e9, backOff: { first: 1000, longest: 4000, attempts: 3 } } });
        push.start();
        await push.set('t', to(hook.url), 0);
        await tellTask(store, 't', { names: ['1', '2', '3', '4'], state: 'completed' });
        await expect
          .poll(() => {
            clock.advance(1000);
            return store.size('push/due');
          }, soon)
          .toBe(0);
        expect(taken.map(([body]) => body).toSorted()).toEqual(taken.map(([body]) => body));
        expect(new Set(taken.map(([body]) => body)).size).toBe(4);
        // After an answer that settles it, nothing is sent again.
        for (const [at, [body, status]] of taken.entries()) {
          if (status < 300 || status === 404) expect(taken[at + 1]?.[0]).not.toBe(body);
        }
        // Given up after three failures in a row, not before.
        for (const [at, [body, status]] of taken.entries()) {
          if (status !== 503 && status !== 429) continue;
          const isAgain = taken[at + 1]?.[0] === body;
          const before = taken.slice(0, at + 1).map(([, each]) => each);
          const row = before.length - 1 - before.findLastIndex((each) => each !== 503 && each !== 429);
          expect(isAgain).toBe(row < 3);
        }
      }),
      { numRuns: 25 },
    );
  });
});
