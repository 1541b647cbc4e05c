// The JSON-RPC binding over the real task engine: what the service does is told by the test, and seen on the wire.

import { describe, expect, it } from 'vitest';
import { post, startA2A, type A2AServer } from '../../test/support/a2a-server.ts';
import { openStream, type StreamEvent } from '../../test/support/event-stream.ts';
import {
  accepted,
  createBench,
  createChunks,
  mapped,
  streamed,
  success,
  toJson,
  type Bench,
} from '../../test/support/task-bench.ts';
import { GatewayError } from '../errors.ts';

const v1 = { 'a2a-version': '1.0', authorization: 'Bearer somebody' };
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const message = (extra: object = {}) => ({ messageId: 'm-1', role: 'ROLE_USER', parts: [{ data: {} }], ...extra });
const stream = (extra: object = {}) => rpc('SendStreamingMessage', { message: message(extra) });
const send = (extra: object = {}) => rpc('SendMessage', { message: message(extra) });

const open = (server: A2AServer, body: unknown, headers: Record<string, string> = v1) =>
  openStream(`${server.url}/a2a`, body, headers);

type WrittenEvent =
  | { task: { status: { state: string } } }
  | { statusUpdate: { status: { state: string } } }
  | { artifactUpdate: { artifact: { parts: { text?: string }[] }; append?: boolean; lastChunk?: boolean } };

/** `task working`, `working`, `artifact a`, `artifact + b .`, as they come. */
function describeEvent({ data: { result } }: StreamEvent): string {
  const event = result as WrittenEvent; // of our own server
  const name = (state: string) => state.replace('TASK_STATE_', '').toLowerCase();
  if ('task' in event) return `task ${name(event.task.status.state)}`;
  if ('statusUpdate' in event) return name(event.statusUpdate.status.state);
  const { artifact, append, lastChunk } = event.artifactUpdate;
  return `artifact${append ? ' +' : ''} ${artifact.parts.map(({ text = '' }) => text).join('')}${lastChunk ? ' .' : ''}`;
}

function idOf(event: Pick<StreamEvent, 'data'> | undefined): string {
  const { task } = (event?.data.result ?? {}) as { task?: { id: string } };
  if (task === undefined) throw new Error('it is no task');
  return task.id;
}

async function start(bench: Bench = createBench(), options: Parameters<typeof startA2A>[0] = {}) {
  return { bench, server: await startA2A({ service: bench.service, ...options }) };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a streamed reply', () => {
  it('arrives in its pieces, which are the artifact in the end, for two who follow', async () => {
    const { bench, server } = await start();
    await using _ = server;
    const first = await open(server, stream());
    await until(() => bench.invoker.calls.length === 1);
    expect(bench.invoker.calls[0]?.options).toMatchObject({ streams: true, turn: { messageId: 'm-1' } });
    const chunks = createChunks();
    bench.invoker.calls[0]?.answer(streamed(chunks, 'text/plain'));
    chunks.push('a');
    // A piece is held back for a moment, in case that it is the last one.
    await bench.pass(1_000);
    const begun = (await first.next()) as StreamEvent;
    const id = idOf(begun);
    const [task, piece] = [begun, (await first.next()) as StreamEvent].map(describeEvent);
    expect([task, piece]).toEqual(['task working', 'artifact a']);
    const second = await open(server, rpc('SubscribeToTask', { id }));
    expect((await second.next())?.data.result).toMatchObject({ task: { artifacts: [{ parts: [{ text: 'a' }] }] } });
    chunks.push('b', 'c');
    chunks.end();
    const [one, other] = await Promise.all([first.rest(), second.rest()]);
    expect(one.map(({ data }) => data.result)).toEqual(other.map(({ data }) => data.result));
    expect(one.map(({ id }) => Number(id))).toEqual(one.map((_event, at) => Number(one[0]?.id) + at));
    const texts = [piece ?? '', ...one.map(describeEvent)].filter((text) => text.startsWith('artifact'));
    expect(texts.map((text) => text.replace(/^artifact( \+)? /, '').replace(/ \.$/, '')).join('')).toBe('abc');
    expect(texts.filter((text) => !text.startsWith('artifact +'))).toHaveLength(1);
    expect(texts.filter((text) => text.endsWith(' .'))).toHaveLength(1);
    expect(describeEvent(one.at(-1) as StreamEvent)).toBe('completed');
    const got = await post(server, rpc('GetTask', { id }), v1);
    expect(got.body?.result).toMatchObject({ artifacts: [{ parts: [{ text: 'abc' }] }] });
  });

  it('goes on after each event that may have been the last one seen, without a gap or a repetition', async () => {
    const { bench, server } = await start();
    await using _ = server;
    const whole = await open(server, stream());
    await until(() => bench.invoker.calls.length === 1);
    const chunks = createChunks();
    bench.invoker.calls[0]?.answer(streamed(chunks, 'text/plain'));
    chunks.push('a', 'b', 'c');
    chunks.end();
    const events = await whole.rest();
    const id = idOf(events[0]);
    for (const [at, seen] of events.slice(0, -1).entries()) {
      const headers = { ...v1, 'last-event-id': seen.id ?? '' };
      const resumed = await (await open(server, rpc('SubscribeToTask', { id }), headers)).rest();
      expect(resumed.map((event) => event.id)).toEqual(events.slice(at + 1).map((event) => event.id));
      const again = await (await open(server, stream(), headers)).rest();
      expect(again.map((event) => event.id)).toEqual(events.slice(at + 1).map((event) => event.id));
    }
    expect(bench.invoker.calls).toHaveLength(1);
    const last = { ...v1, 'last-event-id': events.at(-1)?.id ?? '' };
    expect((await post(server, rpc('SubscribeToTask', { id }), last)).body?.error?.code).toBe(-32004);
  });
});

describe('a task', () => {
  it('of a job is waited for, and followed while it is polled', async () => {
    const bench = createBench();
    const { server } = await start(bench, { answer: () => accepted({ retryAfter: 2 }) });
    await using _ = server;
    bench.invoker.looks = [
      { kind: 'running', job: { skill: 'addPet', statusUrl: 'http://service.test/jobs/1' }, progress: 'Half done' },
      { kind: 'done', outcome: { kind: 'success', status: 200, content: toJson('{"n":9007199254740993}') } },
    ];
    const answer = post(server, send(), v1);
    await until(() => bench.push.told.length > 0);
    const id = bench.push.told[0]?.id ?? '';
    const following = await open(server, rpc('SubscribeToTask', { id }));
    expect(describeEvent((await following.next()) as StreamEvent)).toBe('task working');
    for (let second = 0; second < 60 && bench.invoker.looked < 2; second += 1) await bench.pass(1_000);
    const { body, text } = await answer;
    expect(body?.result).toMatchObject({ task: { id, status: { state: 'TASK_STATE_COMPLETED' } } });
    expect(text).toContain('"data":{"n":9007199254740993}');
    const events = (await following.rest()).map(describeEvent);
    expect(events.at(-1)).toBe('completed');
    expect(following.text()).toContain('Half done');
  });

  it('that the service failed says so, on every wire and later too', async () => {
    const { bench, server } = await start(createBench(), {
      answer: () => {
        throw new GatewayError('upstream_unreachable', 'The service cannot be reached.');
      },
    });
    await using _ = server;
    const { body } = await post(server, send(), v1);
    expect(body?.result).toMatchObject({
      task: {
        status: {
          state: 'TASK_STATE_FAILED',
          message: { parts: [{ text: expect.stringContaining('cannot be reached') }] },
        },
        history: [{ messageId: 'm-1' }],
      },
    });
    const id = idOf({ data: body ?? {} });
    const { body: later } = await post(server, rpc('tasks/get', { id }), { authorization: v1.authorization });
    expect(later?.result).toMatchObject({ kind: 'task', status: { state: 'failed' } });
    expect(bench.invoker.calls).toEqual([]);
  });

  it('is cancelled once, and who follows sees it', async () => {
    const { bench, server } = await start();
    await using _ = server;
    const following = await open(server, stream());
    await until(() => bench.invoker.calls.length === 1);
    const id = idOf(await following.next());
    const answers = await Promise.all([1, 2].map(() => post(server, rpc('CancelTask', { id }), v1)));
    for (const { body } of answers) expect(body?.result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
    expect((await following.rest()).map(describeEvent)).toEqual(['canceled']);
    expect((await post(server, rpc('GetTask', { id }), v1)).body?.result).toMatchObject({
      status: { state: 'TASK_STATE_CANCELED' },
    });
  });

  it('waits for its next turn, keeps its streams, and takes what the same client says', async () => {
    const { bench, server } = await start();
    await using _ = server;
    const first = await open(server, stream());
    await until(() => bench.invoker.calls.length === 1);
    bench.invoker.calls[0]?.answer(mapped({ state: 'input-required', text: 'Which one?', session: 's-1' }));
    const events = await first.rest();
    expect(events.map(describeEvent)).toEqual(['task working', 'input_required']);
    const id = idOf(events[0]);
    const waiting = await open(server, rpc('SubscribeToTask', { id }));
    expect(describeEvent((await waiting.next()) as StreamEvent)).toBe('task input_required');
    const second = await open(server, stream({ messageId: 'm-2', taskId: id, parts: [{ text: 'this one' }] }));
    await until(() => bench.invoker.calls.length === 2);
    expect(bench.invoker.calls[1]?.options.turn).toMatchObject({ session: 's-1', text: 'this one', taskId: id });
    bench.invoker.calls[1]?.answer(success());
    expect((await second.rest()).map(describeEvent)).toEqual(['task working', 'artifact id: 7 .', 'completed']);
    expect((await waiting.rest()).map(describeEvent)).toEqual(['working', 'artifact id: 7 .', 'completed']);
    const { body } = await post(server, rpc('GetTask', { id, historyLength: 10 }), v1);
    expect(body?.result).toMatchObject({
      history: [{ messageId: 'm-1' }, { parts: [{ text: 'Which one?' }] }, { messageId: 'm-2' }],
    });
    expect((await post(server, send({ messageId: 'm-3', taskId: id }), v1)).body?.error?.code).toBe(-32004);
  });

  it('of somebody else is not there, whatever is asked', async () => {
    const { bench, server } = await start();
    await using _ = server;
    const following = await open(server, stream());
    const id = idOf(await following.next());
    const other = { ...v1, authorization: 'Bearer other' };
    for (const body of [
      rpc('GetTask', { id }),
      rpc('CancelTask', { id }),
      rpc('SubscribeToTask', { id }),
      send({ taskId: id }),
      rpc('CreateTaskPushNotificationConfig', { taskId: id, url: 'https://hooks.example.test' }),
      rpc('ListTaskPushNotificationConfigs', { taskId: id }),
    ]) {
      expect((await post(server, body, other)).body?.error?.code).toBe(-32001);
    }
    await until(() => bench.invoker.calls.length === 1);
    bench.invoker.calls[0]?.answer(success());
    await following.rest();
  });
});

describe('many', () => {
  it('streams of one task see the same, and leave nothing behind', async () => {
    const { bench, server } = await start();
    await using _ = server;
    const first = await open(server, stream());
    const id = idOf(await first.next());
    const others = await Promise.all(Array.from({ length: 50 }, () => open(server, rpc('SubscribeToTask', { id }))));
    await Promise.all(others.map((other) => other.next()));
    for (const other of others.slice(0, 10)) other.leave();
    const chunks = createChunks();
    await until(() => bench.invoker.calls.length === 1);
    bench.invoker.calls[0]?.answer(streamed(chunks, 'text/plain'));
    for (let at = 0; at < 100; at += 1) chunks.push(`${at} `);
    chunks.end();
    const expected = (await first.rest()).map(({ data }) => data.result);
    expect(expected.length).toBeGreaterThan(2);
    for (const other of others.slice(10)) expect((await other.rest()).map(({ data }) => data.result)).toEqual(expected);
  });
});
