// The JSON-RPC binding on a real server. Numbers in brackets are those of the protocol's server requirements.

import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { json, post, startA2A } from '../../test/support/a2a-server.ts';
import type { Capabilities } from '../a2a/capabilities.ts';
import { GatewayError } from '../errors.ts';
import type { Outcome } from '../invoke/outcome.ts';
import type { EndSignal } from '../upstream/request.ts';

const v1 = { 'a2a-version': '1.0' };
const sendV1 = (parts: unknown[], extra: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id: 'r1',
  method: 'SendMessage',
  params: { message: { messageId: 'm-1', role: 'ROLE_USER', parts }, ...extra },
});
const sendV03 = (parts: unknown[], method = 'message/send') => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { message: { kind: 'message', messageId: 'm-1', role: 'user', parts } },
});

const problem = (code: 'upstream_rejected' | 'upstream_failed', status: number): Outcome => ({
  kind: 'problem',
  code,
  status,
  message: 'division by zero',
  content: { kind: 'json', mediaType: 'application/json', text: '{"error":"division by zero"}' },
});

const untilAborted = async (signal: EndSignal): Promise<void> =>
  await new Promise((resolve) => signal.addEventListener('abort', resolve));

describe('the calculator exchange', () => {
  it('is answered in its exact shape and key order', async () => {
    await using server = await startA2A();
    const { status, text } = await post(
      server,
      '{"jsonrpc":"2.0","method":"SendMessage","params":{"message":{"role":"user","parts":[{"kind":"data","data":{"operation":"add","operands":[5,3]}}]}},"id":1}',
    );
    expect(status).toBe(200);
    expect(text).toBe(
      '{"jsonrpc":"2.0","result":{"messageId":"id-3","contextId":"id-2","role":"agent","parts":[{"kind":"data","data":{"result":8}}],"kind":"message","metadata":{}},"id":1}',
    );
    expect(server.turns[0]?.parts).toEqual([{ kind: 'data', data: { operation: 'add', operands: [5, 3] } }]);
  });

  it('carries an upstream problem as the bare body in data', async () => {
    for (const [outcome, code] of [
      [problem('upstream_rejected', 422), -32602],
      [problem('upstream_failed', 500), -32603],
    ] as const) {
      await using server = await startA2A({ answer: () => outcome });
      const { status, body } = await post(server, {
        jsonrpc: '2.0',
        id: 7,
        method: 'SendMessage',
        params: { message: { role: 'user', parts: [{ kind: 'data', data: {} }] } },
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        jsonrpc: '2.0',
        error: { code, message: 'division by zero', data: { error: 'division by zero' } },
        id: 7,
      });
    }
  });

  it('is not taken for 1.0 or 0.3: only they need a message id', async () => {
    await using server = await startA2A();
    const noId = { message: { role: 'user', parts: [{ kind: 'data', data: {} }] } };
    const inV03 = await post(server, { jsonrpc: '2.0', id: 1, method: 'message/send', params: noId });
    expect(inV03.body?.error?.code).toBe(-32602);
    const withHeader = await post(server, { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: noId }, v1);
    expect(withHeader.body?.error?.code).toBe(-32602);
  });
});

describe('SendMessage in 1.0 [1, 3, 4, 15, 18, 111]', () => {
  it('answers with a message of the 1.0 shape', async () => {
    await using server = await startA2A();
    const { text, headers } = await post(server, sendV1([{ data: { a: 1 } }]), v1);
    expect(text).toBe(
      '{"jsonrpc":"2.0","result":{"message":{"messageId":"id-2","contextId":"id-1","role":"ROLE_AGENT","parts":[{"data":{"result":8},"mediaType":"application/json"}]}},"id":"r1"}',
    );
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('is served as 1.0 without a version header too', async () => {
    await using server = await startA2A();
    const { body } = await post(server, sendV1([{ data: {} }]));
    expect(body?.result).toHaveProperty('message.role', 'ROLE_AGENT');
  });

  it('keeps a context id, and the digits of large numbers both ways', async () => {
    let seen: unknown;
    await using server = await startA2A({
      answer: (args) => {
        seen = args;
        return json('{"id":9007199254740993,"n":1,"d":0.30}');
      },
    });
    const { text } = await post(
      server,
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"SendMessage","params":{"message":{"messageId":"m","contextId":"c-1","role":"ROLE_USER","parts":[{"data":{"id":9007199254740993}}]}}}',
      v1,
    );
    expect(text).toContain('{"id":9007199254740993,"n":1,"d":0.30}');
    expect(text).toContain('"contextId":"c-1"');
    expect(text).toMatch(/"id":12345678901234567890\}$/);
    expect(JSON.stringify(seen)).toBe('{"id":9007199254740993}');
  });

  it('says what the upstream answered in typed details', async () => {
    await using server = await startA2A({
      policy: { failures: 'error' },
      answer: () => ({
        kind: 'problem',
        code: 'upstream_busy',
        status: 429,
        message: 'slow down (429)',
        retryAfter: 3,
        content: { kind: 'text', mediaType: 'text/plain; charset=utf-8', text: 'slow down' },
      }),
    });
    const { body } = await post(server, sendV1([{ data: {} }]), v1);
    expect(body?.error).toEqual({
      code: -32603,
      message: 'slow down (429)',
      data: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'UPSTREAM_BUSY', domain: 'skillgate' },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' },
        {
          '@type': 'type.googleapis.com/google.protobuf.Struct',
          value: { status: 429, mediaType: 'text/plain', body: 'slow down' },
        },
      ],
    });
  });
});

describe('message/send in 0.3', () => {
  it('answers with a bare message', async () => {
    await using server = await startA2A();
    const { body } = await post(server, sendV03([{ kind: 'data', data: {} }]));
    expect(body?.result).toEqual({
      kind: 'message',
      messageId: 'id-2',
      contextId: 'id-1',
      role: 'agent',
      parts: [{ kind: 'data', data: { result: 8 } }],
    });
  });

  it.each(['tasks/send', 'message/send'])('is reached as %s', async (method) => {
    await using server = await startA2A();
    const { body } = await post(server, sendV03([{ type: 'text', text: 'calculate' }], method));
    expect(body?.result).toHaveProperty('parts.0', { kind: 'text', text: 'result: 8' });
  });

  it('wraps JSON that is no object', async () => {
    await using server = await startA2A({ answer: () => json(' [1, 2.50]') });
    const { text } = await post(server, sendV03([{ kind: 'data', data: {} }]));
    expect(text).toContain('{"kind":"data","data":{"value": [1, 2.50]}}');
  });
});

describe('versions [124-127]', () => {
  it.each([
    ['1.0', 'SendMessage', undefined],
    ['1.0.7', 'SendMessage', undefined],
    ['0.3', 'SendMessage', undefined],
    ['1.1', 'SendMessage', -32009],
    ['99.0', 'GetTask', -32009],
    ['one', 'GetTask', -32009],
    ['1.0', 'message/send', -32601],
    ['1.0', 'NoSuchMethod', -32601],
    ['0.3', 'no/such', -32601],
  ])('A2A-Version %s with %s', async (version, method, code) => {
    await using server = await startA2A();
    const { status, body } = await post(server, { ...sendV1([{ data: {} }]), method }, { 'a2a-version': version });
    expect(status).toBe(200);
    expect(body?.error?.code).toBe(code);
  });

  it('takes the version from the query, and lists what it speaks when it does not', async () => {
    await using server = await startA2A();
    const { body } = await post(server, sendV1([{ data: {} }]), {}, '/a2a?A2A-Version=2.0');
    expect(body?.error).toMatchObject({
      code: -32009,
      data: [
        {
          reason: 'VERSION_NOT_SUPPORTED',
          domain: 'a2a-protocol.org',
          metadata: { requestedVersion: '2.0', supportedVersions: '1.0, 0.3' },
        },
      ],
    });
  });
});

const none: Capabilities = { streaming: false, pushNotifications: false, extendedAgentCard: false };

describe('methods of an agent without tasks, streams and webhooks', () => {
  it.each([
    ['GetTask', { id: 't' }, -32001],
    ['GetTask', { id: ' ' }, -32602],
    ['GetTask', {}, -32602],
    ['GetTask', { id: 't', historyLength: -1 }, -32602],
    ['CancelTask', { id: 't' }, -32001],
    ['SubscribeToTask', { id: 't' }, -32004],
    ['ListTasks', { pageSize: 0 }, -32602],
    ['ListTasks', { pageSize: 101 }, -32602],
    ['ListTasks', { historyLength: -1 }, -32602],
    ['ListTasks', { status: 'DONE' }, -32602],
    ['ListTasks', { pageToken: 'abc' }, -32602],
    ['ListTasks', { statusTimestampAfter: 'yesterday' }, -32602],
    ['ListTasks', { tenant: 'acme' }, -32602],
    ['SendStreamingMessage', {}, -32004],
    ['CreateTaskPushNotificationConfig', {}, -32003],
    ['GetTaskPushNotificationConfig', {}, -32003],
    ['ListTaskPushNotificationConfigs', {}, -32003],
    ['DeleteTaskPushNotificationConfig', {}, -32003],
    ['GetExtendedAgentCard', undefined, -32004],
  ])('1.0 %s %j is %i', async (method, params, code) => {
    await using server = await startA2A({ capabilities: none });
    const { status, body } = await post(server, { jsonrpc: '2.0', id: 1, method, params }, v1);
    expect(status).toBe(200);
    expect(body?.error?.code).toBe(code);
    expect(Array.isArray(body?.error?.data)).toBe(true);
  });

  it.each([
    ['tasks/get', { id: 't' }, -32001],
    ['tasks/cancel', { id: 't' }, -32001],
    ['tasks/resubscribe', { id: 't' }, -32004],
    ['tasks/subscribe', { id: 't' }, -32004],
    ['tasks/get', { id: '' }, -32602],
    ['message/stream', {}, -32004],
    ['tasks/sendStreaming', {}, -32004],
    ['tasks/pushNotificationConfig/set', {}, -32003],
    ['tasks/pushNotifications/set', {}, -32003],
    ['tasks/pushNotifications/get', {}, -32003],
    ['tasks/pushNotifications/list', {}, -32003],
    ['tasks/pushNotifications/delete', {}, -32003],
    ['agent/getAuthenticatedExtendedCard', {}, -32004],
  ])('0.3 %s %j is %i', async (method, params, code) => {
    await using server = await startA2A({ capabilities: none });
    const { status, body } = await post(server, { jsonrpc: '2.0', id: 1, method, params });
    expect(status).toBe(200);
    expect(body?.error?.code).toBe(code);
  });

  it.each([
    ['ListTasks', v1],
    ['tasks/list', {}],
  ])('%s is an empty page with all four fields [49, 52]', async (method, headers) => {
    await using server = await startA2A({ capabilities: none });
    const { body } = await post(server, { jsonrpc: '2.0', id: 1, method, params: { pageSize: 20 } }, headers);
    expect(body?.result).toEqual({ tasks: [], nextPageToken: '', pageSize: 20, totalSize: 0 });
    const standard = await post(server, { jsonrpc: '2.0', id: 1, method }, headers);
    expect(standard.body?.result).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 });
  });

  it('gives 0.3 clients that ask for events the error as an event', async () => {
    await using server = await startA2A({ capabilities: none });
    const { status, text, headers } = await post(server, sendV03([{ kind: 'text', text: 'x' }], 'message/stream'), {
      accept: 'text/event-stream',
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(text).toMatch(/^data: \{"jsonrpc":"2.0","error":\{"code":-32004,.*\},"id":1\}\n\n$/);
  });

  it('refuses a webhook before anything is called', async () => {
    await using server = await startA2A({ capabilities: none });
    const configuration = { taskPushNotificationConfig: { url: 'https://hooks.example.test' } };
    const { body } = await post(server, sendV1([{ data: {} }], { configuration }), v1);
    expect(body?.error?.code).toBe(-32003);
    expect(server.turns).toEqual([]);
  });
});

describe('framing [133]', () => {
  it.each([
    ['{"jsonrpc":', -32700, null],
    ['', -32600, null],
    ['   ', -32600, null],
    ['null', -32600, null],
    ['"text"', -32600, null],
    ['[]', -32600, null],
    ['[{"jsonrpc":"2.0","id":1,"method":"GetTask"}]', -32600, null],
    ['{"jsonrpc":"1.0","id":1,"method":"GetTask"}', -32600, 1],
    ['{"id":"a","method":"GetTask"}', -32600, 'a'],
    ['{"jsonrpc":"2.0","id":1}', -32600, 1],
    ['{"jsonrpc":"2.0","id":1,"method":5}', -32600, 1],
    ['{"jsonrpc":"2.0","method":"GetTask","params":{"id":"t"}}', -32600, null],
    ['{"jsonrpc":"2.0","method":"GetTaks","params":{"id":"t"}}', -32601, null],
    ['{"jsonrpc":"2.0","method":"GetTask","params":{"id":5}}', -32602, null],
    ['{"jsonrpc":"2.0","id":null,"method":"GetTask","params":{"id":"t"}}', -32600, null],
    ['{"jsonrpc":"2.0","id":1.5,"method":"GetTask","params":{"id":"t"}}', -32600, null],
    ['{"jsonrpc":"2.0","id":{},"method":"GetTask","params":{"id":"t"}}', -32600, null],
    ['{"jsonrpc":"2.0","id":"1","method":"GetTask","params":[]}', -32602, '1'],
    ['{"jsonrpc":"2.0","id":"1","method":"GetTask","params":"x"}', -32602, '1'],
    ['{"jsonrpc":"2.0","id":-3,"method":"constructor","params":{}}', -32601, -3],
    ['{"jsonrpc":"2.0","id":1,"method":"__proto__","params":{}}', -32601, 1],
    ['{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"1"}}}', -32602, 1],
  ])('%s', async (body, code, id) => {
    await using server = await startA2A();
    const answer = await post(server, body, v1);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body?.error?.code).toBe(code);
    expect(answer.body?.id).toBe(id);
  });

  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
    ['application/a2a+json', 200],
    ['text/plain', 400],
    ['application/x-www-form-urlencoded', 400],
    ['garbage', 400],
  ])('Content-Type %s is HTTP %i', async (type, status) => {
    await using server = await startA2A();
    const answer = await post(server, sendV1([{ data: {} }]), { ...v1, 'content-type': type });
    expect(answer.status).toBe(status);
    expect(answer.body?.error?.code).toBe(status === 200 ? undefined : -32005);
  });

  it('takes a body without a Content-Type', async () => {
    await using server = await startA2A();
    const body = JSON.stringify(sendV1([{ data: {} }]));
    const answer = await raw(
      server.url,
      `POST /a2a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toContain('ROLE_AGENT');
  });

  it('answers a body above the limit in JSON-RPC with 413', async () => {
    await using server = await startA2A({ bodyLimit: 10_000 });
    const { status, body } = await post(server, sendV1([{ text: 'x'.repeat(20_000) }]), v1);
    expect(status).toBe(413);
    expect(body).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 }, id: null });
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('%s is 405 with Allow', async (method) => {
    await using server = await startA2A();
    const response = await fetch(`${server.url}/a2a`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const text = await response.text();
    expect(text).toBe(method === 'HEAD' ? '' : text);
    expect(method === 'HEAD' || JSON.parse(text).error.code === -32601).toBe(true);
  });

  it('answers with a trailing slash too', async () => {
    await using server = await startA2A();
    const { body } = await post(server, sendV1([{ data: {} }]), v1, '/a2a/');
    expect(body?.result).toBeDefined();
  });
});

describe('errors of the service behind', () => {
  it('relays a 401 with its challenge', async () => {
    await using server = await startA2A({
      answer: () => ({
        kind: 'problem',
        code: 'upstream_unauthorized',
        status: 401,
        message: 'no',
        content: { kind: 'empty' },
        challenge: 'Bearer realm="pets"',
      }),
    });
    const { status, headers, body } = await post(server, sendV1([{ data: {} }]), v1);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="pets"');
    expect(body?.error?.message).toBe('no');
  });

  it('withholds the text of a bug and gives the request id', async () => {
    await using server = await startA2A({
      answer: () => {
        throw new TypeError('secret internals at /srv/app.ts:1');
      },
    });
    const { status, text, body } = await post(server, sendV1([{ data: {} }]), v1);
    expect(status).toBe(200);
    expect(body?.error?.code).toBe(-32603);
    expect(text).not.toContain('secret');
    expect(body?.error?.message).toContain('request id req-1');
    expect(server.lines[0]).toMatchObject({ level: 50, status: 'internal', requestId: 'req-1' });
    expect(JSON.stringify(server.lines[0])).toContain('secret internals');
  });

  it('maps a thrown failure by its row, with violations', async () => {
    await using server = await startA2A({
      answer: () => {
        throw new GatewayError('invalid_arguments', 'bad', {
          violations: [{ field: 'operands', description: 'is required' }],
        });
      },
    });
    const inV1 = await post(server, sendV1([{ data: {} }]), v1);
    expect(inV1.body?.error).toMatchObject({
      code: -32602,
      data: [
        { reason: 'INVALID_ARGUMENTS', domain: 'skillgate' },
        { fieldViolations: [{ field: 'operands', description: 'is required' }] },
      ],
    });
    const inV03 = await post(server, sendV03([{ kind: 'data', data: {} }]));
    expect(inV03.body?.error?.data).toEqual({ violations: [{ field: 'operands', description: 'is required' }] });
  });
});

describe('service parameters and the log', () => {
  it('echoes the extensions that it activates [106, 107]', async () => {
    const uri = 'urn:x-skillgate:skill-contract:1';
    await using server = await startA2A();
    const one = await post(server, sendV1([{ data: {} }]), {
      ...v1,
      'a2a-extensions': `https://unknown.example.test/x, ${uri}`,
    });
    expect(one.headers.get('a2a-extensions')).toBe(uri);
    expect([...(server.turns[0]?.extensions ?? [])]).toEqual([uri]);
    const old = await post(server, sendV03([{ kind: 'data', data: {} }]), { 'x-a2a-extensions': uri });
    expect(old.headers.get('a2a-extensions')).toBe(uri);
    const none = await post(server, sendV1([{ data: {} }]), v1);
    expect(none.headers.get('a2a-extensions')).toBeNull();
  });

  it('writes one line per call without bodies or secrets', async () => {
    await using server = await startA2A();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await post(server, sendV1([{ data: { password: 'hunter2' } }]), {
      ...v1,
      traceparent,
      authorization: 'Bearer hunter2',
    });
    expect(server.lines).toHaveLength(1);
    expect(server.lines[0]).toMatchObject({
      requestId: 'req-1',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      method: 'SendMessage',
      dialect: '1.0',
      target: 'demo',
      skill: 'calculate',
      resolvedBy: 'only skill',
      status: 'ok',
      upstreamStatus: 200,
    });
    expect(JSON.stringify(server.lines)).not.toContain('hunter2');
  });

  it('tells the call when the caller has gone away, and not before', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<EndSignal>();
    await using server = await startA2A({
      answer: async (_args, { signal }) => {
        if (signal === undefined) throw new Error('no signal');
        start(signal);
        await untilAborted(signal);
        return json('{}');
      },
    });
    const body = JSON.stringify(sendV1([{ data: {} }]));
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(
      `POST /a2a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const signal = await started;
    expect(signal.aborted).toBe(false);
    const aborted = untilAborted(signal);
    socket.destroy();
    await aborted;
    expect(signal.aborted).toBe(true);
  });
});

async function raw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(request);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
