// What nobody should send: every answer is JSON-RPC with the right code, or a question where it is a text, nothing reaches the service,
// and the gateway goes on.

import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { questionOf, startDemo, startGateway, toSendMessage, type Demo } from '../support/gateway.ts';
import { jsonAnswer, startServer } from '../support/server.ts';

const data = (value: unknown): object => toSendMessage([{ data: value }]);

/** A text whose answer does not repeat it. */
function toShortAnswer(text: string): object {
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text }] };
  return { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message, configuration: { historyLength: 0 } } };
}

/** The gateway still does its work. */
async function assertAlive(demo: Demo): Promise<void> {
  const { body } = await demo.gateway.call('calculate', { operation: 'add', operands: [5, 3] });
  expect(body.result).toMatchObject({ message: { parts: [{ data: { result: 8 } }] } });
}

describe('framing', () => {
  const method = 'SendMessage';
  const good = data({ operation: 'add', operands: [5, 3] }) as Record<string, unknown>;
  test.each<readonly [string, unknown, number, unknown]>([
    ['cut off', '{"jsonrpc":', -32700, null],
    ['cut off in a string', '{"jsonrpc":"2.0","id":1,"method":"Send', -32700, null],
    ['no JSON', 'hello', -32700, null],
    ['a form', 'jsonrpc=2.0&id=1', -32700, null],
    ['a lone bracket', '[', -32700, null],
    ['two values', '{} {}', -32700, null],
    ['NaN', '{"id":NaN}', -32700, null],
    ['a comment', '{"id":1} // x', -32700, null],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x00]), -32700, null],
    ['empty', '', -32600, null],
    ['blank', ' \n', -32600, null],
    ['null', 'null', -32600, null],
    ['a number', '5', -32600, null],
    ['a string', '"SendMessage"', -32600, null],
    ['an empty batch', '[]', -32600, null],
    ['a batch', [good, good], -32600, null],
    ['a batch of rubbish', '[1,2,3]', -32600, null],
    ['an empty object', '{}', -32600, null],
    ['no jsonrpc', { id: 1, method }, -32600, 1],
    ['jsonrpc 1.0', { jsonrpc: '1.0', id: 1, method }, -32600, 1],
    ['jsonrpc as a number', { jsonrpc: 2, id: 1, method }, -32600, 1],
    ['no method', { jsonrpc: '2.0', id: 'x' }, -32600, 'x'],
    ['method as a number', { jsonrpc: '2.0', id: 'x', method: 5 }, -32600, 'x'],
    ['method as an object', { jsonrpc: '2.0', id: 'x', method: {} }, -32600, 'x'],
    ['an empty method', { jsonrpc: '2.0', id: 'x', method: '' }, -32601, 'x'],
    ['an unknown method', { jsonrpc: '2.0', id: 'x', method: 'Nothing' }, -32601, 'x'],
    ['a prototype name as method', { jsonrpc: '2.0', id: 'x', method: '__proto__' }, -32601, 'x'],
    ['a method as long as a book', { jsonrpc: '2.0', id: 'x', method: 'x'.repeat(100_000) }, -32601, 'x'],
    ['a notification', { jsonrpc: '2.0', method, params: good['params'] }, -32600, null],
    ['a notification with wrong parameters', { jsonrpc: '2.0', method, params: {} }, -32602, null],
    ['id null', { ...good, id: null }, -32600, null],
    ['a fractional id', { ...good, id: 1.5 }, -32600, null],
    ['an id with an exponent', '{"jsonrpc":"2.0","id":1e400,"method":"GetTask"}', -32600, null],
    ['an object as id', { ...good, id: {} }, -32600, null],
    ['a list as id', { ...good, id: [1] }, -32600, null],
    ['true as id', { ...good, id: true }, -32600, null],
  ])('%s', async (_name, body, code, id) => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc(body, { 'a2a-version': '1.0' });
    expect(answer.body).toEqual({
      jsonrpc: '2.0',
      id,
      error: expect.objectContaining({ code, message: expect.stringMatching(/./) }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.text.length).toBeLessThan(2_000);
    expect(demo.reached()).toBe(0);
    await assertAlive(demo);
  });

  test.each([
    ['123456789012345678901234567890'],
    ['9007199254740993'],
    ['-9007199254740993'],
    ['0'],
    ['""'],
    [String.raw`"\u0000\ud800"`],
    [JSON.stringify('ключ 🔑')],
  ])('the id %s is echoed as it is', async (id) => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc(`{"jsonrpc":"2.0","id":${id},"method":"GetTask","params":{"id":"t"}}`);
    expect(answer.text).toContain(
      `"id":${JSON.stringify(JSON.parse(id)) === id || !/^-?\d/.test(id) ? JSON.stringify(JSON.parse(id)) : id}}`,
    );
    expect(answer.body.error?.code).toBe(-32001);
  });

  test('a byte order mark before the JSON is no part of it', async () => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc(`\ufeff${JSON.stringify(data({ operation: 'add', operands: [5, 3] }))}`);
    expect(answer.body.result).toMatchObject({ message: { parts: [{ data: { result: 8 } }] } });
  });
});

describe('types', () => {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] };
  test.each<readonly [string, unknown, string]>([
    ['params as a list', [], 'params'],
    ['params as a string', 'x', 'params'],
    ['no message', {}, 'message'],
    ['message as a string', { message: 'x' }, 'message'],
    ['message as a list', { message: [] }, 'message'],
    ['messageId as a number', { message: { ...message, messageId: 5 } }, 'message.messageId'],
    ['messageId blank', { message: { ...message, messageId: ' ' } }, 'message.messageId'],
    ['no role', { message: { ...message, role: undefined } }, 'message.role'],
    ['role NOPE', { message: { ...message, role: 'NOPE' } }, 'message.role'],
    ['role of the agent', { message: { ...message, role: 'ROLE_AGENT' } }, 'message.role'],
    ['role 0', { message: { ...message, role: 0 } }, 'message.role'],
    ['no parts', { message: { ...message, parts: undefined } }, 'message.parts'],
    ['empty parts', { message: { ...message, parts: [] } }, 'message.parts'],
    ['parts as a string', { message: { ...message, parts: 'x' } }, 'message.parts'],
    ['parts as an object', { message: { ...message, parts: { 0: { text: 'x' } } } }, 'message.parts'],
    ['a part as a string', { message: { ...message, parts: ['x'] } }, 'message.parts[0]'],
    ['a part as null', { message: { ...message, parts: [null] } }, 'message.parts[0]'],
    ['an empty part', { message: { ...message, parts: [{}] } }, 'message.parts[0]'],
    ['a part with two contents', { message: { ...message, parts: [{ text: 'x', data: {} }] } }, 'message.parts[0]'],
    ['text as a number', { message: { ...message, parts: [{ text: 5 }] } }, 'message.parts[0].text'],
    ['raw that is no base64', { message: { ...message, parts: [{ raw: '!!' }] } }, 'message.parts[0].raw'],
    ['metadata as a number', { message: { ...message, metadata: 7 } }, 'message.metadata'],
    ['metadata as a list', { message: { ...message, metadata: [] } }, 'message.metadata'],
    ['contextId as an object', { message: { ...message, contextId: {} } }, 'message.contextId'],
    ['extensions as a string', { message: { ...message, extensions: 'x' } }, 'message.extensions'],
    ['configuration as a string', { message, configuration: 'x' }, 'configuration'],
    ['a negative historyLength', { message, configuration: { historyLength: -1 } }, 'configuration.historyLength'],
    [
      'returnImmediately as a string',
      { message, configuration: { returnImmediately: 'yes' } },
      'configuration.returnImmediately',
    ],
    [
      'acceptedOutputModes as a string',
      { message, configuration: { acceptedOutputModes: 'text' } },
      'configuration.acceptedOutputModes',
    ],
    [
      '10 000 parts',
      { message: { ...message, parts: Array.from({ length: 10_000 }, () => ({ text: 'x' })) } },
      'message.parts',
    ],
  ])('%s: -32602 that names the field', async (_name, params, field) => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params },
      { 'a2a-version': '1.0' },
    );
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining(field) });
    const [info, ...others] = (body.error?.data ?? []) as readonly Record<string, unknown>[];
    expect(info).toMatchObject({ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' });
    if (field !== 'params')
      expect(others[0]).toMatchObject({
        fieldViolations: expect.arrayContaining([expect.objectContaining({ field })]),
      });
    expect(demo.reached()).toBe(0);
  });

  test.each([
    ['a version from the future', { 'a2a-version': '99.0' }, -32009],
    ['a version that is none', { 'a2a-version': 'latest' }, -32009],
    ['a method of another version', { 'a2a-version': '0.3' }, undefined],
  ])('%s', async (_name, headers, code) => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(data({ operation: 'add', operands: [5, 3] }), headers);
    expect(body.error?.code).toBe(code);
  });
});

describe('size', () => {
  test('20 MB: JSON-RPC with 413, and the process stays up', async () => {
    await using demo = await startDemo();
    for (const body of [JSON.stringify(data('x'.repeat(20_000_000))), Buffer.alloc(20_000_000, '[')]) {
      const answer = await demo.gateway.rpc(body, { 'a2a-version': '1.0' });
      expect(answer.status).toBe(413);
      expect(answer.body).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: expect.objectContaining({ code: -32600, message: expect.stringMatching(/10|limit/) }),
      });
    }
    await assertAlive(demo);
  });

  test('20 MB without saying so first', async () => {
    await using demo = await startDemo();
    const chunk = new Uint8Array(1_000_000).fill(0x20);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 20) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const answer = await fetch(`${demo.gateway.url}/a2a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
    ]);
    await assertAlive(demo);
  });

  test('1.5 MB of text is read', async () => {
    await using demo = await startDemo();
    const { status, body } = await demo.gateway.send([
      { text: `calculate {"operation":"add","operands":[5,3]}${' '.repeat(1_500_000)}` },
    ]);
    expect([status, body.result]).toEqual([200, { message: expect.objectContaining({ role: 'ROLE_AGENT' }) }]);
    const answer = await demo.gateway.rpc(toShortAnswer('x'.repeat(1_500_000)), { 'a2a-version': '1.0' });
    expect(questionOf(answer)).toMatchObject({ question: 'choose', text: expect.stringContaining('xxx…') });
    expect(answer.text.length).toBeLessThan(5_000);
  });

  test('the limit is the one of the configuration', async () => {
    await using demo = await startDemo({ gateway: { bodyLimit: '1kb' } });
    const answer = await demo.gateway.rpc(data('x'.repeat(2_000)));
    expect([answer.status, answer.body.error?.code]).toEqual([413, -32600]);
    await assertAlive(demo);
  });
});

describe('depth and numbers', () => {
  const deepAround = (inner: string): string => `${'{"a":'.repeat(50_000)}${inner}${'}'.repeat(50_000)}`;
  const deep = deepAround('1');
  const deepList = '['.repeat(50_000) + ']'.repeat(50_000);

  test.each([
    ['100 000 brackets as the body', '['.repeat(100_000)],
    ['100 000 balanced brackets as the body', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['100 000 objects as the body', '{"a":'.repeat(100_000)],
    ['100 000 balanced objects as the body', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    [
      '100 000 brackets as params',
      `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ],
    [
      '100 000 brackets as data',
      JSON.stringify(data('DEEP')).replace('"DEEP"', '['.repeat(100_000) + ']'.repeat(100_000)),
    ],
    [
      '100 000 objects as data',
      JSON.stringify(data('DEEP')).replace('"DEEP"', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    ],
    [
      'deep arguments',
      JSON.stringify(data({ skillId: 'calculate', arguments: { operation: 'add', operands: 'DEEP' } })).replace(
        '"DEEP"',
        '['.repeat(50_000) + ']'.repeat(50_000),
      ),
    ],
    [
      'deep metadata',
      JSON.stringify(toSendMessage([{ text: 'x' }], { metadata: 'DEEP' })).replace(
        '"DEEP"',
        `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
      ),
    ],
    [
      'deep metadata with a long number',
      JSON.stringify(toSendMessage([{ text: 'x' }], { metadata: 'DEEP' })).replace(
        '"DEEP"',
        `${'{"a":'.repeat(50_000)}12345678901234567890${'}'.repeat(50_000)}`,
      ),
    ],
    [
      'deep arguments in a text beside metadata',
      JSON.stringify(toSendMessage([{ text: deep }], { metadata: { skillId: 'nothing' } })),
    ],
  ])('%s: an error of the caller', async (_name, body) => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc(body, { 'a2a-version': '1.0' });
    expect([-32700, -32600, -32602]).toContain(answer.body.error?.code);
    expect(answer.text.length).toBeLessThan(10_000);
    expect(demo.reached()).toBe(0);
    await assertAlive(demo);
  });

  test.each([
    ['objects behind a name', `calculate ${deep}`, 'complete', 'nested deeper than 500 levels'],
    ['objects around a long number', `calculate ${deepAround('12345678901234567890')}`, 'complete', 'nested deeper'],
    ['objects in prose', `please run calculate with ${deep} now`, 'choose', 'please run calculate'],
    ['objects in a fence', `calculate\n\`\`\`json\n${deep}\n\`\`\``, 'complete', 'operands'],
    ['objects alone', deep, 'choose', 'nested deeper than 500 levels'],
    ['an envelope', `{"skill":"calculate","arguments":${deep}}`, 'choose', 'nested deeper than 500 levels'],
    ['an open list', `calculate operands=${'['.repeat(50_000)}`, 'complete', 'a JSON value is not closed'],
    ['a list as a value', `calculate operands=${deepList}`, 'complete', 'nested deeper than 500 levels'],
    ['a list in quotes', `calculate operation=add operands="${deepList}"`, 'complete', 'operands'],
    ['lists beside JSON', `{"skill":"calculate","arguments":"${deepList}"}`, 'complete', 'operands'],
    ['names', `calculate a${'.a'.repeat(50_000)}=1`, 'choose', 'calculate a.a.a'],
  ])('a deep text, %s: a question', async (_name, text, kind, words) => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc(toShortAnswer(text), { 'a2a-version': '1.0' });
    const question = questionOf(answer);
    expect(question.question).toBe(kind);
    expect(question.text).toContain(words);
    expect(question.text).toContain('calculator__calculate {"operation":"add","operands":[5,3]}');
    expect(answer.text.length).toBeLessThan(10_000);
    expect(demo.reached()).toBe(0);
    await assertAlive(demo);
  });

  test.each([
    ['metadata', { metadata: 'DEEP' }],
    ['metadata of an extension', { metadata: { 'urn:x:1': ['DEEP'] } }],
  ])('as deep as is read, in %s: kept with the task of a question', async (_name, more) => {
    await using demo = await startDemo();
    const levels = 490;
    const said = JSON.stringify(toSendMessage([{ text: 'x y' }], more)).replace(
      '"DEEP"',
      `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
    );
    const { id } = questionOf(await demo.gateway.rpc(said, { 'a2a-version': '1.0' }));
    const asked = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id } };
    expect((await demo.gateway.rpc(asked, { 'a2a-version': '1.0' })).text).toContain('{"a":'.repeat(levels));
  });

  test('integers above 2^53 and long decimals go out and come back digit by digit', async () => {
    await using service = await startServer(
      jsonAnswer('{"id":9007199254740993,"n":1,"big":123456789012345678901234567890,"ratio":0.1234567890123456789}'),
    );
    await using folder = await createFolder({
      'openapi.yaml': `openapi: 3.0.0
info: {title: Digits, version: '1'}
paths:
  /things/{id}:
    post:
      operationId: put
      parameters: [{name: id, in: path, required: true, schema: {type: integer, format: int64}}]
      requestBody: {content: {application/json: {schema: {type: object, properties: {n: {type: integer}, m: {type: number}}}}}}
      responses: {'200': {description: ok}}
`,
    });
    await using gateway = await startGateway({
      config: { targets: { digits: { spec: folder.file('openapi.yaml'), upstreams: [service.url] } } },
    });
    const body = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"data":{"skillId":"put","arguments":{"id":9007199254740993,"n":-12345678901234567890,"m":0.30000000000000000001}}}]}}}`;
    const v1 = await gateway.rpc(body, { 'a2a-version': '1.0' });
    const v03 = await gateway.rpc(
      body
        .replace('SendMessage', 'message/send')
        .replace('ROLE_USER', 'user')
        .replace('{"data"', '{"kind":"data","data"'),
    );
    const text = await gateway.send([
      { text: 'put id=9007199254740993 n=-12345678901234567890 m=0.30000000000000000001' },
    ]);
    for (const { text: answer } of [v1, v03, text]) {
      expect(answer).toContain(
        '"data":{"id":9007199254740993,"n":1,"big":123456789012345678901234567890,"ratio":0.1234567890123456789}',
      );
    }
    for (const { path, body: sent } of service.requests) {
      expect([path, sent]).toEqual([
        '/things/9007199254740993',
        '{"n":-12345678901234567890,"m":0.30000000000000000001}',
      ]);
    }
    expect(service.requests).toHaveLength(3);
  });

  test.each(['1e400', '-1e400', '1e-400', '1E400'])('the number %s where a number is expected', async (number) => {
    await using demo = await startDemo();
    const body = JSON.stringify(
      data({ skillId: 'calculate', arguments: { operation: 'add', operands: ['N', 1] } }),
    ).replace('"N"', number);
    const answer = await demo.gateway.rpc(body, { 'a2a-version': '1.0' });
    expect(answer.status).toBe(200);
    expect(answer.body.error?.code ?? -32602).not.toBe(-32603);
    await assertAlive(demo);
  });
});

describe('the request itself', () => {
  const good = JSON.stringify(data({ operation: 'add', operands: [5, 3] }));

  test.each([
    ['text/plain', 400, -32005],
    ['application/x-www-form-urlencoded', 400, -32005],
    ['multipart/form-data; boundary=x', 400, -32005],
    ['application/xml', 400, -32005],
    ['nonsense', 400, -32005],
    ['application/json', 200, undefined],
    ['application/json; charset=utf-8', 200, undefined],
    ['APPLICATION/JSON', 200, undefined],
    ['application/a2a+json', 200, undefined],
  ])('Content-Type %s → %i', async (type, status, code) => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc(good, { 'content-type': type });
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s /a2a → 405 that says what to do', async (method) => {
    await using demo = await startDemo();
    const answer = await fetch(`${demo.gateway.url}/a2a`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: expect.objectContaining({ code: -32601, message: expect.stringContaining('POST') }),
    });
  });

  test.each([
    ['no address at all', 'POST', '/nothing', '{"a":'],
    ['an address for GET', 'POST', '/skills', '{"a":'],
    ['a large body', 'PUT', '/nothing', ' '.repeat(20_000_000)],
  ])('a body for %s → 404 that says so', async (_what, method, path, body) => {
    await using demo = await startDemo();
    const response = await fetch(demo.gateway.url + path, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { reason: 'NOT_FOUND', message: expect.stringContaining(`There is nothing at ${method} ${path}`) } },
    ]);
  });

  test('without any Content-Type', async () => {
    await using demo = await startDemo();
    const answer = await new Promise<string>((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: demo.gateway.port, path: '/a2a', method: 'POST' },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve(text));
        },
      );
      asked.once('error', reject).end(good);
    });
    expect(answer).toContain('"result":8');
  });

  test.each([
    ['/skills', '{"cut":'],
    ['/skills', '{"__proto__":1}'],
    ['/healthz', 'x'.repeat(20_000_000)],
    ['/nowhere', '{"constructor":{"prototype":1}}'],
  ])('POST %s is the fault of the caller, whatever it holds', async (path, body) => {
    await using demo = await startDemo();
    const answer = await fetch(demo.gateway.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([400, 404, 413]).toContain(answer.status);
    expect(await answer.json()).toEqual({ error: expect.objectContaining({ code: answer.status }) });
  });

  test('headers with rubbish in them change nothing', async () => {
    await using demo = await startDemo();
    const headers = {
      'a2a-version': '1.0',
      'a2a-extensions': ','.repeat(5_000),
      traceparent: 'nonsense',
      tracestate: '=,=',
      'x-request-id': '<script>\t',
      accept: 'x',
      'if-none-match': '*',
    };
    const answer = await demo.gateway.rpc(good, headers);
    expect(answer.body.result).toMatchObject({ message: { parts: [{ data: { result: 8 } }] } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });
});
