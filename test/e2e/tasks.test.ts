// The life of a task through the whole gateway: the official clients of both versions begin, look, list, cancel and go on; callers
// see their own tasks alone.

import { Role, TaskState, type SendMessageRequest, type Task } from '@a2a-js/sdk';
import { TaskNotCancelableError, TaskNotFoundError } from '@a2a-js/sdk/errors';
import type { MessageSendParams, Task as TaskV03 } from 'a2a-sdk-v0.3';
import { TaskNotCancelableError as TaskNotCancelableErrorV03 } from 'a2a-sdk-v0.3/client';
import { describe, expect, test } from 'vitest';
import { connectV03, connectV1 } from '../support/clients.ts';
import { failureOf, startGateway, type WireTask } from '../support/gateway.ts';
import { held, startWorkshop, type Workshop } from '../support/workshop.ts';
import { startTck } from '../upstreams/tck.ts';

const soon = { timeout: 10_000, interval: 5 };

function toV1(text: string, more: Partial<SendMessageRequest['message'] & object> = {}): SendMessageRequest {
  return {
    tenant: '',
    metadata: undefined,
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      historyLength: undefined,
      returnImmediately: true,
    },
    message: {
      messageId: crypto.randomUUID(),
      role: Role.ROLE_USER,
      contextId: '',
      taskId: '',
      extensions: [],
      referenceTaskIds: [],
      metadata: undefined,
      parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }],
      ...more,
    },
  };
}

function toV03(text: string): MessageSendParams {
  return {
    message: { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts: [{ kind: 'text', text }] },
    configuration: { blocking: false },
  };
}

const allOf = {
  tenant: '',
  contextId: '',
  status: TaskState.TASK_STATE_UNSPECIFIED,
  pageSize: 2,
  pageToken: '',
  historyLength: undefined,
  statusTimestampAfter: undefined,
  includeArtifacts: undefined,
};

/** Waits until the service has so many requests, and lets the oldest reply that is held go. */
async function release({ service }: Workshop, requests: number): Promise<void> {
  await expect.poll(() => service.requests.length, soon).toBe(requests);
  service.release();
}

describe('the client of 1.x', () => {
  test('begins without waiting, looks, and finds the result', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/plan', held({ steps: 3 }));
    const client = await connectV1(workshop.gateway.url, 'ann');
    const begun = (await client.sendMessage(toV1('readPlan'))) as Task;
    expect(begun.status?.state).toBe(TaskState.TASK_STATE_WORKING);
    const look = (historyLength?: number): Promise<Task> => client.getTask({ tenant: '', id: begun.id, historyLength });
    await expect.poll(async () => (await look()).status?.state, soon).not.toBe(TaskState.TASK_STATE_COMPLETED);
    await release(workshop, 1);
    await expect.poll(async () => (await look()).status?.state, soon).toBe(TaskState.TASK_STATE_COMPLETED);
    const done = await look();
    expect(done.artifacts).toMatchObject([
      { name: 'readPlan', parts: [{ content: { value: 'steps: 3' } }, { content: { value: { steps: 3 } } }] },
    ]);
    expect(done.history).toMatchObject([{ role: Role.ROLE_USER, taskId: begun.id, contextId: begun.contextId }]);
    expect((await look(0)).history).toEqual([]);
    expect((await look(1)).history).toHaveLength(1);
  });

  test('lists its tasks page by page, newest first, each once', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/plan', { json: { steps: 3 } });
    const client = await connectV1(workshop.gateway.url, 'ann');
    const ids: string[] = [];
    for (const contextId of ['a', 'b', 'a', 'b', 'a']) {
      const { id } = (await client.sendMessage(toV1('readPlan', { contextId }))) as Task;
      ids.push(id);
      await expect
        .poll(async () => (await client.getTask({ tenant: '', id, historyLength: 0 })).status?.state, soon)
        .toBe(TaskState.TASK_STATE_COMPLETED);
    }
    const found: string[] = [];
    const sizes: number[] = [];
    let pageToken = '';
    do {
      const page = await client.listTasks({ ...allOf, pageToken });
      expect([page.totalSize, page.pageSize]).toEqual([5, 2]);
      expect(page.tasks.every(({ artifacts }) => artifacts.length === 0)).toBe(true);
      found.push(...page.tasks.map(({ id }) => id));
      sizes.push(page.tasks.length);
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    expect(sizes).toEqual([2, 2, 1]);
    expect(found.toSorted()).toEqual(ids.toSorted());

    const ofOne = await client.listTasks({ ...allOf, contextId: 'b', includeArtifacts: true });
    expect(ofOne.tasks.map(({ id }) => id).toSorted()).toEqual([ids[1] ?? '', ids[3] ?? ''].toSorted());
    expect(ofOne.tasks[0]?.artifacts).toHaveLength(1);
    const working = await client.listTasks({ ...allOf, status: TaskState.TASK_STATE_WORKING });
    expect(working.tasks).toEqual([]);
    const completed = await client.listTasks({ ...allOf, status: TaskState.TASK_STATE_COMPLETED, pageSize: 50 });
    expect(completed.tasks).toHaveLength(5);
    await expect(client.listTasks({ ...allOf, pageToken: 'made up' })).rejects.toThrow(/pageToken/);
  });

  test('cancels: the request to the service is broken off, and what ends stays as it is', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/plan', held({ steps: 3 }), { json: { steps: 4 } });
    const client = await connectV1(workshop.gateway.url, 'ann');
    const { id } = (await client.sendMessage(toV1('readPlan'))) as Task;
    await expect.poll(() => workshop.service.requests.length, soon).toBe(1);
    const canceled = await client.cancelTask({ tenant: '', id, metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    await workshop.service.abandoned;
    expect(await client.getTask({ tenant: '', id, historyLength: 0 })).toMatchObject({
      status: { state: TaskState.TASK_STATE_CANCELED },
      artifacts: [],
    });

    const other = (await client.sendMessage(toV1('readPlan'))) as Task;
    await expect
      .poll(async () => (await client.getTask({ tenant: '', id: other.id, historyLength: 0 })).status?.state, soon)
      .toBe(TaskState.TASK_STATE_COMPLETED);
    await expect(client.cancelTask({ tenant: '', id: other.id, metadata: undefined })).rejects.toThrow(
      TaskNotCancelableError,
    );
  });
});

describe('the client of 0.3', () => {
  test('begins without waiting, looks, and finds the result', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/plan', held({ steps: 3 }));
    const client = await connectV03(workshop.gateway.url, 'ann');
    const begun = (await client.sendMessage(toV03('readPlan'))) as TaskV03;
    expect(begun).toMatchObject({ kind: 'task', status: { state: 'working' } });
    await release(workshop, 1);
    const look = (historyLength?: number): Promise<TaskV03> =>
      client.getTask({ id: begun.id, ...(historyLength === undefined ? {} : { historyLength }) });
    await expect.poll(async () => (await look()).status.state, soon).toBe('completed');
    const done = await look();
    expect(done.artifacts).toMatchObject([{ parts: [{ text: 'steps: 3' }, { kind: 'data', data: { steps: 3 } }] }]);
    expect(done.history).toMatchObject([{ kind: 'message', role: 'user', taskId: begun.id }]);
    expect((await look(0)).history ?? []).toEqual([]);
  });

  test('cancels once', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/plan', held({ steps: 3 }));
    const client = await connectV03(workshop.gateway.url, 'ann');
    const { id } = (await client.sendMessage(toV03('readPlan'))) as TaskV03;
    await expect.poll(() => workshop.service.requests.length, soon).toBe(1);
    expect((await client.cancelTask({ id })).status.state).toBe('canceled');
    await workshop.service.abandoned;
    await expect(client.cancelTask({ id })).rejects.toThrow(TaskNotCancelableErrorV03);
  });

  test('sees the tasks that were begun in 1.0, and the other way round', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/plan', { json: { steps: 3 } });
    const v1 = await connectV1(workshop.gateway.url, 'ann');
    const v03 = await connectV03(workshop.gateway.url, 'ann');
    const one = (await v1.sendMessage(toV1('readPlan'))) as Task;
    await expect.poll(async () => (await v03.getTask({ id: one.id })).status.state, soon).toBe('completed');
    const other = (await v03.sendMessage(toV03('readPlan'))) as TaskV03;
    const look = (): Promise<Task> => v1.getTask({ tenant: '', id: other.id, historyLength: undefined });
    await expect.poll(async () => (await look()).status?.state, soon).toBe(TaskState.TASK_STATE_COMPLETED);
  });
});

describe('callers', () => {
  test('see their own tasks alone: to others these do not exist', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/plan', held({ steps: 3 }));
    const [ann, bob, nobody] = [workshop.caller('ann'), workshop.caller('bob'), workshop.caller()];
    const { id, contextId } = failureOf(
      await ann.send('readPlan', { configuration: { returnImmediately: true }, contextId: 'shared' }),
    );
    for (const other of [bob, nobody]) {
      for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask'])
        expect((await other.rpc(method, { id })).body.error, method).toMatchObject({ code: -32001 });
      expect((await other.send('readPlan', { taskId: id })).body.error).toMatchObject({ code: -32001 });
      expect((await other.rpc('ListTasks', { contextId })).body.result).toMatchObject({ tasks: [], totalSize: 0 });
    }
    expect((await ann.rpc('GetTask', { id })).body.result).toMatchObject({ id });
    expect((await ann.rpc('ListTasks', {})).body.result).toMatchObject({ tasks: [{ id }], totalSize: 1 });
    await release(workshop, 1);
  });

  test('without credentials list tasks of a context that they name, and nothing else', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/plan', { json: { steps: 3 } });
    const nobody = workshop.caller();
    const configuration = { returnImmediately: true };
    const { id, contextId } = failureOf(await nobody.send('readPlan', { configuration }));
    await nobody.send('readPlan', { configuration });
    expect(contextId).toMatch(/^[\da-f-]{36}$/);
    expect((await nobody.rpc('ListTasks', {})).body.result).toMatchObject({ tasks: [], totalSize: 0 });
    expect((await nobody.rpc('ListTasks', { contextId })).body.result).toMatchObject({ tasks: [{ id }], totalSize: 1 });
    expect((await nobody.rpc('GetTask', { id })).body.result).toMatchObject({ id });
  });

  test('without credentials list all, where the switch for test benches is on', async () => {
    await using workshop = await startWorkshop({ tasks: { listAnonymous: true } });
    workshop.service.script('/plan', { json: { steps: 3 } });
    const nobody = workshop.caller();
    const { id } = failureOf(await nobody.send('readPlan', { configuration: { returnImmediately: true } }));
    expect((await nobody.rpc('ListTasks', {})).body.result).toMatchObject({ tasks: [{ id }], totalSize: 1 });
    expect((await workshop.caller('ann').rpc('ListTasks', {})).body.result).toMatchObject({ tasks: [] });
  });

  test('without credentials are asked for them, and go on in the same task', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script(
      '/notes',
      { status: 401, json: { error: 'who are you?' } },
      { status: 201, json: { id: 1 } },
    );
    const asked = failureOf(await workshop.caller().send('addNote'));
    expect(asked).toMatchObject({
      state: 'TASK_STATE_AUTH_REQUIRED',
      text: expect.stringMatching(/who are you\?.*Send another message for this task with the right credentials/),
    });
    const ann = workshop.caller('ann');
    const { body } = await ann.send('addNote', { taskId: asked.id });
    expect(body.result).toMatchObject({ task: { id: asked.id, status: { state: 'TASK_STATE_COMPLETED' } } });
    expect(workshop.service.requests[1]?.headers['authorization']).toBe('Bearer ann');
    expect((await ann.rpc('ListTasks', {})).body.result).toMatchObject({ tasks: [] });
  });

  test('with credentials that do not suffice go on when they do', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/notes', { status: 403, json: { error: 'not you' } }, { status: 201, json: { id: 1 } });
    const ann = workshop.caller('ann');
    const refused = failureOf(await ann.send('addNote'));
    expect(refused).toMatchObject({ state: 'TASK_STATE_AUTH_REQUIRED', text: expect.stringContaining('not you') });
    expect((await workshop.caller('bob').send('addNote', { taskId: refused.id })).body.error?.code).toBe(-32001);
    const { body } = await ann.send('addNote', { taskId: refused.id });
    expect(body.result).toMatchObject({ task: { id: refused.id, status: { state: 'TASK_STATE_COMPLETED' } } });
  });

  test('have no more tasks at work than they may, and others have room', async () => {
    await using workshop = await startWorkshop({ tasks: { maxTasksPerCaller: 2 } });
    workshop.service.script('/plan', held({ steps: 3 }));
    const [ann, bob] = [workshop.caller('ann'), workshop.caller('bob')];
    const begin = (caller: typeof ann) => caller.send('readPlan', { configuration: { returnImmediately: true } });
    await begin(ann);
    await begin(ann);
    const refused = await begin(ann);
    expect(refused.status).toBe(503);
    expect(refused.body.error?.message).toMatch(/2 tasks that work of yours already/);
    expect(failureOf(await begin(bob)).state).toBe('TASK_STATE_WORKING');
    for (const requests of [3, 3, 3]) await release(workshop, requests);
    const completed = async () => {
      const { body } = await ann.rpc('ListTasks', { status: 'TASK_STATE_COMPLETED' });
      return (body.result as { totalSize: number }).totalSize;
    };
    await expect.poll(completed, soon).toBe(2);
    workshop.service.script('/plan', { json: { steps: 4 } });
    expect((await begin(ann)).body.result).toHaveProperty('task');
  });
});

describe('a conversation', () => {
  test('waits for its caller, goes on in the same task, and keeps what was said', async () => {
    await using desk = await startTck();
    const conversation = {
      text: 'text',
      messageId: 'X-Message-Id',
      session: 'X-Job-Id',
      reply: { session: 'X-Job-Id', state: '/status', states: { 'waiting-for-input': 'input-required' } },
    } as const;
    const override = { handleMessage: { conversation } };
    await using gateway = await startGateway({
      config: {
        gateway: { defaultSkill: 'handleMessage' },
        targets: { desk: { spec: 'openapi/tck.yaml', upstreams: [desk.url], skills: { override } } },
      },
    });
    const say = async (messageId: string, more: object = {}): Promise<WireTask> => {
      const message = { messageId, role: 'ROLE_USER', parts: [{ text: 'Tidy the desk' }], ...more };
      const { body } = await gateway.rpc(
        { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
        { 'a2a-version': '1.0' },
      );
      return (body.result as { task: WireTask }).task;
    };
    const asked = await say('tck-input-required-1');
    expect(asked.status).toMatchObject({
      state: 'TASK_STATE_INPUT_REQUIRED',
      message: { parts: [{ text: 'What should be done with it?' }] },
    });
    const done = await say('tck-complete-1', { taskId: asked.id });
    expect(done).toMatchObject({ id: asked.id, contextId: asked.contextId, status: { state: 'TASK_STATE_COMPLETED' } });
    expect(done.history?.map(({ messageId }) => messageId).filter((id) => id.startsWith('tck-'))).toEqual([
      'tck-input-required-1',
      'tck-complete-1',
    ]);
    expect(done.history).toHaveLength(3);
    expect(desk.requests.at(-1)?.headers['x-job-id']).toBe('job-1');

    const late = await gateway.rpc(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: { messageId: 'tck-late-1', taskId: asked.id, role: 'ROLE_USER', parts: [{ text: 'And now?' }] },
        },
      },
      { 'a2a-version': '1.0' },
    );
    expect(late.body.error).toMatchObject({ code: -32004 });
  });
});

test('a task that is not there is not found, in the type that users catch', async () => {
  await using workshop = await startWorkshop();
  const client = await connectV1(workshop.gateway.url, 'ann');
  await expect(client.getTask({ tenant: '', id: 'nope', historyLength: undefined })).rejects.toThrow(TaskNotFoundError);
});
