// Push notifications of the whole gateway: configs over both versions of the wire, what a webhook gets, which addresses are refused.

import { describe, expect, test } from 'vitest';
import { post, startDemo, type Demo, type RpcAnswer } from '../support/gateway.ts';
import { startHabits } from '../upstreams/habits.ts';

const allowLoopback = { network: { allow: ['127.0.0.0/8'] } };
const secrets = { token: 'tok-1', authentication: { scheme: 'Bearer', credentials: 'cred==' } };
const v1 = { 'a2a-version': '1.0', authorization: 'Bearer ann' };

let lastMessage = 0;
function newMessage(): object {
  lastMessage += 1;
  return { messageId: `m-${lastMessage}`, role: 'ROLE_USER', parts: [{ text: 'pets__getPetById petId=1' }] };
}

function rpc(
  url: string,
  method: string,
  params: object,
  headers: Readonly<Record<string, string>> = v1,
): Promise<RpcAnswer> {
  return post(`${url}/a2a`, { jsonrpc: '2.0', id: 1, method, params }, headers);
}

function begin({ gateway }: Pick<Demo, 'gateway'>, config?: object): Promise<RpcAnswer> {
  const configuration = {
    returnImmediately: true,
    ...(config === undefined ? {} : { taskPushNotificationConfig: config }),
  };
  return rpc(gateway.url, 'SendMessage', { message: newMessage(), configuration });
}

async function beginTask(demo: Demo): Promise<string> {
  const { body } = await begin(demo);
  return (body.result as { task: { id: string } }).task.id;
}

describe('a webhook', () => {
  test('given with a message of 1.0 is told of the end of its task', async () => {
    await using demo = await startDemo(allowLoopback);
    await using hook = await startHabits();
    const { body } = await begin(demo, { url: `${hook.url}/echo`, ...secrets });
    const { id } = (body.result as { task: { id: string } }).task;
    await expect.poll(() => hook.requests().at(-1)?.body, { timeout: 10_000 }).toContain('TASK_STATE_COMPLETED');
    for (const { headers, body: text } of hook.requests()) {
      expect(headers).toMatchObject({
        'content-type': 'application/a2a+json',
        authorization: 'Bearer cred==',
        'x-a2a-notification-token': 'tok-1',
        'x-skillgate-signature': expect.stringMatching(/^token=[\da-f]{64}$/),
      });
      const notification = JSON.parse(text) as Record<string, { taskId: string }>;
      const [kind = '', ...more] = Object.keys(notification);
      expect(more).toEqual([]);
      expect(['statusUpdate', 'artifactUpdate']).toContain(kind);
      expect(notification[kind]?.taskId).toBe(id);
    }
  });

  test('given with a message of 0.3 is sent the task', async () => {
    await using demo = await startDemo(allowLoopback);
    await using hook = await startHabits();
    const message = {
      kind: 'message',
      messageId: 'm-03',
      role: 'user',
      parts: [{ kind: 'text', text: 'pets__getPetById petId=1' }],
    };
    const pushNotificationConfig = { url: `${hook.url}/echo`, token: 'tok-1' };
    const configuration = { blocking: false, pushNotificationConfig };
    const { body } = await rpc(
      demo.gateway.url,
      'message/send',
      { message, configuration },
      { authorization: 'Bearer ann' },
    );
    await expect.poll(() => hook.requests().at(-1)?.body, { timeout: 10_000 }).toContain('"state":"completed"');
    const last = hook.requests().at(-1);
    expect(last?.headers).toMatchObject({ 'content-type': 'application/json', 'x-a2a-notification-token': 'tok-1' });
    expect(JSON.parse(last?.body ?? '')).toMatchObject({ kind: 'task', id: (body.result as { id: string }).id });
  });
});

describe('configs', () => {
  test('of 1.0: create, get, list, delete; secrets are never shown, others see nothing', async () => {
    await using demo = await startDemo(allowLoopback);
    const taskId = await beginTask(demo);
    const { url } = demo.gateway;
    const created = await rpc(url, 'CreateTaskPushNotificationConfig', {
      taskId,
      url: 'http://127.0.0.1:9/h',
      ...secrets,
    });
    const shown = { id: expect.any(String), taskId, url: 'http://127.0.0.1:9/h', authentication: { scheme: 'Bearer' } };
    expect(created.body.result).toEqual(shown);
    const { id } = created.body.result as { id: string };
    const got = await rpc(url, 'GetTaskPushNotificationConfig', { taskId, id });
    expect(got.body.result).toEqual(shown);
    const listed = await rpc(url, 'ListTaskPushNotificationConfigs', { taskId });
    expect(listed.body.result).toMatchObject({ configs: [shown] });
    for (const { text } of [created, got, listed]) expect(text).not.toMatch(/tok-1|cred==/);

    const bob = { ...v1, authorization: 'Bearer bob' };
    for (const method of ['GetTaskPushNotificationConfig', 'DeleteTaskPushNotificationConfig']) {
      expect((await rpc(url, method, { taskId, id }, bob)).body.error).toMatchObject({ code: -32001 });
    }
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await rpc(url, 'DeleteTaskPushNotificationConfig', { taskId, id })).body.error).toBeUndefined();
    }
    expect((await rpc(url, 'GetTaskPushNotificationConfig', { taskId, id })).body.error).toMatchObject({
      code: -32001,
    });
  });

  test.each([
    ['the metadata service of a cloud', { url: 'http://169.254.169.254/' }, 'url'],
    ['a private address', { url: 'http://10.0.0.8/' }, 'url'],
    ['loopback as mapped IPv6', { url: 'http://[::ffff:127.0.0.1]/' }, 'url'],
    ['a name that leads to loopback', { url: 'http://localhost/' }, 'url'],
    ['another scheme', { url: 'file:///etc/passwd' }, 'url'],
    [
      'a line break in the credentials',
      { url: 'https://8.8.8.8/', authentication: { scheme: 'Bearer', credentials: 'a\r\nX: y' } },
      'authentication.credentials',
    ],
    ['a line break in the token', { url: 'https://8.8.8.8/', token: 'a\nb' }, 'token'],
  ])('%s is refused, with a message and by itself, and nothing is called', async (_what, config, field) => {
    await using demo = await startDemo();
    const refused = await begin(demo, config);
    expect(refused.body.error).toMatchObject({ code: -32602 });
    expect(refused.text).toContain(field);
    expect(demo.pets.requests).toEqual([]);
    const taskId = await beginTask(demo);
    const { body } = await rpc(demo.gateway.url, 'CreateTaskPushNotificationConfig', { taskId, ...config });
    expect(body.error).toMatchObject({ code: -32602 });
  });

  test('are listed in pages where the caller wants less than all', async () => {
    await using demo = await startDemo(allowLoopback);
    const taskId = await beginTask(demo);
    const { url } = demo.gateway;
    for (const id of ['a', 'b', 'c'])
      await rpc(url, 'CreateTaskPushNotificationConfig', { taskId, id, url: 'http://127.0.0.1:9/h' });
    const page = async (params: object) => {
      const { body } = await rpc(url, 'ListTaskPushNotificationConfigs', { taskId, ...params });
      const { configs, nextPageToken } = body.result as { configs: { id: string }[]; nextPageToken?: string };
      return { ids: configs.map(({ id }) => id), nextPageToken };
    };
    const first = await page({ pageSize: 2 });
    expect(first).toEqual({ ids: ['a', 'b'], nextPageToken: expect.any(String) });
    const second = await page({ pageSize: 2, pageToken: first.nextPageToken });
    expect(second).toEqual({ ids: ['c'], nextPageToken: undefined });
    expect(await page({ pageSize: 3, pageToken: '' })).toEqual({ ids: ['a', 'b', 'c'], nextPageToken: undefined });
    const wrong = await rpc(url, 'ListTaskPushNotificationConfigs', { taskId, pageToken: 'zz' });
    expect(wrong.body.error).toMatchObject({ code: -32602 });
  });

  test('there are at most ten of a task', async () => {
    await using demo = await startDemo(allowLoopback);
    const taskId = await beginTask(demo);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        rpc(demo.gateway.url, 'CreateTaskPushNotificationConfig', { taskId, url: `http://127.0.0.1:9/${at}` }),
      ),
    );
    expect(answers.filter(({ body }) => body.error === undefined)).toHaveLength(10);
    expect(answers.find(({ body }) => body.error !== undefined)?.body.error).toMatchObject({ code: -32602 });
  });

  test('turned off: -32003', async () => {
    await using demo = await startDemo({ tasks: { pushNotifications: false } });
    const params = { taskId: 'x', url: 'https://8.8.8.8/' };
    const { body } = await rpc(demo.gateway.url, 'CreateTaskPushNotificationConfig', params);
    expect(body.error).toMatchObject({ code: -32003 });
  });
});
