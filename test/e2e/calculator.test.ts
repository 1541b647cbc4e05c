// The calculator exchange, byte for byte, over the three documents of the demo and their services, and what surrounds it: failures
// of the service, the proper wires of 1.0 and 0.3, aliases of old clients, and the addresses beside `/a2a`.

import { describe, expect, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { failureOf, post, startDemo, startGateway } from '../support/gateway.ts';
import { jsonAnswer, startServer } from '../support/server.ts';

const sum = { operation: 'add', operands: [5, 3] };
const uuid = /"[\da-f]{8}-[\da-f-]{27}"/g;

function dialect(parts: readonly unknown[]): object {
  return { jsonrpc: '2.0', method: 'SendMessage', params: { message: { role: 'user', parts } }, id: 1 };
}

describe('the calculator dialect', () => {
  test('the exchange, with the order of its keys', async () => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc(dialect([{ kind: 'data', data: sum }]), {
      authorization: 'Bearer of-the-caller',
    });
    expect(answer.text.replace(uuid, '"…"')).toBe(
      '{"jsonrpc":"2.0","result":{"messageId":"…","contextId":"…","role":"agent","parts":[{"kind":"data","data":{"result":8}}],"kind":"message","metadata":{}},"id":1}',
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(demo.calculator.requests).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/api/v1/calculate',
        body: '{"operation":"add","operands":[5,3]}',
        headers: expect.objectContaining({ authorization: 'Bearer of-the-caller', 'content-type': 'application/json' }),
      }),
    ]);
  });

  test.each([
    ['with a context of its own', { contextId: 'ctx-7' }],
    ['with a message id', { messageId: 'mine' }],
    ['with the role of 1.0', { role: 'ROLE_USER' }],
  ])('%s', async (_name, more) => {
    await using demo = await startDemo();
    const message = { role: 'user', parts: [{ kind: 'data', data: sum }], ...more };
    const { body } = await demo.gateway.rpc({ jsonrpc: '2.0', method: 'SendMessage', params: { message }, id: 'a' });
    expect(body).toMatchObject({
      id: 'a',
      result: { kind: 'message', role: 'agent', parts: [{ data: { result: 8 } }] },
    });
    if ('contextId' in more) expect(body.result).toMatchObject({ contextId: 'ctx-7' });
  });

  test.each([
    ['no part at all', []],
    ['only a text', [{ kind: 'text', text: 'what is five and three?' }]],
    ['a file', [{ kind: 'file', file: { bytes: 'AAAA' } }]],
    ['data that no skill takes', [{ kind: 'data', data: { colour: 'red' } }]],
    ['data that is no object', [{ kind: 'data', data: 8 }]],
    ['a wrong operation', [{ kind: 'data', data: { ...sum, operation: 'power' } }]],
  ])('%s: -32602, and nothing is sent', async (_name, parts) => {
    await using demo = await startDemo();
    const { status, body } = await demo.gateway.rpc(dialect(parts));
    expect(status).toBe(200);
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, error: expect.objectContaining({ code: -32602 }) });
    expect(demo.calculator.requests).toEqual([]);
  });
});

/** The calculator's document over a service that answers like this. */
async function askFailing(status: number, json: string, policy: object = {}) {
  await using service = await startServer(jsonAnswer(json, status));
  const calculator = { spec: 'openapi/calculator.yaml', upstreams: [service.url], ...policy };
  await using gateway = await startGateway({ config: { targets: { calculator } } });
  const request = dialect([{ kind: 'data', data: sum }]);
  return {
    plain: await gateway.rpc(request),
    v1: await gateway.send([{ data: sum }]),
    requests: service.requests.length,
  };
}

describe('a service that fails', () => {
  test.each([
    [400, -32602, '{"error":"operands must be numbers"}', 'operands must be numbers (400 Bad Request)'],
    [404, -32602, '{"message":"no such thing"}', 'no such thing (404 Not Found)'],
    [422, -32602, '{"detail":"Division by zero"}', 'Division by zero (422 Unprocessable Entity)'],
    [500, -32603, '{"error":"broken"}', 'broken (500 Internal Server Error)'],
    [502, -32603, '{"title":"proxy lost"}', 'proxy lost (502 Bad Gateway)'],
    [503, -32603, '{}', 'The service answered 503 Service Unavailable: {}'],
    [429, -32603, '{"error":"slow down"}', 'slow down (429 Too Many Requests)'],
    [408, -32603, '{"error":"too slow"}', 'too slow (408 Request Timeout)'],
  ])('%i → %i in its dialect, its body in data; a failed task in 1.0', async (status, code, json, message) => {
    const { plain, v1 } = await askFailing(status, json);
    expect(plain.body.error).toEqual({ code, message, data: JSON.parse(json) });
    expect(plain.status).toBe(200);
    expect(v1.body).not.toHaveProperty('error');
    expect(failureOf(v1)).toMatchObject({ state: 'TASK_STATE_FAILED', text: message, data: JSON.parse(json) });
  });

  test.each([
    [400, -32602, { failures: 'error' }],
    [500, -32603, { failures: 'error' }],
    [503, -32603, { failures: 'error' }],
    [404, -32602, { reply: 'message' }],
    [429, -32603, { reply: 'message' }],
    [408, -32603, { reply: 'message' }],
    [500, -32603, { reply: 'message', failures: 'task' }],
  ])('%i → %i in 1.0 too, with typed details, where the target has %j', async (status, code, policy) => {
    const { v1 } = await askFailing(status, '{"error":"no"}', policy);
    const message = expect.stringMatching(new RegExp(`^no \\(${status} `));
    const details = v1.body.error?.data as readonly Record<string, unknown>[];
    expect(v1.body.error).toMatchObject({ code, message });
    expect(details[0]).toMatchObject({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' });
    expect(details.at(-1)).toEqual({
      '@type': 'type.googleapis.com/google.protobuf.Struct',
      value: { status, mediaType: 'application/json', body: { error: 'no' } },
    });
    const retry = details.filter((detail) => detail['@type'] === 'type.googleapis.com/google.rpc.RetryInfo');
    expect(retry).toHaveLength([408, 429, 503].includes(status) ? 1 : 0);
  });

  test('nobody listens → -32603 that names the target and no address', async () => {
    const port = await findFreePort();
    const calculator = { spec: 'openapi/calculator.yaml', upstreams: [`http://127.0.0.1:${port}`] };
    await using gateway = await startGateway({ config: { targets: { calculator } } });
    const { status, body, text } = await gateway.rpc(dialect([{ kind: 'data', data: sum }]));
    expect(status).toBe(200);
    expect(body.error).toEqual({
      code: -32603,
      message: 'Target "calculator" cannot be reached: the connection was refused.',
      data: { target: 'calculator' },
    });
    expect(text).not.toContain(String(port));
  });

  test('an HTML page of a proxy → -32603 with its words and no tags', async () => {
    await using service = await startServer((_request, response) => {
      response
        .writeHead(502, { 'content-type': 'text/html' })
        .end('<html><body><h1>502 Bad Gateway</h1></body></html>');
    });
    const calculator = { spec: 'openapi/calculator.yaml', upstreams: [service.url] };
    await using gateway = await startGateway({ config: { targets: { calculator } } });
    const { body } = await gateway.rpc(dialect([{ kind: 'data', data: sum }]));
    expect(body.error).toMatchObject({
      code: -32603,
      message: 'The service answered 502 Bad Gateway: 502 Bad Gateway',
    });
  });

  test('a 401 to the forwarded credential is relayed with its challenge', async () => {
    await using service = await startServer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Bearer realm="sums"' });
      response.end('{"error":"expired"}');
    });
    const calculator = { spec: 'openapi/calculator.yaml', upstreams: [service.url] };
    await using gateway = await startGateway({ config: { targets: { calculator } } });
    const request = dialect([{ kind: 'data', data: sum }]);
    const relayed = await gateway.rpc(request, { authorization: 'Bearer old' });
    expect([relayed.status, relayed.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="sums"']);
    expect(relayed.body.error).toMatchObject({ code: -32602, data: { error: 'expired' } });
    const without = await gateway.rpc(request);
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([200, null]);
  });
});

describe('the proper wires', () => {
  const message = (parts: unknown, more: object = {}) => ({ message: { messageId: 'm', ...more, parts } });

  test('1.0', async () => {
    await using demo = await startDemo();
    const params = message([{ data: sum }], { role: 'ROLE_USER' });
    const request = { jsonrpc: '2.0', id: 'v1', method: 'SendMessage', params };
    for (const headers of [{ 'a2a-version': '1.0' }, { 'a2a-version': '1.0.1' }, {} as Record<string, string>]) {
      const { body } = await demo.gateway.rpc(request, headers);
      expect(body).toEqual({
        jsonrpc: '2.0',
        id: 'v1',
        result: {
          message: {
            messageId: expect.stringMatching(/./),
            contextId: expect.stringMatching(/./),
            role: 'ROLE_AGENT',
            parts: [{ data: { result: 8 }, mediaType: 'application/json' }],
          },
        },
      });
    }
  });

  test.each(['message/send', 'tasks/send'])('0.3: %s', async (method) => {
    await using demo = await startDemo();
    const params = message([{ kind: 'data', data: sum }], { kind: 'message', role: 'user' });
    for (const headers of [{}, { 'a2a-version': '0.3' }, { 'a2a-version': '0.3.0' }] as Record<string, string>[]) {
      const { body } = await demo.gateway.rpc({ jsonrpc: '2.0', id: 3, method, params }, headers);
      expect(body).toEqual({
        jsonrpc: '2.0',
        id: 3,
        result: {
          kind: 'message',
          messageId: expect.stringMatching(/./),
          contextId: expect.stringMatching(/./),
          role: 'agent',
          parts: [{ kind: 'data', data: { result: 8 } }],
        },
      });
    }
  });

  test('old clients name the skill in params.skill', async () => {
    await using demo = await startDemo();
    const params = { ...message([{ kind: 'data', data: { petId: 1 } }], { role: 'user' }), skill: 'getPetById' };
    const { body } = await demo.gateway.rpc({ jsonrpc: '2.0', id: 3, method: 'tasks/send', params });
    expect(body.result).toMatchObject({ parts: [{ data: { name: 'Rex' } }] });
  });

  test.each([
    ['tasks/get', { id: 't' }, -32001],
    ['tasks/cancel', { id: 't' }, -32001],
    ['tasks/subscribe', { id: 't' }, -32001],
    ['tasks/resubscribe', { id: 't' }, -32001],
    ['tasks/sendStreaming', message([{ kind: 'data', data: { x: 1 } }], { role: 'user' }), -32602],
    ['tasks/sendSubscribe', message([{ kind: 'data', data: { x: 1 } }], { role: 'user' }), -32602],
    ['message/stream', message([{ kind: 'data', data: { x: 1 } }], { role: 'user' }), -32602],
    ['tasks/pushNotifications/set', { taskId: 't', pushNotificationConfig: { url: 'https://example.test' } }, -32001],
    ['tasks/pushNotifications/get', { id: 't' }, -32001],
    ['tasks/pushNotificationConfig/set', {}, -32602],
    ['tasks/pushNotificationConfig/list', { id: 't' }, -32001],
    ['GetTask', { id: 't' }, -32001],
    ['CancelTask', { id: 't' }, -32001],
    ['SubscribeToTask', { id: 't' }, -32001],
    ['SendStreamingMessage', message([{ data: { x: 1 } }], { role: 'ROLE_USER' }), -32602],
    ['CreateTaskPushNotificationConfig', { taskId: 't', url: 'https://example.test' }, -32001],
    ['GetExtendedAgentCard', {}, -32004],
    ['tasks/nothing', {}, -32601],
    ['sendMessage', {}, -32601],
  ])('%s → %o', async (method, params, code) => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc({ jsonrpc: '2.0', id: 9, method, params });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ jsonrpc: '2.0', id: 9, error: expect.objectContaining({ code }) });
  });

  test.each([
    ['tasks/sendStreaming', message([{ kind: 'data', data: sum }], { role: 'user' }), -32004],
    ['message/stream', message([{ kind: 'data', data: sum }], { role: 'user' }), -32004],
    ['tasks/subscribe', { id: 't' }, -32004],
    ['tasks/resubscribe', { id: 't' }, -32004],
    ['SendStreamingMessage', message([{ data: sum }], { role: 'ROLE_USER' }), -32004],
    ['SubscribeToTask', { id: 't' }, -32004],
    ['tasks/pushNotifications/set', { taskId: 't', pushNotificationConfig: { url: 'https://example.test' } }, -32003],
    ['tasks/pushNotifications/get', { id: 't' }, -32003],
    ['tasks/pushNotificationConfig/set', {}, -32003],
    ['tasks/pushNotificationConfig/list', { id: 't' }, -32003],
    ['tasks/pushNotificationConfig/delete', { id: 't' }, -32003],
    ['CreateTaskPushNotificationConfig', { taskId: 't', url: 'https://example.test' }, -32003],
    ['ListTaskPushNotificationConfigs', { taskId: 't' }, -32003],
    ['tasks/get', { id: 't' }, -32001],
  ])('%s → %o, where streams and webhooks are turned off', async (method, params, code) => {
    await using demo = await startDemo({ tasks: { streaming: false, pushNotifications: false } });
    const answer = await demo.gateway.rpc({ jsonrpc: '2.0', id: 9, method, params });
    expect(answer.body).toEqual({ jsonrpc: '2.0', id: 9, error: expect.objectContaining({ code }) });
    expect(demo.reached()).toBe(0);
  });

  test.each([
    ['ListTasks', '1.0'],
    ['tasks/list', '0.3'],
  ])('%s: an empty page with its four fields', async (method, version) => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc({ jsonrpc: '2.0', id: 9, method, params: {} }, { 'a2a-version': version });
    expect(body.result).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 });
  });

  test('without webhooks, returnImmediately makes a task and an inline webhook is refused', async () => {
    await using demo = await startDemo({ tasks: { pushNotifications: false } });
    const send = (configuration: object) =>
      demo.gateway.rpc(
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'SendMessage',
          params: { ...message([{ data: sum }], { role: 'ROLE_USER' }), configuration },
        },
        { 'a2a-version': '1.0' },
      );
    const push = await send({ taskPushNotificationConfig: { url: 'https://hooks.example.test' } });
    expect(push.body.error?.code).toBe(-32003);
    expect(demo.reached()).toBe(0);
    const begun = await send({ returnImmediately: true });
    expect(begun.body.result).toMatchObject({
      task: { id: expect.any(String), status: { state: expect.any(String) } },
    });
  });
});

test.each([
  [{}, true, true],
  [{ streaming: false }, false, true],
  [{ pushNotifications: false }, true, false],
])('the capabilities with %j', async (tasks, streaming, pushNotifications) => {
  await using demo = await startDemo({ tasks });
  const capabilities = await demo.gateway.get('/a2a/capabilities');
  expect(await capabilities.json()).toEqual({
    protocolVersions: ['1.0', '0.3'],
    streaming,
    pushNotifications,
    extendedAgentCard: false,
    methods: expect.arrayContaining(['SendMessage', 'message/send', 'GetTask', 'tasks/get']),
    skills: 11,
  });
  const card = (await (await demo.gateway.get('/.well-known/agent-card.json')).json()) as object;
  expect(card).toMatchObject({ capabilities: { streaming, pushNotifications } });
});

test('the addresses beside /a2a', async () => {
  await using demo = await startDemo();
  for (const path of ['/a2a/health', '/healthz']) {
    const health = await demo.gateway.get(path);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  }
  const slash = await post(`${demo.gateway.url}/a2a/`, dialect([{ kind: 'data', data: sum }]));
  expect(slash.body.result).toMatchObject({ parts: [{ data: { result: 8 } }] });
});

test.each([
  [{}, 20],
  [{ streaming: false, pushNotifications: false }, 8],
])('/a2a/capabilities offers every method that answers, and none that does not: %j', async (tasks, count) => {
  await using demo = await startDemo({ tasks });
  const { methods } = (await (await demo.gateway.get('/a2a/capabilities')).json()) as { methods: readonly string[] };
  const codes = await Promise.all(
    methods.map(
      async (method) => (await demo.gateway.rpc({ jsonrpc: '2.0', id: 1, method, params: {} })).body.error?.code,
    ),
  );
  expect(codes.filter((code) => code === -32601 || code === -32004 || code === -32003)).toEqual([]);
  expect(methods).toHaveLength(count);
});
