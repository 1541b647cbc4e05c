// The official clients of both versions, given nothing but the base URL: they find the card, call skills with data and with text, and
// get errors as the types that their users catch.

import { createServer, request as forward } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Role, TaskState, type SendMessageRequest, type StreamResponse } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';
import { PushNotificationNotSupportedError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import {
  A2AClient,
  ClientFactory as ClientFactoryV03,
  TaskNotFoundError as TaskNotFoundErrorV03,
  UnsupportedOperationError as UnsupportedOperationErrorV03,
} from 'a2a-sdk-v0.3/client';
import { describe, expect, test } from 'vitest';
import { startDemo } from '../support/gateway.ts';

const sum = { operation: 'add', operands: [5, 3] };

type Content = { readonly $case: 'data'; readonly value: unknown } | { readonly $case: 'text'; readonly value: string };

function say(content: Content, metadata?: Record<string, unknown>): SendMessageRequest {
  return {
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
      metadata,
      parts: [{ content, metadata: undefined, filename: '', mediaType: '' }],
    },
  };
}

describe('the client of 1.x', () => {
  test('finds the card and calls with data', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    expect(client.protocolVersion).toBe('1.0');
    const card = await client.getAgentCard();
    expect(card.skills.map(({ id }) => id)).toContain('calculator__calculate');
    expect(card.supportedInterfaces.map(({ url, protocolVersion }) => [url, protocolVersion])).toEqual([
      [`${demo.gateway.url}/a2a`, '1.0'],
      [`${demo.gateway.url}/a2a`, '0.3'],
    ]);
    expect(await client.sendMessage(say({ $case: 'data', value: sum }))).toMatchObject({
      role: Role.ROLE_AGENT,
      parts: [{ content: { $case: 'data', value: { result: 8 } } }],
    });
  });

  test('calls with text, and reads the answer as text and data', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    const answer = await client.sendMessage(say({ $case: 'text', value: 'getPetById petId=1' }));
    expect(answer).toMatchObject({
      parts: [
        { content: { $case: 'text', value: expect.stringContaining('Rex') } },
        { content: { value: { name: 'Rex' } } },
      ],
    });
  });

  test('every example of the card works when it is sent as a text; what destroys is asked back first', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    const { skills } = await client.getAgentCard();
    const [kept, destroying] = [false, true].map((isLast) =>
      skills.filter(({ id }) => /delete|cancel/i.test(id) === isLast),
    );
    for (const { examples } of kept ?? []) {
      const answer = await client.sendMessage(say({ $case: 'text', value: examples[0] ?? '' }));
      expect(answer, examples[0]).toHaveProperty('parts');
    }
    expect(destroying).toHaveLength(2);
    for (const { examples } of destroying ?? []) {
      const [line = ''] = examples;
      const reached = demo.reached();
      expect(await client.sendMessage(say({ $case: 'text', value: line })), line).toMatchObject({
        status: {
          state: TaskState.TASK_STATE_INPUT_REQUIRED,
          message: { parts: [{ content: { value: expect.stringContaining(`confirm ${line}`) } }, {}] },
        },
      });
      expect(demo.reached()).toBe(reached);
      expect(await client.sendMessage(say({ $case: 'text', value: `confirm ${line}` })), line).toHaveProperty('parts');
      expect(demo.reached()).toBe(reached + 1);
    }
  });

  test('names a skill in the metadata', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    const answer = await client.sendMessage(
      say({ $case: 'data', value: { petId: 2 } }, { skillId: 'pets__getPetById' }),
    );
    expect(answer).toMatchObject({ parts: [{ content: { value: { name: 'Bella' } } }] });
  });

  test('streams where there is no streaming: the client falls back to one answer', async () => {
    await using demo = await startDemo({ tasks: { streaming: false } });
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    const events: unknown[] = [];
    for await (const event of client.sendMessageStream(say({ $case: 'data', value: sum }))) events.push(event);
    expect(JSON.stringify(events)).toContain('"result":8');
    expect(events).toHaveLength(1);
  });

  test('streams: the task, its artifact, and its end', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    const events: StreamResponse[] = [];
    for await (const event of client.sendMessageStream(say({ $case: 'data', value: sum }))) events.push(event);
    const kinds = events.map(({ payload }) => payload?.$case);
    expect([kinds[0], kinds.at(-1)]).toEqual(['task', 'statusUpdate']);
    expect(kinds).toContain('artifactUpdate');
    expect(JSON.stringify(events)).toContain('"result":8');
    expect(events.at(-1)).toMatchObject({ payload: { value: { status: { state: TaskState.TASK_STATE_COMPLETED } } } });
  });

  test('gets errors as types', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    await expect(client.getTask({ tenant: '', id: 'nope', historyLength: undefined })).rejects.toThrow(
      TaskNotFoundError,
    );
    await expect(client.cancelTask({ tenant: '', id: 'nope', metadata: undefined })).rejects.toThrow(TaskNotFoundError);
    await expect(
      client.transport.getTaskPushNotificationConfig({ tenant: '', taskId: 'nope', id: 'x' }),
    ).rejects.toThrow(TaskNotFoundError);
    await expect(client.transport.resubscribeTask({ tenant: '', id: 'nope' }).next()).rejects.toThrow(
      TaskNotFoundError,
    );
    await expect(client.sendMessage(say({ $case: 'data', value: { colour: 'red' } }))).rejects.toThrow(
      /names no skill/,
    );
  });

  test('gets errors as types of what is turned off', async () => {
    await using demo = await startDemo({ tasks: { streaming: false, pushNotifications: false } });
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    await expect(
      client.transport.getTaskPushNotificationConfig({ tenant: '', taskId: 'nope', id: 'x' }),
    ).rejects.toThrow(PushNotificationNotSupportedError);
    await expect(client.transport.sendMessageStream(say({ $case: 'data', value: sum })).next()).rejects.toThrow(
      UnsupportedOperationError,
    );
  });

  test('gets a failed task of a service that refuses', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    expect(await client.sendMessage(say({ $case: 'text', value: 'getPetById petId=99' }))).toMatchObject({
      status: {
        state: TaskState.TASK_STATE_FAILED,
        message: { parts: [{ content: { value: 'There is no pet 99 (404 Not Found)' } }, {}] },
      },
    });
  });

  test('lists the tasks of a context: none', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactory().createFromUrl(demo.gateway.url);
    const page = await client.listTasks({
      tenant: '',
      contextId: 'c',
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageSize: 5,
      pageToken: '',
      historyLength: undefined,
      statusTimestampAfter: undefined,
      includeArtifacts: undefined,
    });
    expect(page).toMatchObject({ tasks: [], totalSize: 0, pageSize: 5, nextPageToken: '' });
  });

  test('speaks 0.3 to the interface that says so', async () => {
    await using demo = await startDemo({ gateway: { card: { headerless: '0.3' } } });
    const legacyCompat = { enabled: true };
    const resolver = new DefaultAgentCardResolver({ legacyCompat, fetchImpl: (url) => fetch(url) });
    const transports = [new JsonRpcTransportFactory({ legacyCompat })];
    const factory = new ClientFactory(
      ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports, cardResolver: resolver }),
    );
    const client = await factory.createFromUrl(demo.gateway.url);
    expect(client.protocolVersion).toBe('0.3');
    expect(await client.sendMessage(say({ $case: 'data', value: sum }))).toMatchObject({
      parts: [{ content: { value: { result: 8 } } }],
    });
    await expect(client.getTask({ tenant: '', id: 'nope', historyLength: undefined })).rejects.toThrow(
      TaskNotFoundError,
    );
  });

  test('works through a proxy that takes a prefix away', async () => {
    const proxy = createServer((incoming, response) => {
      const path = (incoming.url ?? '').replace(/^\/gate/, '');
      const passed = forward(
        upstream + path,
        { method: incoming.method ?? 'GET', headers: incoming.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      incoming.pipe(passed);
    });
    let upstream = '';
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/gate`; // an address object, for it listens on TCP
    await using demo = await startDemo({ gateway: { publicUrl: base } });
    upstream = demo.gateway.url;
    const client = await new ClientFactory().createFromUrl(`${base}/.well-known/agent-card.json`, '');
    expect(await client.sendMessage(say({ $case: 'data', value: sum }))).toMatchObject({
      parts: [{ content: { value: { result: 8 } } }],
    });
    proxy.closeAllConnections();
    proxy.close();
  });
});

describe('the client of 0.3', () => {
  const message = (parts: object[]) => ({
    message: { kind: 'message' as const, messageId: 'm-1', role: 'user' as const, parts: parts as never[] },
  });

  test('finds the card and calls with data and with text', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactoryV03().createFromUrl(demo.gateway.url);
    expect(await client.getAgentCard()).toMatchObject({
      url: `${demo.gateway.url}/a2a`,
      preferredTransport: 'JSONRPC',
      protocolVersion: '0.3.0',
    });
    expect(await client.sendMessage(message([{ kind: 'data', data: sum }]))).toMatchObject({
      kind: 'message',
      role: 'agent',
      parts: [{ kind: 'data', data: { result: 8 } }],
    });
    expect(await client.sendMessage(message([{ kind: 'text', text: 'listPets status=reserved' }]))).toMatchObject({
      parts: [
        { kind: 'text', text: expect.stringContaining('Bella') },
        { kind: 'data', data: { value: [{ name: 'Bella' }] } },
      ],
    });
  });

  test('gets errors as types', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactoryV03().createFromUrl(demo.gateway.url);
    await expect(client.getTask({ id: 'nope' })).rejects.toThrow(TaskNotFoundErrorV03);
    await expect(client.cancelTask({ id: 'nope' })).rejects.toThrow(TaskNotFoundErrorV03);
    const wrong = { skillId: 'getPetById', arguments: { petId: 'x' } };
    await expect(client.sendMessage(message([{ kind: 'data', data: wrong }]))).rejects.toThrow(/petId/);
  });

  test('is asked for what a text leaves out or gets wrong', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactoryV03().createFromUrl(demo.gateway.url);
    expect(await client.sendMessage(message([{ kind: 'text', text: 'getPetById petId=x' }]))).toMatchObject({
      kind: 'task',
      status: {
        state: 'input-required',
        message: {
          kind: 'message',
          role: 'agent',
          parts: [
            { kind: 'text', text: expect.stringContaining('petId') },
            { kind: 'data', data: { question: 'complete', candidates: [{ missing: ['petId'] }] } },
          ],
        },
      },
    });
    expect(demo.reached()).toBe(0);
  });

  test('gets errors as types of what is turned off', async () => {
    await using demo = await startDemo({ tasks: { streaming: false, pushNotifications: false } });
    const client = await new ClientFactoryV03().createFromUrl(demo.gateway.url);
    const stream = client.transport.sendMessageStream(message([{ kind: 'data', data: sum }]));
    await expect(stream.next()).rejects.toMatchObject({ cause: expect.any(UnsupportedOperationErrorV03) });
  });

  test('streams: the task, its artifact, and its end', async () => {
    await using demo = await startDemo();
    const client = await new ClientFactoryV03().createFromUrl(demo.gateway.url);
    const events: unknown[] = [];
    for await (const event of client.sendMessageStream(message([{ kind: 'data', data: sum }]))) events.push(event);
    expect(events[0]).toMatchObject({ kind: 'task' });
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'artifact-update',
        artifact: expect.objectContaining({ parts: [{ kind: 'data', data: { result: 8 } }] }),
      }),
    );
    expect(events.at(-1)).toMatchObject({ kind: 'status-update', status: { state: 'completed' }, final: true });
  });

  test('its oldest form, from the address of the card', async () => {
    await using demo = await startDemo();
    for (const path of ['/.well-known/agent-card.json', '/.well-known/agent.json']) {
      const client = await A2AClient.fromCardUrl(demo.gateway.url + path);
      const answer = await client.sendMessage(message([{ kind: 'data', data: sum }]));
      expect(answer).toMatchObject({ result: { parts: [{ data: { result: 8 } }] } });
      expect(await client.getTask({ id: 'nope' })).toMatchObject({ error: { code: -32001 } });
    }
  });
});
