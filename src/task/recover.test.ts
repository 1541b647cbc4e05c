// Processes that die, stop or fall asleep: what becomes of their tasks, and that nothing is done twice.

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import {
  accepted,
  ann,
  createBench,
  createChunks,
  createScriptedInvoker,
  describeEvents,
  job,
  mapped,
  nobody,
  readAll,
  readSkill,
  saidBy,
  settle,
  streamed,
  success,
  toCall,
  toJson,
  type BenchOptions,
} from '../../test/support/task-bench.ts';
import { createHandClock } from '../../test/support/hand-clock.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { unchanged, withStatus } from './change.ts';
import { createHold } from './hold.ts';
import { activeIndex, holdersIndex } from './task-index.ts';
import { createTaskTable } from './task-table.ts';

/** A store that processes share; `cut` makes one as it looks to a process that is cut off from it, like one that died. */
function createSharedStore() {
  const clock = createHandClock();
  const store: Store = { ...createMemoryStore({ clock }), shared: true, durable: true };
  const cutOff = () => {
    let isCut = false;
    const guard =
      <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
      (...args: Args) =>
        isCut ? new Promise<Result>(() => {}) : call(...args);
    const view: Store = {
      ...store,
      read: guard(store.read),
      commit: guard(store.commit),
      readLog: guard(store.readLog),
      index: guard(store.index),
      lease: guard(store.lease),
      release: guard(store.release),
      oldest: guard(store.oldest),
    };
    return { view, cut: () => (isCut = true) };
  };
  return { clock, store, cutOff };
}

/** A process that dies after it has begun a task, and one that lives. */
async function startTwo(first: BenchOptions, second: BenchOptions = {}) {
  const { clock, store, cutOff } = createSharedStore();
  const { view, cut } = cutOff();
  const dead = createBench({ clock, store: view, ...first });
  const alive = createBench({ clock, store, ...second });
  await settle();
  return { dead, alive, cut, get: (id: string) => alive.service.get(ann, id) };
}

describe('the tasks of a process that died', () => {
  it('that poll a job are polled on, and their followers see no break', async () => {
    const { dead, alive, cut, get } = await startTwo({
      invoker: createScriptedInvoker(() => accepted({ progress: 'queued' })),
    });
    const { id } = await dead.begin();
    await settle();
    const events = readAll(await alive.service.follow(ann, id, { live: true, after: 0 }));
    alive.invoker.looks = [
      { kind: 'running', job, progress: '50 %' },
      { kind: 'done', outcome: success() as never },
    ];
    cut();
    await alive.pass(9_000);
    expect((await get(id)).status.state).toBe('working');
    expect(alive.invoker.looked).toBe(0);
    for (let turn = 0; turn < 4; turn += 1) await alive.pass(5_000);
    expect((await get(id)).status.state).toBe('completed');
    expect(describeEvents(await events)).toEqual(['working', 'working', '=json.', 'completed']);
  });

  it('tell their result as their caller wants it', async () => {
    const { dead, alive, cut, get } = await startTwo({ invoker: createScriptedInvoker(() => accepted()) });
    const { id } = await dead.begin({ answer: { as: 'text and data', text: 100, fields: ['id'] } });
    await settle();
    alive.invoker.looks = [{ kind: 'done', outcome: success(toJson('{"id":7,"name":"Rex"}')) as never }];
    cut();
    for (let turn = 0; turn < 6; turn += 1) await alive.pass(5_000);
    expect((await get(id)).artifacts).toMatchObject([{ parts: [{ text: 'id: 7' }, { json: '{"id":7}' }] }]);
  });

  it('keep the deadline that they had', async () => {
    const { dead, alive, cut, get } = await startTwo({
      invoker: createScriptedInvoker(() => accepted()),
      limits: { taskTime: 60_000 },
    });
    const { id } = await dead.begin();
    await settle();
    cut();
    for (let turn = 0; turn < 6; turn += 1) await alive.pass(10_000);
    expect(await get(id)).toMatchObject({ status: { state: 'failed' } });
    expect(alive.invoker.canceled).toEqual([job]);
  });

  it('that were calling end, and say whether a write may have happened', async () => {
    const { dead, alive, cut, get } = await startTwo({});
    const write = await dead.begin();
    const read = await dead.begin({ call: toCall(readSkill) });
    await settle();
    cut();
    await alive.pass(10_000);
    await alive.pass(5_000);
    expect(await get(write.id)).toMatchObject({ status: { state: 'failed' } });
    expect(saidBy(await get(write.id))).toMatch(/interrupted.*outcome is unknown/);
    expect(saidBy(await get(read.id))).toMatch(/interrupted.*Nothing was changed/);
    expect(alive.invoker.calls).toEqual([]);
  });

  it('that streamed end with what had arrived', async () => {
    const source = createChunks();
    const { dead, alive, cut, get } = await startTwo({ invoker: createScriptedInvoker(() => streamed(source)) });
    const { id } = await dead.begin();
    source.push('a', 'b', 'c');
    await settle();
    const events = readAll(await alive.service.follow(ann, id, { live: true, after: 0 }));
    cut();
    await alive.pass(10_000);
    await alive.pass(5_000);
    expect(await get(id)).toMatchObject({ status: { state: 'failed' }, artifacts: [{ parts: [{ text: 'ab' }] }] });
    expect(describeEvents(await events)).toEqual(['=a', '+b', 'failed']);
  });

  it('whose skill is gone end', async () => {
    const { dead, alive, cut, get } = await startTwo(
      { invoker: createScriptedInvoker(() => accepted()) },
      { findSkill: () => undefined },
    );
    const { id } = await dead.begin();
    await settle();
    cut();
    await alive.pass(10_000);
    await alive.pass(5_000);
    expect(saidBy(await get(id))).toContain('"addPet" that worked on the task is gone');
  });

  it('that wait for their caller wait on', async () => {
    const { dead, alive, cut, get } = await startTwo({});
    const task = await dead.begin({ outcome: mapped({ state: 'input-required' }) });
    cut();
    await alive.pass(60_000);
    expect(await get(task.id)).toEqual(task);
  });

  it('are taken over by one process only, however many there are', async () => {
    const { clock, store, cutOff } = createSharedStore();
    const { view, cut } = cutOff();
    const dead = createBench({ clock, store: view, invoker: createScriptedInvoker(() => accepted()) });
    const tasks = await Promise.all(Array.from({ length: 120 }, () => dead.begin()));
    await settle();
    const one = createBench({ clock, store });
    const others = [one, createBench({ clock, store }), createBench({ clock, store })];
    for (const { invoker } of others) invoker.looks = [{ kind: 'done', outcome: success() as never }];
    cut();
    for (let turn = 0; turn < 4; turn += 1) await dead.pass(5_000);
    const ended = await Promise.all(tasks.map(({ id }) => one.service.get(ann, id)));
    expect(new Set(ended.map(({ status }) => status.state))).toEqual(new Set(['completed']));
    expect(others.reduce((sum, { invoker }) => sum + invoker.looked, 0)).toBe(120);
  });

  it('belong to whoever took them, should it only have slept', async () => {
    const { clock, store } = createSharedStore();
    let isAsleep = false;
    const sleepy: Store = {
      ...store,
      lease: (...args) => (isAsleep ? Promise.reject(new GatewayError('store_unavailable')) : store.lease(...args)),
    };
    const slow = createBench({ clock, store: sleepy });
    const { id } = await slow.begin();
    await settle();
    const other = createBench({ clock, store });
    await settle();
    isAsleep = true;
    await other.pass(10_000);
    await other.pass(5_000);
    const ended = await other.service.get(ann, id);
    expect(ended.status.state).toBe('failed');
    slow.invoker.calls[0]?.answer(success());
    await settle();
    expect(await other.service.get(ann, id)).toEqual(ended);
  });
});

it('a job of a process that only slept is not polled by two', async () => {
  const { clock, store } = createSharedStore();
  let isAsleep = false;
  const sleepy: Store = {
    ...store,
    lease: (...args) => (isAsleep ? Promise.reject(new GatewayError('store_unavailable')) : store.lease(...args)),
  };
  const slow = createBench({
    clock,
    store: sleepy,
    invoker: createScriptedInvoker(() => accepted({ retryAfter: 20 })),
  });
  const { id } = await slow.begin();
  await settle();
  const other = createBench({ clock, store });
  await settle();
  isAsleep = true;
  other.invoker.looks = [{ kind: 'running', job, retryAfter: 1_000 }];
  await other.pass(10_000);
  await other.pass(5_000);
  await other.pass(5_000);
  expect(other.invoker.looked).toBe(1);
  expect(slow.invoker.looked).toBe(0);
  expect((await other.service.get(ann, id)).status.state).toBe('working');
});

it('a change of a task that another process has taken is not written', async () => {
  const clock = createHandClock();
  const store = createMemoryStore({ clock });
  const limits = { retention: 1_000, taskTime: 1_000, listAnonymous: false };
  const table = createTaskTable({ store, limits, onStored: () => {} });
  const status = { state: 'working', at: 0 } as const;
  const facts = { contextId: 'c', owner: '', agent: 'root', artifacts: [], history: [], createdAt: 0, seq: 0 };
  const entry = await table.create(unchanged({ id: 't', status, ...facts, holder: 'one' }));
  const hold = createHold({ table, clock, onTrouble: () => {} }, entry);
  await table.update('t', (task) => unchanged({ ...task, holder: 'two' }));
  expect(await hold.change((task) => withStatus(unchanged(task), { state: 'completed', at: 1 }))).toBe(false);
  expect(hold.lost.reason).toBe('taken');
  expect((await table.read('t'))?.task).toMatchObject({ status: { state: 'working' }, holder: 'two' });
});

it('an entry of an index that is out of date takes a task from nobody', async () => {
  const { clock, store } = createSharedStore();
  const one = createBench({ clock, store });
  const { id } = await one.begin();
  await settle();
  const member = (index: string, name: string) => ({ index, member: name, score: 0 });
  const put = [
    member(holdersIndex, 'ghost'),
    member(activeIndex('ghost'), id),
    member(activeIndex('ghost'), 'nothing'),
  ];
  await store.index({ put, ttl: 1_000_000 });
  const two = createBench({ clock, store });
  await two.pass(5_000);
  expect((await two.service.get(ann, id)).status.state).toBe('working');
  expect(await store.size(activeIndex('ghost'))).toBe(0);
  one.invoker.calls[0]?.answer(success());
  await settle();
  expect((await two.service.get(ann, id)).status.state).toBe('completed');
});

describe('a store that one process has for itself', () => {
  it('is taken over at once after a restart', async () => {
    const clock = createHandClock();
    const store: Store = { ...createMemoryStore({ clock }), durable: true };
    const before = createBench({ clock, store, invoker: createScriptedInvoker(() => accepted()) });
    const { id } = await before.begin();
    await settle();
    const closing = before.service.close(0);
    await before.pass(0);
    await closing;
    const after = createBench({ clock, store });
    after.invoker.looks = [{ kind: 'done', outcome: success() as never }];
    await after.pass(1_000);
    expect((await after.service.get(ann, id)).status.state).toBe('completed');
  });
});

describe('closing', () => {
  it('takes nothing new, waits for calls, and leaves jobs to the next process at once', async () => {
    const { clock, store } = createSharedStore();
    const one = createBench({ clock, store });
    const call = await one.begin();
    const polled = await one.begin({ outcome: accepted() });
    await settle();
    const closed = one.service.close(5_000);
    await settle();
    await expect(one.begin()).rejects.toMatchObject({ code: 'overloaded' });
    one.invoker.calls[0]?.answer(success());
    await closed;
    expect(one.invoker.looked).toBe(0);

    const two = createBench({ clock, store });
    two.invoker.looks = [{ kind: 'done', outcome: success() as never }];
    await two.pass(1_000);
    expect((await two.service.get(ann, call.id)).status.state).toBe('completed');
    expect((await two.service.get(ann, polled.id)).status.state).toBe('completed');
  });

  it('does not wait for longer than it may', async () => {
    const { clock, store } = createSharedStore();
    const one = createBench({ clock, store });
    const { id } = await one.begin();
    await settle();
    const closed = one.service.close(5_000);
    await one.pass(5_000);
    await closed;
    expect(one.invoker.calls[0]?.options.abort?.aborted).toBe(true);
    const two = createBench({ clock, store });
    await two.pass(0);
    expect(saidBy(await two.service.get(ann, id))).toContain('interrupted');
  });

  it('answers who waits for a job that the next process goes on with', async () => {
    const { clock, store } = createSharedStore();
    const one = createBench({ clock, store });
    const { id } = await one.begin({ outcome: accepted() });
    await settle();
    const waiting = one.service.settled(id, { limit: 60_000 });
    one.service.leave(5_000);
    await one.pass(0);
    expect((await waiting).status.state).toBe('working');
    await one.service.close(0);
    expect(one.invoker.looked).toBe(0);
  });

  it('fails what is not done shortly before the end, for whoever waits', async () => {
    const bench = createBench({ invoker: createScriptedInvoker(() => accepted()) });
    const { id } = await bench.begin();
    await settle();
    const waiting = bench.service.settled(id, { limit: 60_000 });
    bench.service.leave(5_000);
    await bench.pass(3_999);
    expect((await bench.service.get(ann, id)).status.state).toBe('working');
    await bench.pass(1);
    expect(saidBy(await waiting)).toContain('interrupted');
  });

  it('ends the streams', async () => {
    const { begin, service, pass } = createBench();
    const { id } = await begin({ outcome: mapped({ state: 'input-required' }) });
    const events = readAll(await service.follow(ann, id, { live: true }));
    const closed = service.close(0);
    await pass(0);
    await closed;
    expect(await events).toEqual([]);
  });
});

describe('a store that fails for a while', () => {
  const down = (): Promise<never> => Promise.reject(new GatewayError('store_unavailable'));

  it('is waited for with what came of the call', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    const { commit } = bench.store;
    bench.store.commit = down;
    bench.invoker.calls[0]?.answer(success());
    await bench.pass(200);
    await bench.pass(400);
    bench.store.commit = commit;
    await bench.pass(800);
    expect((await bench.service.get(ann, id)).status.state).toBe('completed');
    expect(bench.lines.filter(({ msg }) => msg === 'the store failed; trying again').length).toBe(3);
  });

  it('adds a piece once when only the answer of the store was lost', async () => {
    const source = createChunks();
    const bench = createBench({ invoker: createScriptedInvoker(() => streamed(source)) });
    const { id } = await bench.begin();
    await settle();
    const { commit } = bench.store;
    let isLost = false;
    bench.store.commit = async (change) => {
      const isDone = await commit(change);
      isLost = !isLost;
      return isLost ? down() : isDone;
    };
    source.push('a', 'b', 'c', 'd');
    source.end();
    for (let turn = 0; turn < 10; turn += 1) await bench.pass(200);
    const task = await bench.service.get(ann, id);
    expect(task).toMatchObject({ status: { state: 'completed' }, artifacts: [{ parts: [{ text: 'abcd' }] }] });
    expect(describeEvents(await readAll(await bench.service.follow(ann, id, { live: true, after: 0 })))).toEqual([
      '=a',
      '+b',
      '+c',
      '+d.',
      'completed',
    ]);
  });

  it('refuses a new task with its own error', async () => {
    const bench = createBench();
    await settle();
    bench.store.commit = down;
    await expect(bench.begin()).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(bench.invoker.calls).toEqual([]);
  });
});

it('a cancellation that finds the call accepted tells the service', async () => {
  const invoker = createScriptedInvoker();
  let answer: (() => void) | undefined;
  invoker.invoke = () => new Promise((resolve) => (answer = () => resolve(accepted())));
  const bench = createBench({ invoker });
  const { id } = await bench.begin();
  await settle();
  const canceled = bench.service.cancel(ann, id, nobody);
  answer?.();
  expect((await canceled).status.state).toBe('canceled');
  await settle();
  expect(invoker.canceled).toEqual([job]);
});
