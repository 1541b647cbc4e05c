// Documents of every shape, served end to end: several files, circular schemas, missing ids, Swagger 2.0, servers at each level, and
// replies of each kind.

import { describe, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { createFolder } from '../support/folder.ts';
import { startGateway, type RunningGateway } from '../support/gateway.ts';
import { echo, startServer, type Answer, type RunningServer } from '../support/server.ts';

interface Served extends AsyncDisposable {
  readonly gateway: RunningGateway;
  readonly service: RunningServer;
}

/** The first file is the document. */
async function serve(files: Readonly<Record<string, string>>, answer: Answer = echo): Promise<Served> {
  const stack = new AsyncDisposableStack();
  const service = stack.use(await startServer(answer));
  const folder = stack.use(await createFolder(files));
  const spec = folder.file(Object.keys(files)[0] ?? '');
  const gateway = stack.use(await startGateway({ config: { targets: { api: { spec, upstreams: [service.url] } } } }));
  return { gateway, service, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function skillIds(gateway: RunningGateway): Promise<readonly string[]> {
  const { skills } = (await (await gateway.get('/skills')).json()) as { skills: readonly { readonly id: string }[] };
  return skills.map(({ id }) => id);
}

/** What the doctor says, as data. */
async function check(
  spec: string,
): Promise<readonly { readonly path: string; readonly leftOut?: { readonly reason: string } }[]> {
  let out = '';
  const io = {
    env: {},
    out: (text: string) => void (out += text),
    err: () => {},
    isTerminal: false,
    stop: new AbortController().signal,
    onExit: () => {},
  };
  await runCommand(['check', spec, '--json'], io);
  return (JSON.parse(out) as { documents: readonly { readonly operations: never }[] }).documents[0]?.operations ?? [];
}

const head = "openapi: 3.1.0\ninfo: {title: Test, version: '1'}\n";
const ok = "responses: {'200': {description: ok}}";

describe('shapes of documents', () => {
  test('several files in folders, JSON and YAML, each reference relative to its own file', async () => {
    await using served = await serve({
      'openapi.yaml': `${head}paths:\n  /orders/{id}: {$ref: 'paths/order.yaml#/order'}\n`,
      'paths/order.yaml': `order:\n  parameters: [{$ref: '../parts/parameters.json#/OrderId'}]\n  put:\n    operationId: putOrder\n    requestBody: {content: {application/json: {schema: {$ref: '../parts/schemas.yaml#/Order'}}}}\n    ${ok}\n`,
      'parts/parameters.json':
        '{"OrderId":{"name":"id","in":"path","required":true,"schema":{"$ref":"schemas.yaml#/Id"}}}',
      'parts/schemas.yaml':
        "Id: {type: integer, minimum: 1}\nOrder: {type: object, required: [lines], properties: {lines: {type: array, items: {$ref: '#/Line'}}}}\nLine: {type: object, required: [sku], properties: {sku: {type: string}, parent: {$ref: '#/Line'}}, additionalProperties: false}\n",
    });
    const good = await served.gateway.call('putOrder', { id: 7, lines: [{ sku: 'a', parent: { sku: 'b' } }] });
    expect(good.body.result).toHaveProperty('message');
    expect(served.service.requests).toEqual([
      expect.objectContaining({
        method: 'PUT',
        path: '/orders/7',
        body: '{"lines":[{"sku":"a","parent":{"sku":"b"}}]}',
      }),
    ]);
    const bad = await served.gateway.call('putOrder', { id: 0, lines: [{ sku: 'a', parent: { skew: 'b' } }] });
    expect(bad.body.error).toMatchObject({ code: -32602, message: expect.stringMatching(/id.*lines\[0\]\.parent/s) });
  });

  test('a circular schema: published whole, checked to its depth, and its example accepted', async () => {
    await using served = await serve({
      'openapi.yaml': `${head}paths:
  /trees:
    post:
      operationId: plant
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Node'}}}}
      ${ok}
components:
  schemas:
    Node:
      type: object
      required: [name]
      properties: {name: {type: string}, children: {type: array, items: {$ref: '#/components/schemas/Node'}}, owner: {$ref: '#/components/schemas/Owner'}}
    Owner: {type: object, properties: {trees: {type: array, items: {$ref: '#/components/schemas/Node'}}}}
`,
    });
    const schema = await (await served.gateway.get('/skills/plant/input-schema')).json();
    expect(JSON.stringify(schema).length).toBeLessThan(5_000);
    const tree = { name: 'a', children: [{ name: 'b', children: [{ name: 'c', owner: { trees: [{ name: 'd' }] } }] }] };
    expect((await served.gateway.call('plant', tree)).body.result).toHaveProperty('message');
    const bad = await served.gateway.call('plant', { name: 'a', children: [{ name: 'b', children: [{ name: 5 }] }] });
    expect(bad.body.error?.message).toContain('children[0].children[0].name');
    const page = (await (await served.gateway.get('/skills/plant')).json()) as { examples: readonly string[] };
    for (const text of page.examples) expect((await served.gateway.send([{ text }])).body.error, text).toBeUndefined();
  });

  test('operations without ids, or with the same one, get ids that work', async () => {
    await using served = await serve({
      'openapi.yaml': `${head}paths:
  /: {get: {${ok}}}
  /users: {get: {operationId: list, ${ok}}, post: {${ok}}}
  /users/{id}/posts: {get: {operationId: list, parameters: [{name: id, in: path, required: true, schema: {type: string}}], ${ok}}}
  /odd: {get: {operationId: 'users:list all!', ${ok}}}
`,
    });
    const ids = await skillIds(served.gateway);
    expect(ids).toEqual([
      'get_root',
      expect.stringMatching(/^list_[\da-f]{8}$/),
      'post_users',
      expect.stringMatching(/^list_[\da-f]{8}$/),
      'users_list_all_',
    ]);
    for (const id of ids) {
      const args = id === ids[3] ? { id: 'x' } : {};
      expect((await served.gateway.call(id, args)).body.error, id).toBeUndefined();
    }
    expect(served.service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /',
      'GET /users',
      'POST /users',
      'GET /users/x/posts',
      'GET /odd',
    ]);
    expect((await served.gateway.call('users:list all!', {})).body.result).toHaveProperty('message');
  });

  test('Swagger 2.0: query lists, a body, a form', async () => {
    await using served = await serve({
      'swagger.json': JSON.stringify({
        swagger: '2.0',
        info: { title: 'Old', version: '1' },
        paths: {
          '/things': {
            get: {
              operationId: 'find',
              parameters: [
                { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'pipes' },
                { name: 'ids', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat: 'multi' },
              ],
              responses: { 200: { description: 'ok' } },
            },
            post: {
              operationId: 'add',
              parameters: [{ name: 'thing', in: 'body', required: true, schema: { $ref: '#/definitions/Thing' } }],
              responses: { 200: { description: 'ok' } },
            },
            put: {
              operationId: 'form',
              consumes: ['application/x-www-form-urlencoded'],
              parameters: [{ name: 'title', in: 'formData', type: 'string', required: true }],
              responses: { 200: { description: 'ok' } },
            },
          },
        },
        definitions: {
          Thing: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, size: { type: 'number', minimum: 0, exclusiveMinimum: true } },
          },
        },
      }),
    });
    for (const [id, args] of [
      ['find', { tags: ['a b', 'c'], ids: [1, 2] }],
      ['add', { name: 'x', size: 1 }],
      ['form', { title: 'a & b' }],
    ] as const) {
      expect((await served.gateway.call(id, args)).body.error, id).toBeUndefined();
    }
    expect(served.service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', expect.stringMatching(/^\/things\?tags=a%20b(\||%7C)c&ids=1&ids=2$/), ''],
      ['POST', '/things', '{"name":"x","size":1}'],
      ['PUT', '/things', 'title=a+%26+b'],
    ]);
    expect((await served.gateway.call('add', { name: 'x', size: 0 })).body.error?.code).toBe(-32602);
  });

  test('YAML anchors, merge keys, a byte order mark and Windows line ends', async () => {
    const text =
      `\ufeff${head}x-ok: &ok\n  '200': {description: ok}\npaths:\n  /a: {get: {operationId: a, responses: *ok}}\n  /b: {get: &get {operationId: b, responses: *ok}, post: {<<: *get, operationId: c}}\n`.replaceAll(
        '\n',
        '\r\n',
      );
    await using served = await serve({ 'openapi.yaml': text });
    expect(await skillIds(served.gateway)).toEqual(['a', 'b', 'c']);
  });

  test('a remote document and its references, over http', async () => {
    await using site = await startServer((request, response) => {
      const bodies: Record<string, string> = {
        '/v1/openapi.json':
          '{"openapi":"3.0.0","info":{"title":"R","version":"1"},"servers":[{"url":"/api"}],"paths":{"/t":{"$ref":"./t.json"}}}',
        '/v1/t.json': '{"get":{"operationId":"t","responses":{"200":{"description":"ok"}}}}',
        '/api/t': '{"remote":true}',
      };
      const body = bodies[request.path];
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body ?? '{}');
    });
    await using gateway = await startGateway({ config: { targets: { r: { spec: `${site.url}/v1/openapi.json` } } } });
    expect((await gateway.call('t', {})).body.result).toMatchObject({
      message: { parts: [{ data: { remote: true } }] },
    });
  });
});

describe('servers', () => {
  test('the nearest counts: operation, path, document; variables take their defaults', async () => {
    await using one = await startServer(echo);
    await using two = await startServer(echo);
    await using folder = await createFolder({
      'openapi.yaml': `${head}servers: [{url: '${one.url}/{version}', variables: {version: {default: v1}}}]
paths:
  /a: {get: {operationId: a, ${ok}}}
  /b: {servers: [{url: ${one.url}/path/}], get: {operationId: b, ${ok}}, post: {operationId: c, servers: [{url: ${two.url}}], ${ok}}}
`,
    });
    await using gateway = await startGateway({ config: { targets: { api: { spec: folder.file('openapi.yaml') } } } });
    for (const id of ['a', 'b', 'c']) expect((await gateway.call(id, {})).body.error, id).toBeUndefined();
    expect(one.requests.map(({ path }) => path)).toEqual(['/v1/a', '/path/b']);
    expect(two.requests.map(({ path }) => path)).toEqual(['/b']);
  });

  test('configured upstreams replace them all', async () => {
    await using served = await serve({
      'openapi.yaml': `${head}servers: [{url: 'https://far.example.test/v1'}]\npaths:\n  /a: {get: {operationId: a, servers: [{url: 'ftp://else.example.test'}], ${ok}}}\n`,
    });
    expect((await served.gateway.call('a', {})).body.result).toHaveProperty('message');
    expect(served.service.requests.map(({ path }) => path)).toEqual(['/a']);
  });
});

describe('files become bodies', () => {
  const paths = `${head}paths:
  /photo: {put: {operationId: putPhoto, requestBody: {required: true, content: {image/png: {}}}, ${ok}}}
  /pages: {put: {operationId: putPages, requestBody: {required: true, content: {'image/*': {}}}, ${ok}}}
  /rows: {put: {operationId: putRows, requestBody: {required: true, content: {text/csv: {schema: {type: array}}}}, ${ok}}}
  /blob: {put: {operationId: putBlob, requestBody: {required: true, content: {application/octet-stream: {}}}, ${ok}}}
`;
  test.each([
    ['putPhoto', 'image/png', 'image/png'],
    ['putPages', 'image/webp', 'image/webp'],
    ['putRows', 'text/csv', 'text/csv'],
    ['putBlob', 'audio/ogg', 'application/octet-stream'],
  ])('%s takes %s, sent as %s', async (skillId, mediaType, sent) => {
    await using served = await serve({ 'openapi.yaml': paths });
    const parts = [{ raw: Buffer.from('a,b').toString('base64'), mediaType }, { data: { skillId, arguments: {} } }];
    expect((await served.gateway.send(parts)).body.result).toHaveProperty('message');
    expect(served.service.requests).toMatchObject([{ body: 'a,b', headers: { 'content-type': sent } }]);
  });

  test('a file of another type is refused by name', async () => {
    await using served = await serve({ 'openapi.yaml': paths });
    const parts = [{ raw: 'AAAA', mediaType: 'image/webp' }, { data: { skillId: 'putPhoto', arguments: {} } }];
    expect((await served.gateway.send(parts)).body.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('the body is image/png, found a file of type image/webp'),
    });
    expect(served.service.requests).toEqual([]);
  });
});

describe('replies', () => {
  const one = `${head}paths:\n  /a: {get: {operationId: a, ${ok}}}\n`;
  test.each<readonly [string, Record<string, string>, string | Buffer, unknown]>([
    ['JSON', { 'content-type': 'application/json' }, '{"a":1}', { data: { a: 1 }, mediaType: 'application/json' }],
    [
      'a kind of JSON',
      { 'content-type': 'application/hal+json; charset=utf-8' },
      '[1]',
      { data: [1], mediaType: 'application/hal+json' },
    ],
    ['text', { 'content-type': 'text/plain; charset=utf-8' }, 'häagen', { text: 'häagen', mediaType: 'text/plain' }],
    [
      'text in Latin-1',
      { 'content-type': 'text/plain; charset=iso-8859-1' },
      Buffer.from('häagen', 'latin1'),
      { text: 'häagen', mediaType: 'text/plain' },
    ],
    ['CSV', { 'content-type': 'text/csv' }, 'a,b\r\n1,2\r\n', { text: 'a,b\r\n1,2\r\n', mediaType: 'text/csv' }],
    ['an empty body', {}, '', { text: 'The service answered 200 without content.' }],
    [
      'an empty JSON body',
      { 'content-type': 'application/json' },
      '',
      { text: 'The service answered 200 without content.' },
    ],
    [
      'JSON that says twice that it is',
      { 'content-type': 'application/json, application/json; charset=utf-8' },
      '{"a":1}',
      { data: { a: 1 }, mediaType: 'application/json' },
    ],
    ['JSON without a type', {}, '{"a":1}', { data: { a: 1 }, mediaType: 'application/json' }],
    [
      'bytes',
      { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="../../a.png"' },
      Buffer.from([1, 2, 255]),
      { raw: 'AQL/', mediaType: 'image/png', filename: 'a.png' },
    ],
  ])('%s', async (_name, headers, body, part) => {
    await using served = await serve(
      { 'openapi.yaml': one },
      (_request, response) => void response.writeHead(200, headers).end(body),
    );
    expect((await served.gateway.call('a', {})).body.result).toMatchObject({ message: { parts: [part] } });
  });

  test.each([
    [204, 'The service answered 204 without content.'],
    [205, 'The service answered 205 without content.'],
    [304, 'The service answered 304 without content.'],
  ])('%i', async (status, text) => {
    await using served = await serve(
      { 'openapi.yaml': one },
      (_request, response) => void response.writeHead(status).end(),
    );
    expect((await served.gateway.call('a', {})).body.result).toMatchObject({ message: { parts: [{ text }] } });
  });
});

describe('what cannot be a skill', () => {
  test('is left out with a reason, and the rest works', async () => {
    await using folder = await createFolder({
      'openapi.yaml': `${head}servers: [{url: 'http://127.0.0.1:9'}]
paths:
  /good: {get: {operationId: good, ${ok}}}
  /broken: {get: {parameters: [{$ref: '#/components/parameters/None'}], ${ok}}}
  /outside: {get: {parameters: [{$ref: '../../../etc/passwd'}], ${ok}}}
  /xml: {post: {requestBody: {content: {application/xml: {}}}, ${ok}}}
  /ftp: {get: {servers: [{url: 'ftp://files.example.test'}], ${ok}}}
  /variable: {get: {servers: [{url: 'https://{tenant}.example.test'}], ${ok}}}
  /text: {get: just words}
  x-extension: {get: {}}
`,
    });
    const operations = await check(folder.file('openapi.yaml'));
    expect(Object.fromEntries(operations.map(({ path, leftOut }) => [path, leftOut?.reason ?? 'exposed']))).toEqual({
      '/good': 'exposed',
      '/broken': 'reference_broken',
      '/outside': 'reference_broken',
      '/xml': 'body_unsupported',
      '/ftp': 'server_unusable',
      '/variable': 'server_unusable',
      '/text': 'malformed',
    });
    await using gateway = await startGateway({ config: { targets: { api: { spec: folder.file('openapi.yaml') } } } });
    expect(await skillIds(gateway)).toEqual(['good']);
  });
});
