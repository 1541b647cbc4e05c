// Arguments that nobody should send: texts in every place of a request, prototype names, skills that there are not. What can be sent is
// sent as it was meant, the rest is refused by name, or asked about where it is a text, and nothing reaches the service then.

import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import {
  questionOf,
  startDemo,
  startGateway,
  toSendMessage,
  type RunningGateway,
  type WirePart,
} from '../support/gateway.ts';
import { echo, startServer } from '../support/server.ts';

const data = (value: unknown): object => toSendMessage([{ data: value }]);

const wide = `openapi: 3.0.0
info: {title: Wide, version: '1'}
paths:
  /notes/{name}:
    post:
      operationId: note
      parameters:
        - {name: name, in: path, required: true, schema: {type: string}}
        - {name: X-Tag, in: header, schema: {type: string}}
        - {name: tags, in: query, schema: {type: array, items: {type: string}}}
      requestBody: {content: {application/json: {schema: {type: object, additionalProperties: true, properties: {text: {type: string}}}}}}
      responses: {'200': {description: ok}}
`;

interface Listed {
  readonly id: string;
}

interface Wide extends AsyncDisposable {
  readonly gateway: RunningGateway;
  readonly requests: readonly {
    readonly path: string;
    readonly body: string;
    readonly headers: Readonly<Record<string, unknown>>;
  }[];
}

/** One skill with every place that a text can go to, before a service that answers with what it got. */
async function startWide(): Promise<Wide> {
  const stack = new AsyncDisposableStack();
  const service = stack.use(await startServer(echo));
  const folder = stack.use(await createFolder({ 'openapi.yaml': wide }));
  const gateway = stack.use(
    await startGateway({
      config: { targets: { wide: { spec: folder.file('openapi.yaml'), upstreams: [`${service.url}/base`] } } },
    }),
  );
  return { gateway, requests: service.requests, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe('texts in arguments', () => {
  test.each([
    ['plain', 'abc', '/base/notes/abc'],
    ['a slash', 'a/b', '/base/notes/a%2Fb'],
    ['dots in a name', 'a..b', '/base/notes/a..b'],
    ['a way up within the segment', '../admin', '/base/notes/..%2Fadmin'],
    ['an encoded way up', '%2e%2e', '/base/notes/%252e%252e'],
    ['an encoded slash', '%2F', '/base/notes/%252F'],
    ['a backslash', String.raw`..\admin`, '/base/notes/..%5Cadmin'],
    ['a query', 'a?admin=1', '/base/notes/a%3Fadmin%3D1'],
    ['a fragment', 'a#b', '/base/notes/a%23b'],
    ['a semicolon', 'a;b=1', '/base/notes/a%3Bb%3D1'],
    ['a space and a plus', 'a b+c', '/base/notes/a%20b%2Bc'],
    ['a line break', 'a\r\nHost: evil', '/base/notes/a%0D%0AHost%3A%20evil'],
    ['NUL', 'a\0b', '/base/notes/a%00b'],
    ['beyond ASCII', 'ключ 🔑', `/base/notes/${encodeURIComponent('ключ 🔑')}`],
    ['a lone surrogate', 'a\ud800b', '/base/notes/a%EF%BF%BDb'],
    ['a URL', 'http://evil.test/', '/base/notes/http%3A%2F%2Fevil.test%2F'],
    ['__proto__', '__proto__', '/base/notes/__proto__'],
  ])('in the path: %s', async (_name, name, path) => {
    await using wide = await startWide();
    const { body } = await wide.gateway.call('note', { name });
    expect(body.result).toHaveProperty('message');
    expect(wide.requests.map((request) => request.path)).toEqual([path]);
  });

  test.each([
    ['one dot', '.'],
    ['two dots', '..'],
    ['nothing', ''],
  ])('in the path, refused: %s', async (_name, name) => {
    await using wide = await startWide();
    const { body } = await wide.gateway.call('note', { name });
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('name') });
    expect(wide.requests).toEqual([]);
  });

  test.each([
    ['CR LF', 'a\r\nX-Admin: 1'],
    ['LF', 'a\nb'],
    ['CR', 'a\rb'],
    ['NUL', 'a\0b'],
    ['DEL', 'a\x7fb'],
    ['beyond Latin-1', 'ключ'],
    ['a lone surrogate', '\ud800'],
  ])('in a header, refused: %s', async (_name, value) => {
    await using wide = await startWide();
    const { body } = await wide.gateway.call('note', { name: 'a', 'X-Tag': value });
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('X-Tag') });
    expect(wide.requests).toEqual([]);
  });

  test('in the query', async () => {
    await using wide = await startWide();
    await wide.gateway.call('note', { name: 'a', tags: ['x&admin=1', 'y=2#', 'ключ', '\r\n', ''] });
    expect(wide.requests[0]?.path).toBe(
      `/base/notes/a?tags=x%26admin%3D1&tags=y%3D2%23&tags=${encodeURIComponent('ключ')}&tags=%0D%0A&tags=`,
    );
  });

  test('in the body, and back: every character', async () => {
    await using wide = await startWide();
    const text = 'NUL \0, LF \n, quotes "\\", \u2028 \u2029, ключ, 🔑, \ufeff, \u{10ffff}, </script>';
    const { body } = await wide.gateway.call('note', { name: 'a', text });
    expect(JSON.parse(wide.requests[0]?.body ?? '')).toEqual({ text });
    expect(body.result).toMatchObject({ message: { parts: [{ data: { body: JSON.stringify({ text }) } }] } });
  });

  test('lone surrogates in the body arrive as they were', async () => {
    await using wide = await startWide();
    const request = JSON.stringify(data({ skillId: 'note', arguments: { name: 'a', text: 'SURROGATE' } })).replace(
      'SURROGATE',
      String.raw`\ud800`,
    );
    const answer = await wide.gateway.rpc(request, { 'a2a-version': '1.0' });
    expect(answer.body.result).toHaveProperty('message');
    expect(wide.requests[0]?.body).toBe(String.raw`{"text":"\ud800"}`);
  });

  test('keys that stand twice: the last one counts, as in JSON.parse', async () => {
    await using wide = await startWide();
    const request = JSON.stringify(data('TWICE')).replace(
      '"TWICE"',
      '{"skillId":"note","arguments":{"name":"first","name":"second"}}',
    );
    await wide.gateway.rpc(request, { 'a2a-version': '1.0' });
    expect(wide.requests.map(({ path }) => path)).toEqual(['/base/notes/second']);
  });
});

describe('prototype names', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'];

  test.each(names)('%s is no skill', async (name) => {
    await using demo = await startDemo();
    const envelope = JSON.stringify(data('E')).replace('"E"', `{"skillId":${JSON.stringify(name)},"arguments":{}}`);
    const byEnvelope = await demo.gateway.rpc(envelope, { 'a2a-version': '1.0' });
    const byMetadata = await demo.gateway.rpc(toSendMessage([{ data: {} }], { metadata: { skillId: name } }), {
      'a2a-version': '1.0',
    });
    for (const { body } of [byEnvelope, byMetadata]) {
      expect(body.error).toMatchObject({ code: -32602, message: expect.stringMatching(/there is no skill/) });
    }
    const byText = questionOf(await demo.gateway.send([{ text: `${name} {"a":1}` }]));
    expect(byText.question).toBe('choose');
    expect(byText.text).toContain(`There is no skill ${JSON.stringify(name)}.`);
    expect(byText.candidates.every(({ skillId }) => /^(?:calculator|pets|orders)__/.test(skillId))).toBe(true);
    expect(demo.reached()).toBe(0);
  });

  test.each(names)('%s is an unknown argument where none are allowed', async (name) => {
    await using demo = await startDemo();
    const request = JSON.stringify(data('A')).replace(
      '"A"',
      `{"skillId":"getPetById","arguments":{"petId":1,${JSON.stringify(name)}:{"petId":2}}}`,
    );
    const { body } = await demo.gateway.rpc(request, { 'a2a-version': '1.0' });
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining(name) });
    expect(demo.reached()).toBe(0);
  });

  test.each(names)('%s is a field like any other where all are allowed', async (name) => {
    await using wide = await startWide();
    const request = JSON.stringify(data('A')).replace(
      '"A"',
      `{"skillId":"note","arguments":{"name":"a",${JSON.stringify(name)}:"x"}}`,
    );
    const { body } = await wide.gateway.rpc(request, { 'a2a-version': '1.0' });
    expect(body.result).toHaveProperty('message');
    expect(wide.requests[0]?.body).toBe(`{${JSON.stringify(name)}:"x"}`);
    const text = await wide.gateway.send([{ text: `note name=a ${name}=x` }]);
    expect(text.body.result).toHaveProperty('message');
    expect(wide.requests[1]?.body).toBe(`{${JSON.stringify(name)}:"x"}`);
  });

  test('as keys of metadata they mean nothing', async () => {
    await using demo = await startDemo();
    const request = JSON.stringify(
      toSendMessage([{ data: { operation: 'add', operands: [5, 3] } }], { metadata: 'M' }),
    ).replace(
      '"M"',
      '{"__proto__":{"skillId":"deletePet"},"constructor":{"prototype":{"skillId":"deletePet"}},"toString":1}',
    );
    const { body } = await demo.gateway.rpc(request, { 'a2a-version': '1.0' });
    expect(body.result).toMatchObject({ message: { parts: [{ data: { result: 8 } }] } });
    expect(({} as Record<string, unknown>)['skillId']).toBeUndefined();
  });
});

describe('an unknown skill', () => {
  test.each([
    ['in an envelope', [{ data: { skillId: 'getPetByIt', arguments: { petId: 1 } } }], {}],
    ['in the metadata', [{ data: { petId: 1 } }], { metadata: { skillId: 'getPetByIt' } }],
    ['in the metadata beside a text', [{ text: 'petId=1' }], { metadata: { skillId: 'getPetByIt' } }],
  ])('%s: suggestions and a line that works', async (_name, parts, more) => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc(toSendMessage(parts, more), { 'a2a-version': '1.0' });
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('pets__getPetById') });
    const line = /A text that works: (.*)$/.exec(body.error?.message ?? '')?.[1] ?? '';
    const again = await demo.gateway.send([{ text: line }]);
    expect(again.body.result).toMatchObject({ message: { role: 'ROLE_AGENT' } });
  });

  test('in a text: a question with the nearest and a line that works', async () => {
    await using demo = await startDemo();
    const question = questionOf(await demo.gateway.send([{ text: 'getPetByIt {"petId":1}' }]));
    expect(question.question).toBe('choose');
    expect(question.text).toContain('There is no skill "getPetByIt".');
    expect(question.candidates.map(({ skillId }) => skillId)).toEqual(['pets__getPetById']);
    const line = question.candidates[0]?.callLine ?? '';
    expect(question.text).toContain(`1. Get a pet: ${line}\n`);
    const again = await demo.gateway.send([{ text: line }]);
    expect(again.body.result).toMatchObject({ message: { role: 'ROLE_AGENT' } });
  });

  test.each([
    ['please add five and three', 'choose'],
    ['🙂', 'choose'],
    ['\0', 'choose'],
    ['{}', 'choose'],
    ['{"a":', 'choose'],
    ['()', 'choose'],
    ['calculate', 'complete'],
    ['GET', 'choose'],
    ['GET /', 'choose'],
    ['GET /nothing', 'choose'],
    ['/', 'choose'],
  ])('the text %j: a question that names skills, with lines that work', async (text, kind) => {
    await using demo = await startDemo();
    const { question, text: asked, candidates } = questionOf(await demo.gateway.send([{ text }]));
    expect(question).toBe(kind);
    expect(demo.reached()).toBe(0);
    const [first, ...others] = candidates.map(({ callLine }) => callLine);
    for (const line of [first, ...others]) expect(asked).toContain(line);
    const again = await demo.gateway.send([{ text: first }]);
    expect(again.body.result, first).toMatchObject({ message: { role: 'ROLE_AGENT' } });
  });

  test.each(['what can you do?', 'help', '?'])('the text %j: a message that names them all', async (text) => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.send([{ text }]);
    const listed = (await (await demo.gateway.get('/skills')).json()) as { readonly skills: readonly Listed[] };
    expect(listed.skills).toHaveLength(11);
    expect(body.result).toMatchObject({ message: { parts: [{ text: expect.any(String) }, { data: { skills: 11 } }] } });
    const { message } = body.result as { readonly message: { readonly parts: readonly WirePart[] } };
    for (const { id } of listed.skills) expect(message.parts[0]?.text).toContain(`\n  ${id} {`);
    expect(demo.reached()).toBe(0);
  });
});
