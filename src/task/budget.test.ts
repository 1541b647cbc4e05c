// What is too much is refused, and given back when it ends.

import { describe, expect, it } from 'vitest';
import {
  accepted,
  ann,
  anyone,
  bob,
  createBench,
  mapped,
  nobody,
  saidBy,
  say,
  settle,
  success,
  toCall,
  toJson,
} from '../../test/support/task-bench.ts';

const overloaded = { code: 'overloaded' };

describe('tasks at work', () => {
  it('are limited for each caller, until one ends', async () => {
    const { begin, service, invoker } = createBench({ limits: { tasksPerOwner: 2 } });
    await begin();
    const { id } = await begin();
    await expect(begin()).rejects.toMatchObject(overloaded);
    await begin({ caller: bob });
    await settle();
    invoker.calls[1]?.answer(success());
    await service.settled(id, { limit: 1_000 });
    await settle();
    expect((await begin()).status.state).toBe('working');
  });

  it('are limited for all together, and callers that nobody knows only so', async () => {
    const { begin } = createBench({ limits: { tasksPerOwner: 1, tasks: 3 } });
    for (let at = 0; at < 3; at += 1) await begin({ caller: anyone });
    await expect(begin({ caller: bob })).rejects.toMatchObject(overloaded);
  });

  it('do not count when they wait or are over from the start', async () => {
    const { begin, service } = createBench({ limits: { tasksPerOwner: 1 } });
    for (let at = 0; at < 3; at += 1) await begin({ outcome: success() });
    const { id } = await begin({ outcome: mapped({ state: 'input-required' }) });
    await begin();
    const turn = service.continue({
      caller: ann,
      taskId: id,
      message: say('x'),
      resolve: () => ({ kind: 'call', call: toCall() }),
      context: nobody,
    });
    await expect(turn).rejects.toMatchObject(overloaded);
    expect((await service.get(ann, id)).status.state).toBe('input-required');
  });

  it('give their place back when they are cancelled or cannot be stored', async () => {
    const { begin, service, store } = createBench({ limits: { tasksPerOwner: 1 } });
    const { id } = await begin({ outcome: accepted() });
    await service.cancel(ann, id, nobody);
    await settle();
    const { commit } = store;
    store.commit = () => Promise.reject(new Error('full'));
    await expect(begin()).rejects.toThrow('full');
    store.commit = commit;
    await begin();
  });
});

describe('open streams', () => {
  it('are limited for each caller and given back', async () => {
    const { begin, service } = createBench({ limits: { streamsPerOwner: 2 } });
    const { id } = await begin();
    const follow = () => service.follow(ann, id, { live: true });
    const first = await follow();
    await follow();
    await expect(follow()).rejects.toMatchObject(overloaded);
    await first.events[Symbol.asyncIterator]().return?.();
    await follow();
  });

  it('are not taken by what is refused or over at once', async () => {
    const { begin, service } = createBench({ limits: { streamsPerOwner: 1 } });
    const { id } = await begin({ outcome: success() });
    for (let at = 0; at < 3; at += 1) {
      await service.follow(ann, id, { live: false });
      await expect(service.follow(ann, id, { live: true })).rejects.toMatchObject({ code: 'unsupported_operation' });
      await expect(service.follow(ann, 'nothing', { live: true })).rejects.toMatchObject({ code: 'task_not_found' });
    }
    await service.follow(ann, (await begin()).id, { live: true });
  });
});

describe('a task', () => {
  it('is kept through its work, and for a while after it', async () => {
    const { begin, service, invoker, pass } = createBench({ limits: { retention: 1_000, taskTime: 60_000 } });
    const { id } = await begin();
    await pass(30_000);
    invoker.calls[0]?.answer(success());
    await settle();
    await pass(999);
    expect((await service.get(ann, id)).status.state).toBe('completed');
    await pass(2);
    await expect(service.get(ann, id)).rejects.toMatchObject({ code: 'task_not_found' });
  });
});

describe('a result', () => {
  it('that is too large fails the task', async () => {
    const { begin, service, invoker } = createBench({ limits: { taskBytes: 10 } });
    const { id } = await begin();
    await settle();
    invoker.calls[0]?.answer(success(toJson('"0123456789"')));
    const task = await service.settled(id, { limit: 1_000 });
    expect(task).toMatchObject({ status: { state: 'failed' }, artifacts: [] });
    expect(saidBy(task)).toContain('10 bytes, the limit');
  });
});
