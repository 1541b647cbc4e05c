// Cancelling and continuing: who may, when, and who wins.

import { describe, expect, it } from 'vitest';
import {
  ann,
  createBench,
  createScriptedInvoker,
  describeEvents,
  mapped,
  nobody,
  readAll,
  readSkill,
  saidBy,
  say,
  settle,
  success,
  toCall,
  toJson,
  type Bench,
} from '../../test/support/task-bench.ts';
import { createHandClock } from '../../test/support/hand-clock.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { stringifyJson } from '../lib/json.ts';
import type { Continue } from './service.ts';
import type { TaskPart } from './task.ts';

async function passTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

const cancel = ({ service }: Bench, id: string) => service.cancel(ann, id, nobody);

describe('cancelling', () => {
  it('aborts the call, whatever it does, and says what may have happened', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    const events = readAll(await bench.service.follow(ann, id, { live: true }));
    await settle();
    const task = await cancel(bench, id);
    expect(task).toMatchObject({ status: { state: 'canceled', message: { role: 'agent' } } });
    expect(saidBy(task)).toContain('may have taken effect');
    await settle();
    expect(bench.invoker.calls[0]?.options.abort?.aborted).toBe(true);
    expect(describeEvents(await events)).toEqual(['canceled']);
    expect(bench.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  it('of a call that only reads needs no warning', async () => {
    const bench = createBench();
    const { id } = await bench.begin({ call: toCall(readSkill) });
    expect(saidBy(await cancel(bench, id))).toBe('Cancelled by the caller.');
  });

  it('of a task that waits is fine, and so is cancelling it again', async () => {
    const bench = createBench();
    const { id } = await bench.begin({ outcome: mapped({ state: 'input-required', text: 'Which?' }) });
    const task = await cancel(bench, id);
    expect(task.history.map(({ role }) => role)).toEqual(['user', 'agent']);
    expect(await cancel(bench, id)).toEqual(task);
  });

  it.each(['completed', 'failed', 'rejected'] as const)('of a %s task is refused', async (state) => {
    const bench = createBench();
    const { id } = await bench.begin({ outcome: mapped({ state }) });
    await expect(cancel(bench, id)).rejects.toMatchObject({ code: 'task_not_cancelable' });
  });

  it('and finishing at the same moment have one winner, in the task, the answer and every stream', async () => {
    const bench = createBench();
    const tasks = await Promise.all(Array.from({ length: 200 }, () => bench.begin()));
    const followings = await Promise.all(
      [...tasks, ...tasks].map(({ id }) => bench.service.follow(ann, id, { live: true })),
    );
    const reads = followings.map(readAll);
    await settle();
    // The answer comes up to thirty turns of the event queue before or after the cancellation.
    const answers = await Promise.all(
      tasks.map(async ({ id }, at) => {
        const answer = async (): Promise<void> => {
          await passTurns(at % 30);
          bench.invoker.calls[at]?.answer(success());
        };
        const answered = answer();
        await passTurns(at % 17);
        const canceled = cancel(bench, id).then(
          ({ status }) => status.state,
          (error: { code: string }) => error.code,
        );
        await answered;
        return canceled;
      }),
    );
    const ended = await Promise.all(tasks.map(({ id }) => bench.service.settled(id, { limit: 1_000 })));
    const states = ended.map(({ status }) => status.state);
    expect(new Set(states)).toEqual(new Set(['completed', 'canceled']));
    expect(answers).toEqual(states.map((state) => (state === 'canceled' ? 'canceled' : 'task_not_cancelable')));
    for (const [at, events] of (await Promise.all(reads)).entries()) {
      const statuses = events.flatMap(({ event }) => (event.kind === 'status' ? [event.status] : []));
      expect(statuses).toEqual([ended[at % tasks.length]?.status]);
      expect(events.at(-1)?.event.kind).toBe('status');
    }
  });

  it('reaches the process that works on the task', async () => {
    const clock = createHandClock();
    const store = { ...createMemoryStore({ clock }), shared: true };
    const one = createBench({ clock, store });
    const two = createBench({ clock, store });
    const { id } = await one.begin();
    await one.pass(0);
    await cancel(two, id);
    await one.pass(250);
    expect(one.invoker.calls[0]?.options.abort?.aborted).toBe(true);
    expect((await one.service.get(ann, id)).status.state).toBe('canceled');
  });
});

describe('another turn', () => {
  const question = mapped({ state: 'input-required', text: 'Which one?', session: 's1' });
  const turn = (taskId: string, more: Partial<Continue> = {}): Continue => ({
    caller: ann,
    taskId,
    message: say('the red one', 'm2'),
    resolve: () => ({ kind: 'call', call: toCall() }),
    context: nobody,
    ...more,
  });

  it('goes on with the task, its history in order, and the session of the service', async () => {
    const { begin, service, invoker } = createBench();
    const { id } = await begin({ outcome: question });
    const { task } = await service.continue(turn(id, { contextId: 'c1' }));
    expect(task.status).toMatchObject({ state: 'working' });
    expect(task.history.map(({ parts }) => parts[0])).toMatchObject([
      { text: 'hello' },
      { text: 'Which one?' },
      { text: 'the red one' },
    ]);
    await settle();
    expect(invoker.calls[0]?.options.turn).toEqual({
      text: 'the red one',
      parts: expect.any(Function),
      messageId: 'm2',
      contextId: 'c1',
      taskId: id,
      session: 's1',
    });
    invoker.calls[0]?.answer(success(toJson('1')));
    const ended = await service.settled(id, { limit: 1_000 });
    expect(ended).toMatchObject({ status: { state: 'completed' }, artifacts: [{ parts: [{ json: '1' }] }] });
    expect(ended.history).toHaveLength(3);
  });

  it('gives the parts of the message as A2A writes them', async () => {
    const { begin, service, invoker } = createBench();
    const { id } = await begin({ outcome: question });
    const parts: TaskPart[] = [
      { kind: 'text', text: 'x', metadata: { a: 1 } },
      { kind: 'json', json: '{"n":9007199254740993}', mediaType: 'application/json' },
      { kind: 'bytes', base64: 'AA==', filename: 'f' },
      { kind: 'url', url: 'http://a.test/' },
    ];
    await service.continue(turn(id, { message: { ...say(''), parts } }));
    await settle();
    expect(stringifyJson(invoker.calls[0]?.options.turn?.parts?.())).toBe(
      '[{"text":"x","metadata":{"a":1}},{"data":{"n":9007199254740993},"mediaType":"application/json"},{"raw":"AA==","filename":"f"},{"url":"http://a.test/"}]',
    );
  });

  it('keeps the session until the service gives another', async () => {
    const { begin, service, invoker } = createBench();
    const { id } = await begin({ outcome: question });
    const sessions: unknown[] = [];
    for (const session of [undefined, 's2', undefined]) {
      await service.continue(turn(id));
      await settle();
      const made = invoker.calls.at(-1);
      sessions.push(made?.options.turn?.session);
      made?.answer(mapped({ state: 'input-required', ...(session === undefined ? {} : { session }) }));
      await service.settled(id, { limit: 1_000 });
    }
    expect(sessions).toEqual(['s1', 's1', 's2']);
  });

  it('sees the task when it is resolved, and stores nothing when that fails', async () => {
    const { begin, service } = createBench();
    const before = await begin({ outcome: question });
    const resolve = (task: unknown): never => {
      expect(task).toEqual(before);
      throw new Error('what?');
    };
    await expect(service.continue(turn(before.id, { resolve }))).rejects.toThrow('what?');
    expect(await service.get(ann, before.id)).toEqual(before);
  });

  it('in the wrong context is refused before anything is stored', async () => {
    const { begin, service } = createBench();
    const before = await begin({ outcome: question });
    const wrong = service.continue(turn(before.id, { contextId: 'c2' }));
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_params', violations: [{ field: 'message.contextId' }] });
    expect(await service.get(ann, before.id)).toEqual(before);
  });

  it('of a task that has ended is refused', async () => {
    const { begin, service } = createBench();
    const { id } = await begin({ outcome: success() });
    await expect(service.continue(turn(id))).rejects.toMatchObject({ code: 'unsupported_operation' });
  });

  it('of many at once is one, and the others wait for theirs', async () => {
    const { begin, service, invoker } = createBench({ limits: { queuedTurns: 3 } });
    const { id } = await begin({ outcome: question });
    const turns = await Promise.allSettled(Array.from({ length: 20 }, () => service.continue(turn(id))));
    expect(turns.filter(({ status }) => status === 'fulfilled')).toHaveLength(1 + 3);
    await settle();
    expect(invoker.calls).toHaveLength(1);
    expect((await service.get(ann, id)).history).toHaveLength(2 + 1 + 3);
  });

  it('adds its artifacts to those of the turn before', async () => {
    const invoker = createScriptedInvoker(() => success(toJson('2')));
    const { begin, service } = createBench({ invoker });
    const first = mapped({ state: 'input-required', text: 'More?', artifacts: [{ content: toJson('1') }] });
    const { id } = await begin({ outcome: first });
    await service.continue(turn(id));
    const { artifacts } = await service.settled(id, { limit: 1_000 });
    expect(artifacts.map(({ parts }) => parts[0])).toMatchObject([{ json: '1' }, { json: '2' }]);
    expect(new Set(artifacts.map(({ artifactId }) => artifactId)).size).toBe(2);
  });
});
