// What is known to have broken other A2A servers and gateways, and the requirements of the protocol that apply to an agent without
// tasks: one test per behaviour, over the wire.

import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import {
  failureOf,
  post,
  questionOf,
  startDemo,
  startGateway,
  toSendMessage,
  type WireTask,
} from '../support/gateway.ts';
import { jsonAnswer, startServer } from '../support/server.ts';

const sum = { operation: 'add', operands: [5, 3] };
const v1 = { 'a2a-version': '1.0' };
const v03 = { 'a2a-version': '0.3' };

interface Interface {
  readonly url: string;
  readonly protocolBinding: string;
  readonly protocolVersion: string;
}

interface BothCard {
  readonly url: string;
  readonly supportedInterfaces: readonly Interface[];
  readonly skills: readonly { readonly tags: readonly string[]; readonly description: string }[];
  readonly [field: string]: unknown;
}

describe('discovery', () => {
  test('a public URL stays as it is behind a proxy that rewrites paths and hosts', async () => {
    await using demo = await startDemo({
      gateway: { publicUrl: 'https://agents.example.test/firefly', trustedProxies: ['127.0.0.1'] },
    });
    const headers = {
      'x-forwarded-host': 'internal.svc.cluster',
      'x-forwarded-prefix': '/firefly',
      'x-forwarded-proto': 'http',
    };
    const card = (await (await demo.gateway.get('/.well-known/agent-card.json', headers)).json()) as BothCard;
    expect([card.url, ...card.supportedInterfaces.map(({ url }) => url)]).toEqual(
      Array.from({ length: 3 }, () => 'https://agents.example.test/firefly/a2a'),
    );
  });

  test('every interface is the base of its binding, says its version, and speaks it', async () => {
    await using demo = await startDemo();
    const card = (await (await demo.gateway.get('/.well-known/agent-card.json')).json()) as BothCard;
    for (const { url, protocolBinding, protocolVersion } of card.supportedInterfaces) {
      expect(protocolBinding).toBe('JSONRPC');
      const [method, parts, role, shape] =
        protocolVersion === '1.0'
          ? ['SendMessage', [{ data: sum }], 'ROLE_USER', { message: { role: 'ROLE_AGENT' } }]
          : ['message/send', [{ kind: 'data', data: sum }], 'user', { kind: 'message', role: 'agent' }];
      const request = { jsonrpc: '2.0', id: 1, method, params: { message: { messageId: 'm', role, parts } } };
      for (const address of [url, `${url}/`]) {
        const { status, body } = await post(address, request, { 'a2a-version': protocolVersion });
        expect([status, body.result]).toEqual([
          200,
          expect.objectContaining(
            shape.message === undefined ? shape : { message: expect.objectContaining(shape.message) },
          ),
        ]);
      }
    }
  });

  test('a document without title, description, tags or summaries still gives a card with all required fields', async () => {
    await using folder = await createFolder({ 'openapi.json': '{"openapi":"3.0.0","paths":{"/a/{b}":{"get":{}}}}' });
    await using gateway = await startGateway({
      config: { targets: { bare: { spec: folder.file('openapi.json'), upstreams: ['http://127.0.0.1:9'] } } },
    });
    const card = (await (await gateway.get('/.well-known/agent-card.json')).json()) as BothCard;
    for (const field of ['name', 'description', 'version'])
      expect(card[field], field).toEqual(expect.stringMatching(/./));
    expect(card.skills).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/./),
        name: expect.stringMatching(/./),
        description: expect.stringMatching(/GET \/a/),
        tags: [expect.stringMatching(/./)],
      }),
    ]);
  });

  test('a document without operations gives an agent without skills, not an empty object', async () => {
    await using folder = await createFolder({
      'openapi.json': '{"openapi":"3.0.0","info":{"title":"","version":""},"paths":{}}',
    });
    await using gateway = await startGateway({
      config: { targets: { bare: { spec: folder.file('openapi.json'), upstreams: ['http://127.0.0.1:9'] } } },
    });
    const card = (await (await gateway.get('/.well-known/agent-card.json')).json()) as BothCard;
    expect(card).toMatchObject({
      name: expect.stringMatching(/./),
      description: expect.stringMatching(/./),
      version: expect.stringMatching(/./),
      skills: [],
    });
    const { body } = await gateway.send([{ data: {} }]);
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringMatching(/no skill/) });
  });

  test('a browser may ask with the headers of the protocol', async () => {
    await using demo = await startDemo();
    const answer = await fetch(`${demo.gateway.url}/.well-known/agent-card.json`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://ui.example.test',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'a2a-version,a2a-extensions,content-type,authorization',
      },
    });
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(
      /authorization.*a2a-version.*a2a-extensions/,
    );
  });
});

describe('versions', () => {
  test('typed errors keep their codes in both versions', async () => {
    await using demo = await startDemo();
    const codes = async (method: string, params: object, headers: Record<string, string>) =>
      (await demo.gateway.rpc({ jsonrpc: '2.0', id: 1, method, params }, headers)).body.error?.code;
    expect(await codes('GetTask', { id: 'x' }, v1)).toBe(-32001);
    expect(await codes('tasks/get', { id: 'x' }, v03)).toBe(-32001);
    expect(await codes('tasks/get', { id: 'x' }, {})).toBe(-32001);
    expect(await codes('CancelTask', { id: 'x' }, v1)).toBe(-32001);
    expect(await codes('SubscribeToTask', { id: 'x' }, v1)).toBe(-32001);
    expect(await codes('tasks/resubscribe', { id: 'x' }, v03)).toBe(-32001);
    expect(await codes('tasks/pushNotificationConfig/get', { id: 'x' }, v03)).toBe(-32001);
    expect(await codes('agent/getAuthenticatedExtendedCard', {}, v03)).toBe(-32004);
  });

  test('a method of 0.3 under version 1.0 is not found, and the error names the right one', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc({ jsonrpc: '2.0', id: 1, method: 'message/send', params: {} }, v1);
    expect(body.error).toMatchObject({ code: -32601, message: expect.stringContaining('SendMessage') });
  });

  test('an unsupported version says which ones are supported', async () => {
    await using demo = await startDemo();
    const { status, body } = await demo.gateway.rpc(toSendMessage([{ data: sum }]), { 'a2a-version': '2.5' });
    expect([status, body.error]).toEqual([
      200,
      {
        code: -32009,
        message: expect.stringMatching(/2\.5.*1\.0 and 0\.3/),
        data: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'VERSION_NOT_SUPPORTED',
            domain: 'a2a-protocol.org',
            metadata: { requestedVersion: '2.5', supportedVersions: '1.0, 0.3' },
          },
        ],
      },
    ]);
  });

  test('the version may stand in the address', async () => {
    await using demo = await startDemo();
    const { body } = await post(`${demo.gateway.url}/a2a?A2A-Version=9.9`, toSendMessage([{ data: sum }]));
    expect(body.error?.code).toBe(-32009);
  });

  test('an empty version is none', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(toSendMessage([{ data: sum }]), { 'a2a-version': '' });
    expect(body.result).toMatchObject({ message: { parts: [{ data: { result: 8 } }] } });
  });
});

describe('reading of requests', () => {
  const request = (message: object, more: object = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message, ...more },
  });

  test('malformed JSON is -32700 in a JSON answer with HTTP 200', async () => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc('{"jsonrpc":');
    expect([answer.status, answer.body]).toEqual([
      200,
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32700 }) },
    ]);
  });

  test('a message without role and parts is -32602 with both named', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(request({ messageId: '1' }), v1);
    const data = body.error?.data as readonly Record<string, unknown>[];
    expect(body.error?.code).toBe(-32602);
    expect(data[1]).toEqual({
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [
        { field: 'message.role', description: 'is required' },
        { field: 'message.parts', description: 'is required' },
      ],
    });
  });

  test.each([
    [
      'snake_case names',
      { message_id: 'm', role: 'ROLE_USER', parts: [{ data: sum, media_type: 'application/json' }], context_id: 'c-1' },
      {},
    ],
    ['the role as a number', { messageId: 'm', role: 1, parts: [{ data: sum }], contextId: 'c-1' }, {}],
    [
      'nulls for what is not set',
      {
        messageId: 'm',
        role: 'ROLE_USER',
        contextId: 'c-1',
        taskId: null,
        metadata: null,
        extensions: null,
        parts: [{ data: sum, text: null, mediaType: null }],
      },
      { configuration: null, metadata: null },
    ],
    [
      'unknown fields',
      {
        messageId: 'm',
        role: 'ROLE_USER',
        contextId: 'c-1',
        parts: [{ data: sum, tckUnknown: 1 }],
        tckUnknownField: {},
      },
      { tckExtraParam: [] },
    ],
    [
      'integers as text',
      { messageId: 'm', role: 'ROLE_USER', contextId: 'c-1', parts: [{ data: sum }] },
      { configuration: { historyLength: '5' } },
    ],
    [
      'an empty task id',
      { messageId: 'm', role: 'ROLE_USER', contextId: 'c-1', taskId: '', parts: [{ data: sum }] },
      { tenant: '' },
    ],
  ])('ProtoJSON is read leniently: %s', async (_name, message, more) => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(request(message, more), v1);
    expect(body.result).toMatchObject({ message: { contextId: 'c-1', parts: [{ data: { result: 8 } }] } });
  });

  test('data null is a value, and no skill takes it', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(
      request({ messageId: 'm', role: 'ROLE_USER', parts: [{ data: null }] }),
      v1,
    );
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('null') });
  });

  test('a tenant that the card does not name is refused', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(
      request({ messageId: 'm', role: 'ROLE_USER', parts: [{ data: sum }] }, { tenant: 'acme' }),
      v1,
    );
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('tenant') });
  });

  test('a task id that nobody gave out is not found, and nothing is sent', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(
      request({ messageId: 'm', role: 'ROLE_USER', taskId: 'nope', parts: [{ data: sum }] }),
      v1,
    );
    expect(body.error).toMatchObject({ code: -32001 });
    expect(demo.calculator.requests).toEqual([]);
  });

  test.each([
    ['a part of a type that no skill takes', [{ raw: 'AAAA', mediaType: 'application/x-unsupported' }], -32005],
    ['data of another type', [{ data: sum, mediaType: 'application/cbor' }], -32005],
    ['a text of another type', [{ text: 'x', mediaType: 'image/png' }], -32005],
    ['data as JSON', [{ data: sum, mediaType: 'application/json; charset=utf-8' }], undefined],
    ['data as a kind of JSON', [{ data: sum, mediaType: 'application/vnd.acme+json' }], undefined],
  ])('%s', async (_name, parts, code) => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.send(parts);
    expect(body.error?.code).toBe(code);
  });

  test.each(['ListTasks', 'tasks/list'])('%s checks its parameters', async (method) => {
    await using demo = await startDemo();
    const ask = async (params: object) => (await demo.gateway.rpc({ jsonrpc: '2.0', id: 1, method, params })).body;
    expect((await ask({ pageSize: 2, contextId: 'c' })).result).toMatchObject({ pageSize: 2, totalSize: 0 });
    for (const params of [
      { pageSize: 0 },
      { pageSize: 101 },
      { pageSize: 1.5 },
      { pageToken: 'mine' },
      { status: 'NOPE' },
      { historyLength: -1 },
    ]) {
      expect((await ask(params)).error?.code, JSON.stringify(params)).toBe(-32602);
    }
  });

  test('task ids are required and must be texts', async () => {
    await using demo = await startDemo();
    for (const method of [
      'GetTask',
      'CancelTask',
      'SubscribeToTask',
      'tasks/get',
      'tasks/cancel',
      'tasks/resubscribe',
    ]) {
      for (const params of [{}, { id: 5 }, { id: '' }]) {
        expect((await demo.gateway.rpc({ jsonrpc: '2.0', id: 1, method, params })).body.error?.code, method).toBe(
          -32602,
        );
      }
    }
  });
});

describe('extensions', () => {
  const uri = 'urn:x-skillgate:skill-contract:1';
  const contract = { [uri]: { skillId: 'calculate', arguments: sum } };

  test.each(['a2a-extensions', 'x-a2a-extensions'])(
    '%s activates the skill contract, and the answer says so',
    async (header) => {
      await using demo = await startDemo();
      const answer = await demo.gateway.rpc(toSendMessage([{ text: 'whatever' }], { metadata: contract }), {
        ...v1,
        [header]: `urn:other, ${uri}`,
      });
      expect(answer.body.result).toMatchObject({
        message: { parts: expect.arrayContaining([{ data: { result: 8 }, mediaType: 'application/json' }]) },
      });
      expect(answer.headers.get('a2a-extensions')).toBe(uri);
    },
  );

  test('the message may name it instead', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(
      toSendMessage([{ text: 'x' }], { metadata: contract, extensions: [uri] }),
      v1,
    );
    expect(body.result).toHaveProperty('message');
  });

  test('without activation its metadata is not read, and the question or the error says so', async () => {
    const said = toSendMessage([{ text: 'x y' }], { metadata: contract });
    await using demo = await startDemo();
    const question = questionOf(await demo.gateway.rpc(said, v1));
    expect(question).toMatchObject({ question: 'choose', text: expect.stringContaining('A2A-Extensions') });
    expect(demo.reached()).toBe(0);
    await using mute = await startDemo({ converse: { ask: false } });
    const { body } = await mute.gateway.rpc(said, v1);
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('A2A-Extensions') });
  });

  test('unknown ones are accepted and not echoed', async () => {
    await using demo = await startDemo();
    const answer = await demo.gateway.send([{ data: sum }], { 'a2a-extensions': 'urn:x:1,urn:y:2' });
    expect(answer.body.result).toHaveProperty('message');
    expect(answer.headers.get('a2a-extensions')).toBeNull();
  });
});

describe('answers', () => {
  test('nothing in them is unknown to the proto of 1.0', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.send([{ data: sum }]);
    const { message } = body.result as { message: Record<string, unknown> };
    expect(Object.keys(body.result as object)).toEqual(['message']);
    expect(Object.keys(message).toSorted()).toEqual(['contextId', 'messageId', 'parts', 'role']);
  });

  test('a context id of the client is kept, one is made otherwise, and they never repeat', async () => {
    await using demo = await startDemo();
    const contextOf = async (more: object) => {
      const { body } = await demo.gateway.rpc(toSendMessage([{ data: sum }], more), v1);
      return (body.result as { message: { contextId: string } }).message.contextId;
    };
    expect(await contextOf({ contextId: 'mine' })).toBe('mine');
    expect(await contextOf({})).not.toBe(await contextOf({}));
  });

  test('the accepted output modes are honoured', async () => {
    await using demo = await startDemo();
    const kinds = async (acceptedOutputModes: readonly string[]) => {
      const { params, ...request } = toSendMessage([{ text: 'getPetById petId=1' }]) as { params: object };
      const { body } = await demo.gateway.rpc(
        { ...request, params: { ...params, configuration: { acceptedOutputModes } } },
        v1,
      );
      return (body.result as { message: { parts: readonly object[] } }).message.parts.map((part) =>
        'text' in part ? 'text' : 'data',
      );
    };
    expect(await kinds([])).toEqual(['text', 'data']);
    expect(await kinds(['application/json'])).toEqual(['data']);
    expect(await kinds(['text/plain'])).toEqual(['text']);
    expect(await kinds(['image/png'])).toEqual(['data']);
  });

  test('digits pass unchanged, also in an error of the service', async () => {
    await using service = await startServer(jsonAnswer('{"error":"no","id":9007199254740993}', 404));
    await using gateway = await startGateway({
      config: { targets: { calculator: { spec: 'openapi/calculator.yaml', upstreams: [service.url] } } },
    });
    expect((await gateway.send([{ data: sum }])).text).toContain('"data":{"error":"no","id":9007199254740993}');
    const old = {
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: { message: { messageId: 'm', role: 'user', parts: [{ kind: 'data', data: sum }] } },
    };
    expect((await gateway.rpc(old)).text).toContain('"data":{"error":"no","id":9007199254740993}');
    const plain = { ...old, method: 'SendMessage' };
    expect((await gateway.rpc(plain)).text).toContain('"data":{"error":"no","id":9007199254740993}');
  });

  test.each([
    ['an array', '[1,2]', [1, 2]],
    ['a number', '5', 5],
    ['null', 'null', null],
    ['a string', '"x"', 'x'],
  ])(
    'JSON that is no object stands in the data of 1.0 and in a marked object in 0.3: %s',
    async (_name, json, value) => {
      await using service = await startServer(jsonAnswer(json));
      await using gateway = await startGateway({
        config: { targets: { calculator: { spec: 'openapi/calculator.yaml', upstreams: [service.url] } } },
      });
      expect((await gateway.send([{ data: sum }])).body.result).toMatchObject({
        message: { parts: [{ data: value }] },
      });
      const old = {
        jsonrpc: '2.0',
        id: 1,
        method: 'message/send',
        params: { message: { messageId: 'm', role: 'user', parts: [{ kind: 'data', data: sum }] } },
      };
      expect((await gateway.rpc(old)).body.result).toMatchObject({ parts: [{ kind: 'data', data: { value } }] });
    },
  );

  test('a service that says JSON and sends none has failed, and its bytes are no result', async () => {
    for (const broken of ['{"result":', 'OK', '<html>', '{"a":1}{"b":2}', 'NaN']) {
      await using service = await startServer(jsonAnswer(broken));
      await using gateway = await startGateway({
        config: { targets: { calculator: { spec: 'openapi/calculator.yaml', upstreams: [service.url] } } },
      });
      const answer = await gateway.send([{ data: sum }]);
      const { task } = answer.body.result as { task: WireTask };
      expect(failureOf(answer), broken).toMatchObject({
        state: 'TASK_STATE_FAILED',
        text: expect.stringMatching(/JSON/),
      });
      expect(task.artifacts ?? [], broken).toEqual([]);
      expect(() => JSON.parse(answer.text) as unknown).not.toThrow();
    }
  });

  test('JSON with line separators and deep nesting is spliced whole', async () => {
    const deep = `{"text":"\u2028\u2029\\u0000","deep":${'['.repeat(2_000)}1${']'.repeat(2_000)}}`;
    await using service = await startServer(jsonAnswer(deep));
    await using gateway = await startGateway({
      config: { targets: { calculator: { spec: 'openapi/calculator.yaml', upstreams: [service.url] } } },
    });
    expect((await gateway.send([{ data: sum }])).text).toContain(`"data":${deep}`);
  });

  test('a body is read once, whatever else looks at the request', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.send([{ data: sum }], {
      authorization: 'Bearer x',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    });
    expect(body.result).toMatchObject({ message: { parts: [{ data: { result: 8 } }] } });
  });
});
