// Calls that are made before their task is stored, because their caller waits for the end of them and the store ends with the process.

import { describe, expect, it } from 'vitest';
import { ann, createBench, nobody, saidBy, settle, success, toCall, toJson } from '../../test/support/task-bench.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createHandClock } from '../../test/support/hand-clock.ts';
import { GatewayError } from '../errors.ts';
import { startCall } from './early.ts';

const awaited = { awaited: true, check: () => {} };
const inContext = { contextId: 'c1', pageSize: 10 };

describe('a call that is soon over', () => {
  it('becomes a task in its last state, stored once', async () => {
    const { service, store, invoker, begin } = createBench();
    const begun = begin(awaited);
    await settle();
    expect(await service.list(ann, inContext)).toMatchObject({ totalSize: 0 });
    invoker.calls[0]?.answer(success(toJson('{"id":1}')));
    const task = await begun;
    expect(task).toMatchObject({
      status: { state: 'completed' },
      artifacts: [{ parts: [{ json: '{"id":1}' }] }],
      seq: 2,
    });
    expect(await service.get(ann, task.id)).toEqual(task);
    // Its artifact lies in the log alone.
    expect(await store.read(`task/${task.id}`)).toMatchObject({
      version: 1,
      value: expect.stringContaining('"artifacts":[]'),
    });
    expect(await service.list(ann, { ...inContext, state: 'working' })).toMatchObject({ totalSize: 0 });
  });

  it('and fails becomes a task that says why', async () => {
    const { invoker, begin } = createBench();
    const begun = begin(awaited);
    await settle();
    invoker.calls[0]?.fail(new GatewayError('upstream_unreachable', 'Nobody is there.'));
    const task = await begun;
    expect([task.status.state, saidBy(task)]).toEqual(['failed', 'Nobody is there.']);
  });

  it('and has too large a result becomes a task that says so', async () => {
    const { invoker, begin } = createBench({ limits: { taskBytes: 5 } });
    const begun = begin(awaited);
    await settle();
    invoker.calls[0]?.answer(success(toJson('{"id":1}')));
    const task = await begun;
    expect([task.status.state, saidBy(task)]).toEqual(['failed', expect.stringContaining('5 bytes')]);
  });
});

describe('a call that takes longer', () => {
  it('becomes a task at work, which ends as any other', async () => {
    const { service, invoker, begin, pass } = createBench();
    const begun = begin(awaited);
    await pass(100);
    const { id, status } = await begun;
    expect(status.state).toBe('working');
    expect(await service.list(ann, { ...inContext, state: 'working' })).toMatchObject({ totalSize: 1 });
    invoker.calls[0]?.answer(success(toJson('{"id":1}')));
    expect(await service.settled(id, { limit: 1_000 })).toMatchObject({ status: { state: 'completed' } });
    expect(invoker.calls).toHaveLength(1);
  });

  it('is broken off when its task is cancelled', async () => {
    const { service, invoker, begin, pass } = createBench();
    const begun = begin(awaited);
    await pass(100);
    const { id } = await begun;
    await service.cancel(ann, id, nobody);
    expect(invoker.calls[0]?.options.abort?.aborted).toBe(true);
    expect(await service.get(ann, id)).toMatchObject({ status: { state: 'canceled' } });
  });

  it('counts among the tasks of its caller from its beginning', async () => {
    const { begin } = createBench({ limits: { tasksPerOwner: 1 } });
    void begin(awaited);
    await settle();
    await expect(begin(awaited)).rejects.toMatchObject({ code: 'overloaded' });
  });
});

describe('a call that is not made', () => {
  it('for it cannot be: its reason is thrown, and there is no task', async () => {
    const { service, invoker, begin } = createBench();
    const begun = begin(awaited);
    await settle();
    invoker.calls[0]?.fail(new GatewayError('invalid_arguments', 'petId is missing.'));
    await expect(begun).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(await service.list(ann, inContext)).toMatchObject({ totalSize: 0 });
  });

  it('for there is no room to store what comes of it', async () => {
    const clock = createHandClock();
    const store = createMemoryStore({ clock, limits: { maxEntries: 0 } });
    const { invoker, begin } = createBench({ clock, store });
    await expect(begin(awaited)).rejects.toMatchObject({ code: 'overloaded' });
    expect(invoker.calls).toEqual([]);
  });
});

describe('over a store that outlives the process', () => {
  it('the task is stored before the call, after a look at whether it can be made', async () => {
    const clock = createHandClock();
    const { hasRoom: _, ...kept } = createMemoryStore({ clock });
    const { begin, invoker } = createBench({ clock, store: { ...kept, durable: true } });
    const refuse = () => {
      throw new GatewayError('invalid_arguments');
    };
    await expect(begin({ awaited: true, check: refuse })).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(invoker.calls).toEqual([]);
    expect((await begin(awaited)).status.state).toBe('working');
  });
});

describe('a call that its caller cannot wait for any more', () => {
  it('is taken over by a task', async () => {
    const { service, invoker, begin } = createBench();
    const early = startCall({ invoker }, { call: toCall(), context: nobody });
    const { id, status } = await begin({ early });
    expect(status.state).toBe('working');
    invoker.calls[0]?.answer(success(toJson('{"id":1}')));
    expect(await service.settled(id, { limit: 1_000 })).toMatchObject({ status: { state: 'completed' } });
    expect(invoker.calls).toHaveLength(1);
  });
});
