// What becomes of a task by what came of its call.

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import type { Outcome } from '../invoke/outcome.ts';
import {
  anyone,
  ann,
  bob,
  createBench,
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
} from '../../test/support/task-bench.ts';

const problem = (status: number, more: Partial<Extract<Outcome, { kind: 'problem' }>> = {}): Outcome => ({
  kind: 'problem',
  code: 'upstream_rejected',
  status,
  message: `no (${status})`,
  content: { kind: 'empty' },
  ...more,
});

const soon = { limit: 1_000 };

async function run(outcome: Outcome) {
  const bench = createBench();
  const { id } = await bench.begin();
  await settle();
  bench.invoker.calls[0]?.answer(outcome);
  return { bench, id, task: await bench.service.settled(id, soon) };
}

describe('a new task', () => {
  it('is stored before its call is answered, works, and knows what was said', async () => {
    const { service, begin, invoker } = createBench();
    const task = await begin({ metadata: { trace: 1 } });
    expect(task).toMatchObject({
      contextId: 'c1',
      owner: 'ann',
      agent: 'root',
      skill: 'addPet',
      status: { state: 'working' },
      history: [say('hello')],
      artifacts: [],
      metadata: { trace: 1 },
      seq: 0,
    });
    expect(await service.get(ann, task.id)).toEqual(task);
    await settle();
    expect(invoker.calls).toHaveLength(1);
  });

  it('is known to nobody else', async () => {
    const { service, begin } = createBench();
    const { id } = await begin();
    for (const caller of [bob, anyone]) {
      const attempts = [
        () => service.get(caller, id),
        () => service.cancel(caller, id, nobody),
        () => service.follow(caller, id, { live: true }),
        () =>
          service.continue({
            caller,
            taskId: id,
            message: say('x'),
            resolve: () => ({ kind: 'call', call: toCall() }),
            context: nobody,
          }),
        () => service.push.set(caller, id, { url: 'http://a.test', version: '1.0' }),
        () => service.push.get(caller, id, 'p1'),
        () => service.push.list(caller, id),
        () => service.push.remove(caller, id, 'p1'),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'task_not_found' });
    }
    await expect(service.get(ann, 'nothing')).rejects.toMatchObject({ code: 'task_not_found' });
  });

  it('has its call made without the signal of the request, and with what a conversation needs', async () => {
    const { begin, invoker } = createBench();
    const gone = AbortSignal.abort();
    const { id } = await begin({ context: { ...nobody, signal: gone, headers: { authorization: 'Bearer x' } } });
    await settle();
    const [made] = invoker.calls;
    expect(made?.context).toEqual({ requestId: 'r1', headers: { authorization: 'Bearer x' } });
    expect(made?.options).toMatchObject({
      streams: true,
      turn: { text: 'hello', messageId: 'm1', contextId: 'c1', taskId: id },
    });
  });
});

describe('a success', () => {
  it('completes the task with one artifact, digits kept', async () => {
    const { task, bench, id } = await run(success(toJson('{"id":9007199254740993}')));
    expect(task.status).toMatchObject({ state: 'completed' });
    expect(task.status.message).toBeUndefined();
    expect(task.artifacts).toEqual([
      {
        artifactId: expect.any(String),
        name: 'addPet',
        parts: [{ kind: 'json', json: '{"id":9007199254740993}', mediaType: 'application/json' }],
      },
    ]);
    expect(task.seq).toBe(2);
    expect(await bench.service.get(ann, id)).toEqual(task);
    expect(describeEvents(await readAll(await bench.service.follow(ann, id, { after: 0, live: true })))).toEqual([
      '=json.',
      'completed',
    ]);
    expect(bench.push.told.map(({ seq, status }) => [seq, status.state])).toEqual([
      [0, 'working'],
      [2, 'completed'],
    ]);
  });

  it.each([
    [
      { kind: 'text', text: 'hi', mediaType: 'text/plain' },
      { kind: 'text', text: 'hi', mediaType: 'text/plain' },
    ],
    [
      { kind: 'bytes', bytes: Buffer.from([0, 255]), mediaType: 'image/png', filename: 'a.png' },
      { kind: 'bytes', base64: 'AP8=', mediaType: 'image/png', filename: 'a.png' },
    ],
    [
      { kind: 'url', url: 'http://a.test/f', mediaType: 'image/png', filename: 'f' },
      { kind: 'url', url: 'http://a.test/f', mediaType: 'image/png', filename: 'f' },
    ],
    [{ kind: 'empty' }, { kind: 'text', text: 'The service answered 204 without content.' }],
  ] as const)('of %o has the part %o', async (content, part) => {
    const { task } = await run(success(content, 204));
    expect(task.artifacts[0]?.parts).toEqual([part]);
  });
});

describe('a failure', () => {
  it('of the service fails the task, with its words and its body', async () => {
    const { task } = await run(problem(409, { content: toJson('{"error":"taken"}') }));
    expect(task.status).toMatchObject({
      state: 'failed',
      message: {
        role: 'agent',
        parts: [
          { kind: 'text', text: 'no (409)' },
          { kind: 'json', json: '{"error":"taken"}' },
        ],
      },
    });
    expect(task.artifacts).toEqual([]);
  });

  it('leaves a body out that is too large for a message', async () => {
    const { task } = await run(problem(500, { content: toJson(JSON.stringify('x'.repeat(70_000))) }));
    expect(task.status.message?.parts).toEqual([{ kind: 'text', text: 'no (500)' }]);
  });

  it.each([401, 403])('with %i asks for credentials', async (status) => {
    const { task } = await run(problem(status, { challenge: 'Bearer realm="pets"' }));
    expect(task.status.state).toBe('auth-required');
    expect(saidBy(task)).toMatch(/credentials.*no \(\d+\).*Bearer realm="pets".*a new message with other credentials/);
    expect(task.work).toEqual({ kind: 'waiting' });
  });

  it('to reach the service fails the task with the sentence for callers', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    bench.invoker.calls[0]?.fail(new GatewayError('upstream_unreachable', 'No way.', { detail: 'secret' }));
    const task = await bench.service.settled(id, soon);
    expect(task.status.state).toBe('failed');
    expect(task.status.message?.parts).toEqual([{ kind: 'text', text: 'No way.' }]);
    expect(bench.lines.filter(({ level }) => level === 50)).toEqual([]);
  });

  it('that nobody expected is logged, its words withheld', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    bench.invoker.calls[0]?.fail(new Error('secret'));
    const task = await bench.service.settled(id, soon);
    expect(saidBy(task)).toBe('Internal error of the gateway.');
    expect(JSON.stringify(bench.lines.filter(({ level }) => level === 50))).toContain('secret');
  });
});

describe('a mapped answer', () => {
  it('completes with its artifacts and its text as message', async () => {
    const { task } = await run(mapped({ text: 'Here it is.', artifacts: [{ name: 'file', content: toJson('1') }] }));
    expect(task.status).toMatchObject({ state: 'completed', message: { parts: [{ text: 'Here it is.' }] } });
    expect(task.artifacts).toMatchObject([{ name: 'file', parts: [{ kind: 'json', json: '1' }] }]);
  });

  it('that has only text completes with the text as artifact', async () => {
    const { task } = await run(mapped({ text: 'Hello.' }));
    expect(task.status.message).toBeUndefined();
    expect(task.artifacts).toMatchObject([{ name: 'addPet', parts: [{ kind: 'text', text: 'Hello.' }] }]);
  });

  it('that has nothing says so', async () => {
    const { task } = await run(mapped());
    expect(task.artifacts).toMatchObject([{ parts: [{ text: 'The service answered 200 without content.' }] }]);
  });

  it.each(['failed', 'rejected', 'input-required', 'auth-required'] as const)(
    'gives the state %s a message',
    async (state) => {
      const said = await run(mapped({ state, text: 'Because.' }));
      expect(said.task.status).toMatchObject({ state, message: { parts: [{ text: 'Because.' }] } });
      expect(said.task.artifacts).toEqual([]);
      const mute = await run(mapped({ state }));
      expect(saidBy(mute.task)).not.toBe('');
    },
  );
});

describe('a task whose call was made within the request', () => {
  it('is stored once, in its last state', async () => {
    const { service, begin, push, invoker } = createBench();
    const task = await begin({ outcome: success() });
    expect(task).toMatchObject({ status: { state: 'completed' }, seq: 2 });
    expect(push.told).toHaveLength(1);
    expect(await service.settled(task.id, soon)).toEqual(task);
    expect(invoker.calls).toEqual([]);
  });

  it('fails with the outcome', async () => {
    const { begin } = createBench();
    expect(await begin({ outcome: problem(404), call: toCall(readSkill) })).toMatchObject({
      status: { state: 'failed' },
    });
  });
});

describe('push configs', () => {
  const push = { url: 'http://hook.test', version: '1.0' } as const;

  it('are set before the task is stored, and belong to it', async () => {
    const { service, begin } = createBench();
    const { id } = await begin({ push });
    expect(await service.push.list(ann, id)).toEqual([{ ...push, taskId: id, id }]);
    await service.push.remove(ann, id, id);
    expect(await service.push.list(ann, id)).toEqual([]);
  });

  it('are one and the same when the task is made again, unless the caller names them', async () => {
    const ids: string[] = [];
    for (const given of [push, push, { ...push, id: 'mine' }]) {
      const { service, begin } = createBench();
      await begin({ push: given, taskId: 'planned' });
      ids.push(...(await service.push.list(ann, 'planned')).map(({ id }) => id));
    }
    expect(ids).toEqual(['planned', 'planned', 'mine']);
  });
});
