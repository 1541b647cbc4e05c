// Messages that become tasks, and everything that can be asked of a task, over JSON-RPC on a real server. The test is the worker of the
// tasks. Numbers in brackets are those of the protocol's server requirements.

import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { calculate, json, post, startA2A, type A2AServer, type RpcAnswer } from '../../test/support/a2a-server.ts';
import type { ScriptedTasks } from '../../test/support/scripted-tasks.ts';
import { createSkill } from '../../test/support/skills.ts';
import { GatewayError, type FailureCode } from '../errors.ts';
import type { CallContext } from '../invoke/call.ts';
import type { Mapped, Outcome } from '../invoke/outcome.ts';

const v1 = { 'a2a-version': '1.0' };
const known = { ...v1, authorization: 'Bearer somebody' };
const message = (extra: object = {}) => ({
  messageId: 'm-1',
  role: 'ROLE_USER',
  parts: [{ data: { a: 1 } }],
  ...extra,
});
const rpc = (method: string, params: object, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });
const send = (params: object = {}, said: object = {}) => rpc('SendMessage', { message: message(said), ...params });
const sendV03 = (configuration?: object, method = 'message/send') =>
  rpc(method, {
    message: { kind: 'message', messageId: 'm-1', role: 'user', parts: [{ kind: 'data', data: {} }] },
    ...(configuration === undefined ? {} : { configuration }),
  });
const calculator = rpc('SendMessage', { message: { role: 'user', parts: [{ kind: 'data', data: {} }] } });

const ask = (
  server: A2AServer,
  method: string,
  params: object,
  headers: Record<string, string> = v1,
): Promise<RpcAnswer> => post(server, rpc(method, params), headers);

function complete(taskId: string, tasks: ScriptedTasks): void {
  tasks.status(taskId, 'working');
  const parts = [{ kind: 'json' as const, json: '{"n":9007199254740993}', mediaType: 'application/json' }];
  tasks.tell(taskId, { kind: 'artifact', artifact: { artifactId: 'a-1', parts }, append: false, lastChunk: true });
  tasks.status(taskId, 'completed');
}

const problem = (code: FailureCode, status: number): Outcome => ({
  kind: 'problem',
  code,
  status,
  message: 'no such pet',
  content: { kind: 'json', mediaType: 'application/json', text: '{"error":"no such pet"}' },
});
const accepted: Outcome = {
  kind: 'accepted',
  status: 202,
  job: { skill: 'calculate', statusUrl: 'http://demo.test/jobs/1' },
};
const mapped = (fields: Partial<Mapped>): Outcome => ({
  kind: 'mapped',
  status: 200,
  state: 'completed',
  text: 'Hello',
  artifacts: [],
  asMessage: false,
  ...fields,
});

describe('a message that becomes a task [18-21, 115]', () => {
  it('because the caller does not wait', async () => {
    await using server = await startA2A();
    const { body } = await post(server, send({ configuration: { returnImmediately: true } }), v1);
    expect(body?.result).toMatchObject({
      task: {
        id: 'task-1',
        contextId: 'id-1',
        status: { state: 'TASK_STATE_SUBMITTED' },
        history: [
          { messageId: 'm-1', role: 'ROLE_USER', contextId: 'id-1', taskId: 'task-1', parts: [{ data: { a: 1 } }] },
        ],
      },
    });
    const inV03 = await post(server, sendV03({ blocking: false }));
    expect(inV03.body?.result).toMatchObject({ kind: 'task', id: 'task-2', status: { state: 'submitted' } });
  });

  it.each([undefined, {}, { blocking: true }, { acceptedOutputModes: [] }])(
    'not in 0.3 with the configuration %j',
    async (configuration) => {
      await using server = await startA2A();
      const { body } = await post(server, sendV03(configuration));
      expect(body?.result).toMatchObject({ kind: 'message' });
    },
  );

  it('because it brings a webhook, whose answer is waited for', async () => {
    await using server = await startA2A({ work: complete });
    const taskPushNotificationConfig = {
      url: 'https://hooks.example.test',
      token: 't',
      authentication: { scheme: 'Bearer', credentials: 'c' },
    };
    const { body, text } = await post(server, send({ configuration: { taskPushNotificationConfig } }), v1);
    expect(body?.result).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } });
    expect(text).toContain('"data":{"n":9007199254740993}');
    expect(server.tasks.begun[0]?.push).toEqual({ ...taskPushNotificationConfig, version: '1.0' });
  });

  it('because the operator wants tasks', async () => {
    await using server = await startA2A({ policy: { reply: 'task' }, work: complete });
    const { body } = await post(server, send({ configuration: { historyLength: 0 } }), v1);
    expect(body?.result).toMatchObject({ task: { artifacts: [{ artifactId: 'a-1' }] } });
    expect(body?.result).not.toHaveProperty('task.history');
    const text = await post(server, send({ configuration: { acceptedOutputModes: ['text/plain'] } }), v1);
    expect(text.body?.result).toMatchObject({ task: { artifacts: [{ parts: [{ text: '{"n":9007199254740993}' }] }] } });
  });

  it('because the service goes on working, and is waited for', async () => {
    await using server = await startA2A({ answer: () => accepted, work: complete });
    const { body } = await post(server, send(), v1);
    expect(body?.result).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } });
    expect(server.tasks.begun[0]).toMatchObject({
      outcome: accepted,
      call: { skill: { id: 'calculate' } },
      streams: false,
    });
  });

  it('and takes nothing with it that ends with the request', async () => {
    await using server = await startA2A({ work: complete });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await post(server, send({ configuration: { returnImmediately: true } }), { ...known, traceparent });
    const context = server.tasks.begun[0]?.context;
    expect(context).toMatchObject({ headers: { authorization: 'Bearer somebody' }, requestId: 'req-1' });
    expect(context?.traceparent).toContain('0af7651916cd43dd8448eb211c80319c');
    expect(Object.keys(context ?? {})).not.toContain('signal');
    expect(server.tasks.begun[0]?.caller).toEqual({ owner: 'Bearer somebody', anonymous: false });
  });

  it('never where the operator wants messages', async () => {
    await using server = await startA2A({ policy: { reply: 'message' } });
    const { body } = await post(server, send({ configuration: { returnImmediately: true } }), v1);
    expect(body?.result).toHaveProperty('message');
    expect(server.tasks.begun).toEqual([]);
  });

  it('keeps its parts as they were said', async () => {
    await using server = await startA2A({ policy: { reply: 'task' }, work: complete });
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","metadata":{"k":1},"extensions":["urn:e"],"referenceTaskIds":["t-0"],"parts":[{"data":{"id":9007199254740993},"metadata":{"p":1}},{"text":"x"},{"url":"https://files.example.test/a","filename":"a"}]}}}';
    const answer = await post(server, text, v1);
    expect(answer.text).toContain('"data":{"id":9007199254740993},"metadata":{"p":1}');
    expect(server.tasks.begun[0]?.message).toEqual({
      messageId: 'm',
      role: 'user',
      metadata: { k: 1 },
      extensions: ['urn:e'],
      referenceTaskIds: ['t-0'],
      parts: [
        { kind: 'json', json: '{"id":9007199254740993}', metadata: { p: 1 } },
        { kind: 'text', text: 'x' },
        { kind: 'url', url: 'https://files.example.test/a', filename: 'a' },
      ],
    });
  });

  it('with wrong arguments is refused before it is one', async () => {
    const prepare = (): never => {
      throw new GatewayError('invalid_arguments', 'bad');
    };
    await using server = await startA2A({ policy: { reply: 'task' }, prepare });
    expect((await post(server, send(), v1)).body?.error?.code).toBe(-32602);
    expect(server.tasks.begun).toEqual([]);
  });

  it('lets go of a caller who has gone away, and goes on', async () => {
    await using server = await startA2A({ policy: { reply: 'task' } });
    const body = JSON.stringify(send());
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(
      `POST /a2a HTTP/1.1\r\nHost: localhost\r\nA2A-Version: 1.0\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await until(() => server.tasks.begun.length === 1);
    socket.destroy();
    await until(() => server.lines.length === 1);
    complete('task-1', server.tasks);
    expect((await ask(server, 'GetTask', { id: 'task-1' })).body?.result).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
    });
  });
});

describe('a failure of the service', () => {
  it.each<[string, Outcome | FailureCode]>([
    ['that it answered', problem('upstream_rejected', 404)],
    ['that kept it from answering', 'upstream_unreachable'],
    ['that leaves its outcome unknown', 'upstream_outcome_unknown'],
  ])('%s is a failed task that says why', async (_name, failure) => {
    await using server = await startA2A({
      answer: () => {
        if (typeof failure === 'string') throw new GatewayError(failure, 'no such pet');
        return failure;
      },
    });
    const { body } = await post(server, send(), v1);
    expect(body?.result).toMatchObject({
      task: {
        status: { state: 'TASK_STATE_FAILED', message: { role: 'ROLE_AGENT', parts: [{ text: 'no such pet' }] } },
      },
    });
  });

  it.each([
    ['where the operator wants errors', { failures: 'error' }, send(), v1],
    ['where the operator wants messages', { reply: 'message' }, send(), v1],
    ['in the calculator dialect', {}, calculator, {}],
  ] as const)('is an error %s', async (_name, policy, body, headers) => {
    await using server = await startA2A({ policy, answer: () => problem('upstream_rejected', 404) });
    expect((await post(server, body, headers)).body?.error).toMatchObject({ code: -32602, message: 'no such pet' });
    await using broken = await startA2A({
      policy,
      answer: () => {
        throw new GatewayError('upstream_unreachable');
      },
    });
    expect((await post(broken, body, headers)).body?.error?.code).toBe(-32603);
    expect(broken.tasks.begun).toEqual([]);
  });

  it('with the credentials of the caller goes back as 401', async () => {
    await using server = await startA2A({ answer: () => problem('upstream_unauthorized', 401) });
    expect((await post(server, send(), v1)).status).toBe(401);
  });

  it('is told from our own', async () => {
    await using server = await startA2A({
      answer: () => {
        throw new GatewayError('invalid_arguments', 'bad');
      },
    });
    expect((await post(server, send(), v1)).body?.error?.code).toBe(-32602);
    expect(server.tasks.begun).toEqual([]);
  });
});

describe('an operation that is an agent itself', () => {
  it('is told what was said', async () => {
    let turn: unknown;
    const chat = { ...createSkill({ id: 'calculate' }), conversation: { text: 'text' } };
    await using server = await startA2A({
      skills: [chat],
      answer: (_args, _context, options) => {
        turn = options?.turn;
        return mapped({ asMessage: true });
      },
    });
    const parts = [{ text: 'Hello' }, { data: {} }, { text: 'you' }];
    const { body } = await post(server, send({}, { parts, contextId: 'c-1' }), v1);
    expect(turn).toMatchObject({ text: 'Hello\nyou', messageId: 'm-1', contextId: 'c-1' });
    expect(body?.result).toMatchObject({ message: { contextId: 'c-1', parts: [{ text: 'Hello' }] } });
  });

  it('answers with a task, unless it says that it is a message, or only messages are spoken', async () => {
    let outcome = mapped({});
    await using server = await startA2A({ answer: () => outcome, work: (id, tasks) => tasks.status(id, 'completed') });
    expect((await post(server, send(), v1)).body?.result).toHaveProperty('task');
    expect((await post(server, calculator)).body?.result).toMatchObject({ parts: [{ kind: 'text', text: 'Hello' }] });
    const artifact = {
      content: { kind: 'url', mediaType: 'text/plain', url: 'https://files.example.test/a' },
    } as const;
    outcome = mapped({ asMessage: true, artifacts: [artifact] });
    expect((await post(server, send(), v1)).body?.result).toMatchObject({
      message: { parts: [{ text: 'Hello' }, { url: 'https://files.example.test/a', mediaType: 'text/plain' }] },
    });
  });

  it('waits for the next turn in a task, also in the calculator dialect', async () => {
    await using server = await startA2A({
      answer: () => mapped({ state: 'input-required', asMessage: true }),
      work: (id, tasks) => tasks.status(id, 'input-required', 'Which one?'),
    });
    expect((await post(server, send(), v1)).body?.result).toMatchObject({
      task: { status: { state: 'TASK_STATE_INPUT_REQUIRED', message: { parts: [{ text: 'Which one?' }] } } },
    });
    expect((await post(server, calculator)).body?.result).toMatchObject({
      kind: 'task',
      status: { state: 'input-required' },
    });
  });

  it('is asked without a look at its arguments, which the turn completes', async () => {
    const prepare = (): never => {
      throw new GatewayError('invalid_arguments', 'text is missing');
    };
    const chat = { ...createSkill({ id: 'chat' }), conversation: { text: 'text' } };
    await using server = await startA2A({ skills: [chat], policy: { reply: 'task' }, prepare, work: complete });
    expect((await post(server, send(), v1)).body?.result).toHaveProperty('task');
  });
});

describe('the next turn of a task [22, 24, 116-118, 122]', () => {
  const waiting = (taskId: string, tasks: ScriptedTasks): void =>
    tasks.status(taskId, tasks.continued.length < 1 ? 'input-required' : 'completed');
  const start = send({ configuration: { returnImmediately: false } });

  it('is resolved with the skill of the task alone', async () => {
    const other = createSkill({ id: 'other' });
    await using server = await startA2A({ skills: [calculate, other], policy: { reply: 'task' }, work: waiting });
    await post(server, start, v1);
    const { body } = await post(server, send({}, { messageId: 'm-2', taskId: 'task-1' }), v1);
    expect(body?.result).toMatchObject({
      task: {
        id: 'task-1',
        contextId: 'id-1',
        status: { state: 'TASK_STATE_COMPLETED' },
        history: [{}, { messageId: 'm-2' }],
      },
    });
    expect(server.turns.map(({ skills }) => skills.map(({ id }) => id))).toEqual([
      ['calculate', 'other'],
      ['calculate'],
    ]);
    const closed = await post(server, send({}, { messageId: 'm-3', taskId: 'task-1' }), v1);
    expect(closed.body?.error?.code).toBe(-32004);
  });

  it.each([
    ['of an unknown task', { taskId: 'nope' }, -32001],
    ['in another context', { taskId: 'task-1', contextId: 'elsewhere' }, -32602],
  ])('%s is refused', async (_name, said, code) => {
    await using server = await startA2A({ policy: { reply: 'task' }, work: waiting });
    await post(server, start, v1);
    expect((await post(server, send({}, { messageId: 'm-2', ...said }), v1)).body?.error?.code).toBe(code);
    expect(
      (await post(server, send({}, { messageId: 'm-3', taskId: 'task-1', contextId: 'id-1' }), v1)).body?.error,
    ).toBe(undefined);
  });

  it('of somebody else is of no task', async () => {
    await using server = await startA2A({ policy: { reply: 'task' }, work: waiting });
    await post(server, start, known);
    const { body } = await post(server, send({}, { messageId: 'm-2', taskId: 'task-1' }), v1);
    expect(body?.error?.code).toBe(-32001);
  });

  it('is answered at once to a caller that does not wait', async () => {
    await using server = await startA2A({ policy: { reply: 'task' }, work: waiting });
    await post(server, start, v1);
    const next = send({ configuration: { returnImmediately: true } }, { messageId: 'm-2', taskId: 'task-1' });
    expect((await post(server, next, v1)).body?.result).toMatchObject({
      task: { status: { state: 'TASK_STATE_WORKING' } },
    });
  });
});

describe('the same message again [26]', () => {
  const writing = createSkill({ id: 'write', route: 'POST /write' });

  async function sendTwice(options: Parameters<typeof startA2A>[0], [one, other]: [object, object], headers = known) {
    let calls = 0;
    await using server = await startA2A({
      skills: [writing],
      work: complete,
      ...options,
      answer: async (args, context) => {
        calls += 1;
        return options?.answer?.(args, context) ?? json('{"n":9007199254740993}');
      },
    });
    const answers = [await post(server, one, headers), await post(server, other, headers)] as const;
    return { answers, calls, begun: server.tasks.begun.length };
  }

  it('gets the first answer to a write, digits and all, in the dialect of the second', async () => {
    const { answers, calls } = await sendTwice({}, [send(), send()]);
    expect(calls).toBe(1);
    expect(answers[1].text).toBe(answers[0].text);
    expect(answers[1].text).toContain('9007199254740993');
  });

  it('is made anew when nothing is changed by it, or when nobody is known to have sent it', async () => {
    expect((await sendTwice({ skills: [calculate] }, [send(), send()])).calls).toBe(2);
    expect((await sendTwice({}, [send(), send()], v1 as typeof known)).calls).toBe(2);
  });

  it('tells the service so, if nothing else does', async () => {
    const names: unknown[] = [];
    const answer = (_args: unknown, { idempotency }: CallContext): Outcome => {
      names.push(idempotency);
      return problem('upstream_busy', 429);
    };
    await sendTwice({ answer, policy: { failures: 'error' } }, [send(), send()]);
    expect(names).toEqual(Array(2).fill('["Bearer somebody","root","m-1"]'));
    names.length = 0;
    await sendTwice({ answer, policy: { failures: 'error' } }, [send(), send()], v1 as typeof known);
    expect(names).toEqual([undefined, undefined]);
  });

  it('with other content is refused', async () => {
    const { answers, calls } = await sendTwice({}, [send(), send({}, { parts: [{ data: { a: 2 } }] })]);
    expect(answers[1].body?.error?.code).toBe(-32602);
    expect(calls).toBe(1);
  });

  it.each<[FailureCode, number]>([
    ['upstream_rejected', 1],
    ['upstream_busy', 2],
  ])('after the error %s calls the service %i times', async (code, times) => {
    const answer = (): Outcome => problem(code, 400);
    const { answers, calls } = await sendTwice({ answer, policy: { failures: 'error' } }, [send(), send()]);
    expect(calls).toBe(times);
    expect(answers[1].body?.error).toEqual(answers[0].body?.error);
  });

  it.each([{ returnImmediately: true }, { returnImmediately: false }])(
    'joins the task, with %j',
    async (configuration) => {
      const { answers, begun } = await sendTwice({ policy: { reply: 'task' } }, [
        send({ configuration }),
        send({ configuration }),
      ]);
      expect(begun).toBe(1);
      expect(answers[1].body?.result).toMatchObject({
        task: { id: 'task-1', status: { state: 'TASK_STATE_COMPLETED' } },
      });
    },
  );
});

describe('what can be asked of a task', () => {
  it('GetTask shows it, with so much of its history, in both versions [41-45]', async () => {
    await using server = await startA2A({ policy: { reply: 'task' }, work: complete });
    await post(server, send(), v1);
    const { body } = await ask(server, 'GetTask', { id: 'task-1' });
    expect(body?.result).toMatchObject({ id: 'task-1', artifacts: [{}], history: [{ messageId: 'm-1' }] });
    expect((await ask(server, 'GetTask', { id: 'task-1', history_length: 0 })).body?.result).not.toHaveProperty(
      'history',
    );
    expect((await ask(server, 'tasks/get', { id: 'task-1', historyLength: 1 }, {})).body?.result).toMatchObject({
      kind: 'task',
      history: [{ kind: 'message' }],
      artifacts: [{ parts: [{ kind: 'data' }] }],
    });
    expect((await ask(server, 'GetTask', { id: 'task-1' }, known)).body?.error?.code).toBe(-32001);
  });

  it('ListTasks pages through them, newest first [46-54]', async () => {
    await using server = await startA2A({ policy: { reply: 'task' }, work: complete });
    for (const contextId of ['c-1', 'c-2', 'c-1']) await post(server, send({}, { contextId }), v1);
    const ids = ({ body }: RpcAnswer) => {
      const { tasks } = (body?.result ?? {}) as { tasks?: { id: string }[] };
      return tasks?.map(({ id }) => id);
    };
    const first = await ask(server, 'ListTasks', { pageSize: 2 });
    expect(ids(first)).toEqual(['task-3', 'task-2']);
    expect(first.body?.result).toMatchObject({ pageSize: 2, totalSize: 3, nextPageToken: '2' });
    expect(first.text).not.toContain('"artifacts"');
    const second = await ask(server, 'ListTasks', {
      pageSize: 2,
      pageToken: '2',
      includeArtifacts: true,
      historyLength: 0,
    });
    expect(ids(second)).toEqual(['task-1']);
    expect(second.body?.result).toMatchObject({ nextPageToken: '', tasks: [{ artifacts: [{}] }] });
    expect(second.text).not.toContain('"history"');
    expect(ids(await ask(server, 'ListTasks', { contextId: 'c-1' }))).toEqual(['task-3', 'task-1']);
    expect(ids(await ask(server, 'ListTasks', { contextId: 'nobody' }))).toEqual([]);
    expect(ids(await ask(server, 'ListTasks', { status: 'TASK_STATE_FAILED' }))).toEqual([]);
    expect(ids(await ask(server, 'ListTasks', { status: 'TASK_STATE_UNSPECIFIED' }))).toHaveLength(3);
    expect(ids(await ask(server, 'tasks/list', { status: 'completed' }, {}))).toHaveLength(3);
    expect((await ask(server, 'ListTasks', { pageToken: 'x' })).body?.error?.code).toBe(-32602);
    const since = (await ask(server, 'GetTask', { id: 'task-2' })).body?.result as { status: { timestamp: string } };
    expect(ids(await ask(server, 'ListTasks', { statusTimestampAfter: since.status.timestamp }))).toEqual([
      'task-3',
      'task-2',
    ]);
  });

  it('CancelTask stops it once [55-57]', async () => {
    await using server = await startA2A();
    const immediate = send({ configuration: { returnImmediately: true } });
    await post(server, immediate, v1);
    expect((await ask(server, 'CancelTask', { id: 'task-1', metadata: {} })).body?.result).toMatchObject({
      id: 'task-1',
      status: { state: 'TASK_STATE_CANCELED' },
    });
    expect((await ask(server, 'tasks/cancel', { id: 'task-1' }, {})).body?.error?.code).toBe(-32002);
    expect((await ask(server, 'CancelTask', { id: 'nope' })).body?.error?.code).toBe(-32001);
  });

  it.each([
    ['1.0', v1],
    ['0.3', {}],
  ])('webhooks are set, shown without their secrets, listed and removed, in %s [60-67]', async (version, headers) => {
    await using server = await startA2A();
    await post(server, send({ configuration: { returnImmediately: true } }), v1);
    const url = 'https://hooks.example.test';
    const isV1 = version === '1.0';
    const shown = isV1
      ? { id: 'p', taskId: 'task-1', url, authentication: { scheme: 'Bearer' } }
      : { taskId: 'task-1', pushNotificationConfig: { id: 'p', url, authentication: { schemes: ['Bearer'] } } };
    const [set, get, list, remove] = isV1
      ? (['Create', 'Get', 'List', 'Delete'] as const).map(
          (verb) => `${verb}TaskPushNotificationConfig${verb === 'List' ? 's' : ''}`,
        )
      : (['set', 'get', 'list', 'delete'] as const).map((verb) => `tasks/pushNotificationConfig/${verb}`);
    const call = async (method: string | undefined, params: object) =>
      (await ask(server, method ?? '', params, headers)).body;
    const config = { id: 'p', url, token: 'tok-1' };
    const params = isV1
      ? { taskId: 'task-1', ...config, authentication: { scheme: 'Bearer', credentials: 'cred-1' } }
      : {
          taskId: 'task-1',
          pushNotificationConfig: { ...config, authentication: { schemes: ['Bearer'], credentials: 'cred-1' } },
        };
    expect((await call(set, params))?.result).toEqual(shown);
    const ids = isV1 ? { taskId: 'task-1', id: 'p' } : { id: 'task-1', pushNotificationConfigId: 'p' };
    expect((await call(get, ids))?.result).toEqual(shown);
    const task = isV1 ? { taskId: 'task-1' } : { id: 'task-1' };
    expect((await call(list, task))?.result).toEqual(isV1 ? { configs: [shown] } : [shown]);
    expect((await call(remove, ids))?.result).toBeNull();
    expect((await call(remove, ids))?.result).toBeNull();
    expect((await call(get, ids))?.error?.code).toBe(-32001);
    expect((await call(list, task))?.result).toEqual(isV1 ? {} : []);
  });

  it('the log line names it', async () => {
    await using server = await startA2A({ work: complete });
    await post(server, send({ configuration: { returnImmediately: true } }), v1);
    await ask(server, 'GetTask', { id: 'task-1' });
    expect(server.lines).toMatchObject([
      { method: 'SendMessage', task: 'task-1', skill: 'calculate' },
      { method: 'GetTask', task: 'task-1' },
    ]);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
