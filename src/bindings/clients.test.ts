// The official clients of both versions against the card and the endpoint: each is built from the card's address alone. The test is the
// worker of the tasks.

import { ClientFactory as ClientFactoryV1 } from '@a2a-js/sdk/client';
import { Role, TaskState, type SendMessageRequest } from '@a2a-js/sdk';
import { ClientFactory as ClientFactoryV03 } from 'a2a-sdk-v0.3/client';
import { describe, expect, it } from 'vitest';
import { startA2A } from '../../test/support/a2a-server.ts';
import type { ScriptedTasks } from '../../test/support/scripted-tasks.ts';

const messageV1: SendMessageRequest = {
  tenant: '',
  configuration: undefined,
  metadata: undefined,
  message: {
    messageId: 'm-1',
    role: Role.ROLE_USER,
    contextId: '',
    taskId: '',
    extensions: [],
    referenceTaskIds: [],
    metadata: undefined,
    parts: [
      {
        content: { $case: 'data', value: { operation: 'add', operands: [5, 3] } },
        metadata: undefined,
        filename: '',
        mediaType: '',
      },
    ],
  },
};

const messageV03 = {
  message: {
    kind: 'message' as const,
    messageId: 'm-1',
    role: 'user' as const,
    parts: [{ kind: 'data' as const, data: { operation: 'add', operands: [5, 3] } }],
  },
};

function work(taskId: string, tasks: ScriptedTasks): void {
  tasks.status(taskId, 'working', 'Adding up');
  for (const [at, text] of ['8', '.0'].entries()) {
    const artifact = { artifactId: 'a-1', name: 'calculate', parts: [{ kind: 'text' as const, text }] };
    tasks.tell(taskId, { kind: 'artifact', artifact, append: at > 0, lastChunk: at > 0 });
  }
  tasks.status(taskId, 'completed');
}

async function all<Event>(events: AsyncIterable<Event>): Promise<readonly Event[]> {
  const list: Event[] = [];
  for await (const event of events) list.push(event);
  return list;
}

describe('the official client 1.x', () => {
  it('resolves the card and calls', async () => {
    await using server = await startA2A();
    const client = await new ClientFactoryV1().createFromUrl(server.url);
    const card = await client.getAgentCard();
    expect(card.supportedInterfaces[0]).toMatchObject({ url: `${server.url}/a2a`, protocolVersion: '1.0' });
    expect(card.capabilities).toMatchObject({ streaming: true, pushNotifications: true });
    const answer = await client.sendMessage(messageV1);
    expect(answer).toMatchObject({ contextId: 'id-1', parts: [{ content: { $case: 'data', value: { result: 8 } } }] });
    await expect(client.getTask({ tenant: '', id: 'nope', historyLength: undefined })).rejects.toThrow(/not found/i);
  });

  it('streams', async () => {
    await using server = await startA2A({ work });
    const client = await new ClientFactoryV1().createFromUrl(server.url);
    const events = await all(client.sendMessageStream(messageV1));
    expect(events.map(({ payload }) => payload?.$case)).toEqual([
      'task',
      'statusUpdate',
      'artifactUpdate',
      'artifactUpdate',
      'statusUpdate',
    ]);
    expect(events[3]?.payload?.value).toMatchObject({
      taskId: 'task-1',
      contextId: 'id-1',
      append: true,
      lastChunk: true,
    });
    const task = await client.getTask({ tenant: '', id: 'task-1', historyLength: 1 });
    expect(task).toMatchObject({
      status: { state: TaskState.TASK_STATE_COMPLETED },
      artifacts: [{ name: 'calculate', parts: [{ content: { value: '8' } }, { content: { value: '.0' } }] }],
      history: [{ messageId: 'm-1', role: Role.ROLE_USER }],
    });
  });

  it('follows, lists, cancels, and sets webhooks', async () => {
    await using server = await startA2A({ policy: { reply: 'task' } });
    const client = await new ClientFactoryV1().createFromUrl(server.url);
    const configuration = {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      historyLength: undefined,
      returnImmediately: true,
    };
    const begun = await client.sendMessage({ ...messageV1, configuration });
    expect(begun).toMatchObject({ id: 'task-1', status: { state: TaskState.TASK_STATE_SUBMITTED } });
    const stream = client.resubscribeTask({ tenant: '', id: 'task-1' });
    expect((await stream.next()).value).toMatchObject({ payload: { $case: 'task' } });

    const url = 'https://hooks.example.test';
    const config = { tenant: '', taskId: 'task-1', id: 'p', url, token: 't', authentication: undefined };
    expect(await client.createTaskPushNotificationConfig(config)).toMatchObject({ id: 'p', taskId: 'task-1', url });
    expect(
      await client.listTaskPushNotificationConfig({ tenant: '', taskId: 'task-1', pageSize: 0, pageToken: '' }),
    ).toMatchObject({
      configs: [{ id: 'p' }],
    });
    await client.deleteTaskPushNotificationConfig({ tenant: '', taskId: 'task-1', id: 'p' });

    expect(await client.cancelTask({ tenant: '', id: 'task-1', metadata: undefined })).toMatchObject({
      status: { state: TaskState.TASK_STATE_CANCELED },
    });
    expect(await all(stream)).toMatchObject([
      { payload: { value: { status: { state: TaskState.TASK_STATE_CANCELED } } } },
    ]);
    const page = await client.listTasks({
      tenant: '',
      contextId: 'id-1',
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageSize: 10,
      pageToken: '',
      historyLength: undefined,
      statusTimestampAfter: undefined,
      includeArtifacts: true,
    });
    expect(page).toMatchObject({ totalSize: 1, pageSize: 10, tasks: [{ id: 'task-1' }] });
  });
});

describe('the official client 0.3.x', () => {
  it('resolves the card and calls', async () => {
    await using server = await startA2A();
    const client = await new ClientFactoryV03().createFromUrl(server.url);
    const answer = await client.sendMessage(messageV03);
    expect(answer).toMatchObject({ kind: 'message', parts: [{ kind: 'data', data: { result: 8 } }] });
    await expect(client.getTask({ id: 'nope' })).rejects.toThrow(/not found/i);
  });

  it('streams', async () => {
    await using server = await startA2A({ work });
    const client = await new ClientFactoryV03().createFromUrl(server.url);
    const events = await all(client.sendMessageStream(messageV03));
    expect(events).toMatchObject([
      { kind: 'task', id: 'task-1' },
      {
        kind: 'status-update',
        status: { state: 'working', message: { parts: [{ text: 'Adding up' }] } },
        final: false,
      },
      { kind: 'artifact-update', append: false },
      { kind: 'artifact-update', append: true, lastChunk: true },
      { kind: 'status-update', status: { state: 'completed' }, final: true },
    ]);
    expect(await client.getTask({ id: 'task-1' })).toMatchObject({ kind: 'task', status: { state: 'completed' } });
    expect(await all(client.resubscribeTask({ id: 'task-1' }))).toMatchObject([{ kind: 'task' }]);
  });

  it('follows, cancels, and sets webhooks', async () => {
    await using server = await startA2A();
    const client = await new ClientFactoryV03().createFromUrl(server.url);
    const begun = await client.sendMessage({ ...messageV03, configuration: { blocking: false } });
    expect(begun).toMatchObject({ kind: 'task', status: { state: 'submitted' } });
    const stream = client.resubscribeTask({ id: 'task-1' });
    expect((await stream.next()).value).toMatchObject({ kind: 'task' });

    const url = 'https://hooks.example.test';
    const set = await client.setTaskPushNotificationConfig({
      taskId: 'task-1',
      pushNotificationConfig: { id: 'p', url },
    });
    expect(set).toEqual({ taskId: 'task-1', pushNotificationConfig: { id: 'p', url } });
    expect(await client.getTaskPushNotificationConfig({ id: 'task-1' })).toEqual(set);
    expect(await client.listTaskPushNotificationConfig({ id: 'task-1' })).toEqual([set]);
    await client.deleteTaskPushNotificationConfig({ id: 'task-1', pushNotificationConfigId: 'p' });

    expect(await client.cancelTask({ id: 'task-1' })).toMatchObject({ status: { state: 'canceled' } });
    expect(await all(stream)).toMatchObject([{ kind: 'status-update', final: true }]);
    await expect(client.cancelTask({ id: 'task-1' })).rejects.toThrow(/cancel/i);
  });
});
