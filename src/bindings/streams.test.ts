// Event streams of the JSON-RPC binding on a real server. The test is the worker of the tasks. Numbers in brackets are those of the
// protocol's server requirements.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { json, post, startA2A, type A2AServer } from '../../test/support/a2a-server.ts';
import { openStream, type OpenedStream } from '../../test/support/event-stream.ts';
import { createScriptedTasks, type ScriptedTasks } from '../../test/support/scripted-tasks.ts';
import { GatewayError } from '../errors.ts';
import type { TaskService } from '../task/service.ts';

const v1 = { 'a2a-version': '1.0' };
const known = { ...v1, authorization: 'Bearer somebody' };
const message = (extra: object = {}) => ({
  messageId: 'm-1',
  role: 'ROLE_USER',
  parts: [{ data: { a: 1 } }],
  ...extra,
});
const streamV1 = (params: object = {}) => ({
  jsonrpc: '2.0',
  id: 'r1',
  method: 'SendStreamingMessage',
  params: { message: message(), ...params },
});
const streamV03 = {
  jsonrpc: '2.0',
  id: 7,
  method: 'message/stream',
  params: { message: { kind: 'message', messageId: 'm-1', role: 'user', parts: [{ kind: 'data', data: {} }] } },
};
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 's1', method, params });

const open = (server: A2AServer, body: unknown, headers: Record<string, string> = v1): Promise<OpenedStream> =>
  openStream(`${server.url}/a2a`, body, headers);

/** Two pieces of one artifact, then the end. */
function finish(taskId: string, tasks: ScriptedTasks): void {
  tasks.status(taskId, 'working');
  piece(taskId, tasks, { text: 'a', append: false, lastChunk: false });
  piece(taskId, tasks, { text: 'b', append: true, lastChunk: true });
  tasks.status(taskId, 'completed');
}

function piece(
  taskId: string,
  tasks: ScriptedTasks,
  { text, append, lastChunk }: { text: string; append: boolean; lastChunk: boolean },
): void {
  tasks.tell(taskId, {
    kind: 'artifact',
    artifact: { artifactId: 'a-1', parts: [{ kind: 'text', text }] },
    append,
    lastChunk,
  });
}

/** A beat that only the test gives. */
function createBeat() {
  const ticks = new Set<() => void>();
  return {
    every: (_milliseconds: number, tick: () => void) => {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
    beat: (times: number) => {
      for (let time = 0; time < times; time += 1) for (const tick of ticks) tick();
    },
    running: () => ticks.size,
  };
}

function sendRaw(server: A2AServer, value: object): Socket {
  const body = JSON.stringify(value);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    `POST /a2a HTTP/1.1\r\nHost: localhost\r\nA2A-Version: 1.0\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

describe('SendStreamingMessage in 1.0 [27, 29, 30, 40]', () => {
  it('is the task, its events with their numbers, and the end', async () => {
    await using server = await startA2A({ work: finish });
    const stream = await open(server, streamV1());
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    const events = await stream.rest();
    expect(events.map(({ data }) => data.id)).toEqual(Array(5).fill('r1'));
    expect(events.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
    expect(events.map(({ data }) => Object.keys(data.result as object)[0])).toEqual([
      'task',
      'statusUpdate',
      'artifactUpdate',
      'artifactUpdate',
      'statusUpdate',
    ]);
    expect(events[0]?.data.result).toMatchObject({ task: { id: 'task-1', status: { state: 'TASK_STATE_SUBMITTED' } } });
    expect(events[4]?.data.result).toMatchObject({
      statusUpdate: { taskId: 'task-1', contextId: 'id-1', status: { state: 'TASK_STATE_COMPLETED' } },
    });
  });

  it('gives the headers of other answers too', async () => {
    const uri = 'urn:x-skillgate:skill-contract:1';
    await using server = await startA2A({ work: finish });
    const stream = await open(server, streamV1(), {
      ...v1,
      'a2a-extensions': uri,
      origin: 'https://page.example.test',
    });
    expect(stream.headers.get('a2a-extensions')).toBe(uri);
    expect(stream.headers.get('access-control-allow-origin')).toBe('*');
    await stream.rest();
  });

  it('shows as much of the history as is asked for', async () => {
    await using server = await startA2A({ work: finish });
    const stream = await open(server, streamV1({ configuration: { historyLength: 0 } }));
    const first = await stream.next();
    expect(first?.data.result).toHaveProperty('task');
    expect(first?.data.result).not.toHaveProperty('task.history');
    await stream.rest();
  });

  it('ends when the task needs input, and the next message opens the next stream', async () => {
    let turn = 0;
    await using server = await startA2A({
      work: (taskId, tasks) => {
        turn += 1;
        tasks.status(taskId, turn === 1 ? 'input-required' : 'completed', 'Which one?');
      },
    });
    const first = await (await open(server, streamV1())).rest();
    expect(first.at(-1)?.data.result).toMatchObject({
      statusUpdate: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } },
    });
    const second = await (
      await open(server, streamV1({ message: message({ messageId: 'm-2', taskId: 'task-1' }) }))
    ).rest();
    expect(second.map(({ data }) => data.result)).toMatchObject([
      { task: { id: 'task-1', status: { state: 'TASK_STATE_WORKING' } } },
      { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
    ]);
  });

  it('is one message for a skill that answers with messages [28]', async () => {
    await using server = await startA2A({ policy: { reply: 'message' } });
    const events = await (await open(server, streamV1())).rest();
    expect(events.map(({ data }) => data.result)).toMatchObject([{ message: { parts: [{ data: { result: 8 } }] } }]);
    expect(server.tasks.begun).toEqual([]);
  });

  it('has JSON as text for a caller that takes only text', async () => {
    await using server = await startA2A({
      work: (taskId, tasks) => {
        const artifact = { artifactId: 'a', parts: [{ kind: 'json' as const, json: '{"n":1}' }] };
        tasks.tell(taskId, { kind: 'artifact', artifact, append: false, lastChunk: true });
        tasks.status(taskId, 'completed');
      },
    });
    const events = await (
      await open(server, streamV1({ configuration: { acceptedOutputModes: ['text/plain'] } }))
    ).rest();
    expect(events[1]?.data.result).toMatchObject({ artifactUpdate: { artifact: { parts: [{ text: '{"n":1}' }] } } });
  });

  it('keeps line separators out of the lines, and numbers their digits', async () => {
    await using server = await startA2A({
      work: (taskId, tasks) => {
        const parts = [
          { kind: 'json' as const, json: '{"s":"a\u2028b\u2029c\u0085",\r\n"n":9007199254740993}' },
          { kind: 'text' as const, text: 'x\r\ny\u2028z' },
        ];
        tasks.tell(taskId, { kind: 'artifact', artifact: { artifactId: 'a', parts }, append: false, lastChunk: true });
        tasks.status(taskId, 'completed');
      },
    });
    const stream = await open(server, streamV1());
    const events = await stream.rest();
    expect(events[1]?.data.result).toMatchObject({
      artifactUpdate: { artifact: { parts: [{ data: { s: 'a\u2028b\u2029c\u0085' } }, { text: 'x\r\ny\u2028z' }] } },
    });
    expect(stream.text()).toContain('9007199254740993');
    expect(stream.text()).not.toMatch(/[\r\u0085\u2028\u2029]/);
    expect(stream.text()).toMatch(/^(?:id: \d+\ndata: [^\n]*\n\n)+$/);
  });
});

describe('message/stream in 0.3', () => {
  it('is bare objects, of which the last says so', async () => {
    await using server = await startA2A({ work: finish });
    const events = await (await open(server, streamV03, {})).rest();
    expect(events.map(({ data }) => data.result)).toMatchObject([
      { kind: 'task', status: { state: 'submitted' } },
      { kind: 'status-update', final: false },
      { kind: 'artifact-update', append: false, lastChunk: false },
      { kind: 'artifact-update', append: true, lastChunk: true },
      { kind: 'status-update', final: true, status: { state: 'completed' } },
    ]);
    expect(events[0]?.data.id).toBe(7);
  });

  it('is reached in the calculator dialect too, without a message id', async () => {
    await using server = await startA2A({ work: finish });
    const body = rpc('SendStreamingMessage', { message: { role: 'user', parts: [{ kind: 'data', data: {} }] } });
    const events = await (await open(server, body, {})).rest();
    expect(events.at(-1)?.data.result).toMatchObject({ kind: 'status-update', final: true });
  });
});

describe('what can fail fails before the stream, as plain JSON [34, 35]', () => {
  const refuse = (): never => {
    throw new GatewayError('invalid_arguments', 'bad', { violations: [{ field: 'a', description: 'is required' }] });
  };

  it.each([
    ['wrong arguments', streamV1(), -32602],
    ['an unknown task', streamV1({ message: message({ taskId: 'nope' }) }), -32001],
    ['an unknown task to follow', rpc('SubscribeToTask', { id: 'nope' }), -32001],
    ['no parameters', rpc('SendStreamingMessage', {}), -32602],
  ])('%s', async (_name, body, code) => {
    await using server = await startA2A({ prepare: refuse });
    const answer = await post(server, body, { ...v1, accept: 'text/event-stream' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body?.error?.code).toBe(code);
    expect(server.tasks.begun).toEqual([]);
  });

  it('a finished task, in 1.0; in 0.3 it is shown once more', async () => {
    await using server = await startA2A({ work: finish });
    await (await open(server, streamV1())).rest();
    const refused = await post(server, rpc('SubscribeToTask', { id: 'task-1' }), v1);
    expect(refused.body?.error?.code).toBe(-32004);
    const shown = await (await open(server, rpc('tasks/resubscribe', { id: 'task-1' }), {})).rest();
    expect(shown.map(({ data }) => data.result)).toMatchObject([
      { kind: 'task', status: { state: 'completed' }, artifacts: [{ parts: [{ text: 'a' }, { text: 'b' }] }] },
    ]);
  });

  it('an unknown task, for 0.3 clients that ask for events, as an event', async () => {
    await using server = await startA2A();
    const [event] = await (await open(server, rpc('tasks/resubscribe', { id: 'nope' }), {})).rest();
    expect(event?.data.error?.code).toBe(-32001);
  });
});

describe('SubscribeToTask [33, 36-39]', () => {
  it('gives every stream the same events, and one that closes does not matter', async () => {
    await using server = await startA2A();
    const first = await open(server, streamV1());
    await first.next();
    const second = await open(server, rpc('SubscribeToTask', { id: 'task-1' }));
    const third = await open(server, rpc('SubscribeToTask', { id: 'task-1' }));
    expect((await second.next())?.data.result).toMatchObject({ task: { id: 'task-1' } });
    await third.next();
    expect(server.tasks.followers()).toBe(3);
    third.leave();
    await until(() => server.tasks.followers() === 2);
    finish('task-1', server.tasks);
    const [one, other] = await Promise.all([first.rest(), second.rest()]);
    expect(one).toHaveLength(4);
    expect(one.map(({ data }) => data.result)).toEqual(other.map(({ data }) => data.result));
  });

  it('leaves the task alone when the client goes away', async () => {
    await using server = await startA2A();
    const stream = await open(server, streamV1());
    await stream.next();
    stream.leave();
    await until(() => server.tasks.followers() === 0);
    finish('task-1', server.tasks);
    const { body } = await post(server, rpc('GetTask', { id: 'task-1' }), v1);
    expect(body?.result).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
    expect(server.tasks.begun[0]?.context.signal).toBeUndefined();
  });

  it('is left at once when the client went away before it began', async () => {
    const gate = Promise.withResolvers<void>();
    const { service, ...script } = createScriptedTasks();
    const slow: TaskService = {
      ...service,
      follow: async (caller, taskId, options) => {
        const following = await service.follow(caller, taskId, options);
        await gate.promise;
        return following;
      },
    };
    await using server = await startA2A({ service: slow });
    const socket = sendRaw(server, streamV1());
    await until(() => script.followers() === 1);
    socket.destroy();
    await once(socket, 'close');
    for (let trip = 0; trip < 5; trip += 1) await post(server, rpc('GetTask', { id: 'nope' }), v1);
    gate.resolve();
    await until(() => script.followers() === 0);
    expect(script.begun).toHaveLength(1);
  });

  it('goes on after the event that was seen last', async () => {
    await using server = await startA2A();
    const lost = await open(server, streamV1());
    await lost.next();
    server.tasks.status('task-1', 'working');
    await lost.next();
    lost.leave();
    piece('task-1', server.tasks, { text: 'a', append: false, lastChunk: false });
    const resumed = await open(server, rpc('SubscribeToTask', { id: 'task-1' }), { ...v1, 'last-event-id': '1' });
    piece('task-1', server.tasks, { text: 'b', append: true, lastChunk: true });
    server.tasks.status('task-1', 'completed');
    const events = await resumed.rest();
    expect(events.map(({ id }) => id)).toEqual(['2', '3', '4']);
    expect(events[0]?.data.result).toMatchObject({ artifactUpdate: { taskId: 'task-1', contextId: 'id-1' } });
  });

  it('opens at once when nothing was missed', async () => {
    await using server = await startA2A();
    const lost = await open(server, streamV1());
    await lost.next();
    const resumed = await open(server, rpc('SubscribeToTask', { id: 'task-1' }), { ...v1, 'last-event-id': '0' });
    expect(resumed.headers.get('content-type')).toBe('text/event-stream');
    server.tasks.status('task-1', 'completed');
    expect((await resumed.rest()).map(({ id }) => id)).toEqual(['1']);
  });

  it.each(['', 'x', '-1', '1.5', '9'.repeat(40)])('takes Last-Event-ID %j for none', async (id) => {
    await using server = await startA2A();
    await (await open(server, streamV1())).next();
    const stream = await open(server, rpc('SubscribeToTask', { id: 'task-1' }), { ...v1, 'last-event-id': id });
    expect((await stream.next())?.data.result).toHaveProperty('task');
    server.tasks.status('task-1', 'completed');
  });
});

describe('a message sent again', () => {
  it('joins the stream of the first, where it broke', async () => {
    await using server = await startA2A();
    const lost = await open(server, streamV1(), known);
    await lost.next();
    server.tasks.status('task-1', 'working');
    await lost.next();
    lost.leave();
    const again = await open(server, streamV1(), { ...known, 'last-event-id': '1' });
    const fresh = await open(server, streamV1(), known);
    server.tasks.status('task-1', 'completed');
    expect((await again.rest()).map(({ id }) => id)).toEqual(['2']);
    expect((await fresh.rest()).map(({ id }) => id)).toEqual(['1', '2']);
    expect(server.tasks.begun).toHaveLength(1);
  });

  it('with other content is refused', async () => {
    await using server = await startA2A({ work: finish });
    await (await open(server, streamV1(), known)).rest();
    const other = streamV1({ message: message({ parts: [{ data: { a: 2 } }] }) });
    expect((await post(server, other, known)).body?.error?.code).toBe(-32602);
  });

  it('is a new task for a caller without credentials', async () => {
    await using server = await startA2A({ work: finish });
    await (await open(server, streamV1())).rest();
    await (await open(server, streamV1())).rest();
    expect(server.tasks.begun).toHaveLength(2);
  });
});

describe('an open stream', () => {
  it('is kept alive by comments while it is silent, and by its events while it is not', async () => {
    const { every, beat, running } = createBeat();
    await using server = await startA2A({ every });
    const stream = await open(server, streamV1());
    await stream.next();
    beat(2);
    server.tasks.status('task-1', 'working');
    await stream.next();
    beat(2);
    expect(stream.text()).not.toContain('keep-alive');
    beat(1);
    await stream.until(': keep-alive\n\n');
    server.tasks.status('task-1', 'completed');
    expect(await stream.rest()).toHaveLength(1);
    await until(() => running() === 0);
  });

  it('tells of a failure of the gateway as its last event', async () => {
    await using server = await startA2A();
    const stream = await open(server, streamV1());
    await stream.next();
    await until(() => server.tasks.followers() === 1);
    server.tasks.break('task-1');
    const [event, ...more] = await stream.rest();
    expect(event?.data).toMatchObject({ id: 'r1', error: { code: -32603 } });
    expect(stream.text()).not.toContain('the store is gone');
    expect(more).toEqual([]);
    expect(JSON.stringify(server.lines)).toContain('the store is gone');
  });

  it('whose client reads nothing is ended, and costs the others nothing', async () => {
    const { every, beat } = createBeat();
    await using server = await startA2A({ every });
    const socket = sendRaw(server, streamV1());
    await once(socket, 'readable');
    socket.pause();
    const reading = await open(server, rpc('SubscribeToTask', { id: 'task-1' }));
    const text = 'x'.repeat(1_000_000);
    for (let at = 0; at < 40; at += 1) {
      piece('task-1', server.tasks, { text, append: at > 0, lastChunk: false });
      while (!(await reading.next())) break;
    }
    expect(server.tasks.followers()).toBe(2);
    socket.on('error', () => {});
    beat(20);
    await until(() => server.tasks.followers() === 1);
    server.tasks.status('task-1', 'completed');
    const rest = await reading.rest();
    expect(rest.at(-1)?.id).toBe('41');
    socket.destroy();
  });

  it('ends with the server, after a moment', async () => {
    const { every, beat, running } = createBeat();
    const server = await startA2A({ every });
    const stream = await open(server, streamV1());
    await stream.next();
    const closed = server[Symbol.asyncDispose]();
    await until(() => running() === 2);
    beat(1);
    expect(await stream.rest()).toEqual([]);
    await closed;
    expect(server.tasks.followers()).toBe(0);
  });

  it('does not hold what was sent to open it', async () => {
    await using server = await startA2A({ answer: () => json('{}'), work: finish });
    const stream = await open(
      server,
      streamV1({ message: message({ parts: [{ data: { big: 'x'.repeat(900_000) } }] }) }),
    );
    expect((await stream.rest()).length).toBe(5);
  });
});
