import { describe, expect, it } from 'vitest';
import { createNoNetwork, openapi, readText, withFiles } from '../../test/support/document.ts';
import { GatewayError } from '../errors.ts';
import { readApiDocument } from './read-document.ts';

const readFiles = (files: Record<string, string>, refRoot?: string) =>
  withFiles(files, (entry, folder) =>
    readApiDocument(entry, {
      fetcher: createNoNetwork(),
      refRoot: refRoot === undefined ? folder : `${folder}/${refRoot}`,
    }),
  );

const refusal = async (text: string): Promise<GatewayError> => {
  const error = await readText(text).catch((thrown: unknown) => thrown);
  if (error instanceof GatewayError) return error;
  throw new Error('the document was accepted');
};

describe('what is an OpenAPI document', () => {
  it.each([
    ['a number as version', 'openapi: 3.1\ninfo: {}\npaths: {}\n', '3.1'],
    ['Swagger 2.0', 'swagger: "2.0"\ninfo: {}\npaths: {}\n', '2.0'],
    ['paths without a version', 'paths: {}\n', '3.0'],
    ['3.1 without paths', 'openapi: 3.1.0\ninfo: {}\nwebhooks: {}\n', '3.1.0'],
    ['3.2', 'openapi: 3.2.0\ninfo: {}\npaths: {}\n', '3.2.0'],
  ])('reads %s', async (_name, text, version) => {
    expect(await readText(text)).toMatchObject({ version });
  });

  it.each([
    ['an HTML page', '<!doctype html><html><body>docs</body></html>', /found an HTML page.*\/openapi\.json/],
    ['a list', '- a\n- b\n', /found array of 2/],
    ['an empty file', '', /found (nothing|null)/],
    ['another format', 'asyncapi: 3.0.0\ninfo: {}\n', /another kind \("asyncapi: 3\.0\.0"\)/],
    ['some other object', '{"name": "x", "scripts": {}}', /the keys name, scripts/],
    ['a version that is none', 'openapi: 4.0.0\npaths: {}\n', /version "4\.0\.0", expected/],
  ])('refuses %s', async (_name, text, message) => {
    const error = await refusal(text);
    expect(error.code).toBe('document_unreadable');
    expect(error.message).toMatch(message);
  });

  it('refuses a file that does not exist, by its path', async () => {
    const options = { fetcher: createNoNetwork() };
    await expect(readApiDocument('/nowhere/openapi.yaml', options)).rejects.toThrow(
      '/nowhere/openapi.yaml: there is no such file',
    );
  });
});

describe('operations', () => {
  it('are the fixed methods, additional ones included, and nothing else of a path item', async () => {
    const { operations } = await readText(
      openapi(
        '  /a:\n    summary: S\n    description: D\n    x-get: {post: {}}\n    get: {}\n    query: {}\n    additionalOperations: {COPY: {}, lock: {}}\n  x-b: {get: {}}\n',
      ),
    );
    expect(operations.map(({ method }) => method)).toEqual(['GET', 'QUERY', 'COPY', 'lock']);
    expect(operations[0]).toMatchObject({ summary: 'S', description: 'D', pathKey: '/a' });
  });

  it('take shared parameters, the operation winning, header names without case', async () => {
    const { operations } = await readText(
      openapi(
        `  /a/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
      - {name: limit, in: query, schema: {type: integer, maximum: 10}}
      - {name: X-Trace, in: header, schema: {type: string}}
    get:
      parameters:
        - {name: limit, in: query, schema: {type: integer, maximum: 500}}
        - {name: x-trace, in: header, required: true, schema: {type: string}}
`,
      ),
    );
    const found = operations[0]?.parameters.map(({ name, in: place, required, schema }) => [
      name,
      place,
      required,
      schema?.node,
    ]);
    expect(found).toEqual([
      ['id', 'path', true, { type: 'string' }],
      ['limit', 'query', false, { type: 'integer', maximum: 500 }],
      ['x-trace', 'header', true, { type: 'string' }],
    ]);
  });

  it('do not have the headers that HTTP or the gateway owns', async () => {
    const names = [
      'Authorization',
      'ACCEPT',
      'content-type',
      'Host',
      'Connection',
      'Content-Length',
      'Transfer-Encoding',
      'X-Ok',
    ];
    const { operations } = await readText(
      openapi(
        `  /a:\n    get:\n      parameters: [${names.map((name) => `{name: ${name}, in: header, required: true}`).join(', ')}]\n`,
      ),
    );
    expect(operations[0]?.parameters.map(({ name }) => name)).toEqual(['X-Ok']);
  });

  it.each([
    ['a placeholder without a parameter', '  /a/{id}:\n    get: {}\n', 'placeholder_added'],
    [
      'a path parameter without a placeholder',
      '  /a:\n    get:\n      parameters: [{name: id, in: path, required: true}]\n',
      'parameter_ignored',
    ],
    [
      'an optional parameter in an unknown place',
      '  /a:\n    get:\n      parameters: [{name: q, in: querystring}]\n',
      'parameter_ignored',
    ],
    ['parameters that are no list', '  /a:\n    get: {parameters: {name: q, in: query}}\n', 'parameter_ignored'],
    ['a parameter that is no object', '  /a:\n    get: {parameters: [q]}\n', 'parameter_ignored'],
    ['a parameter without a place', '  /a:\n    get: {parameters: [{name: q}]}\n', 'parameter_ignored'],
  ])('note %s', async (_name, paths, reason) => {
    const { operations } = await readText(openapi(paths));
    expect(operations[0]?.notes.map((note) => note.reason)).toEqual([reason]);
    expect(operations[0]?.obstacles).toEqual([]);
  });

  it.each([
    [
      'a required parameter in an unknown place',
      '  /a:\n    get:\n      parameters: [{name: q, in: querystring, required: true}]\n',
      'parameter_unusable',
    ],
    [
      'a parameter that is missing',
      '  /a:\n    get:\n      parameters: [{$ref: "#/components/parameters/No"}]\n',
      'reference_broken',
    ],
    [
      'a body that is missing',
      '  /a:\n    post:\n      requestBody: {$ref: "#/components/requestBodies/No"}\n',
      'reference_broken',
    ],
    ['a path item that is missing', '  /a:\n    $ref: "#/components/pathItems/No"\n', 'reference_broken'],
    ['an operation that is no object', '  /a:\n    get: nothing\n', 'malformed'],
    ['a path that is no object', '  /a: [1]\n', 'malformed'],
    ['a method in capitals', '  /a:\n    GET: {}\n', 'malformed'],
    ['a method that there is not', '  /a:\n    x-note: {}\n    summary: a\n    got: {}\n', 'malformed'],
    ['a server with an open variable', '  /a:\n    get: {servers: [{url: "https://{host}/x"}]}\n', 'server_unusable'],
  ])('are hindered by %s, alone', async (_name, paths, reason) => {
    const { operations } = await readText(openapi(`${paths}  /ok:\n    get: {}\n`));
    expect(operations[0]?.obstacles.map((obstacle) => obstacle.reason)).toEqual([reason]);
    expect(operations.at(-1)).toMatchObject({ path: '/ok', obstacles: [] });
  });

  it('lose the fragment of their path but keep it to be told apart', async () => {
    const { operations } = await readText(openapi('  /a#one:\n    get: {}\n  /a#two:\n    get: {}\n'));
    expect(operations.map(({ path, pathKey }) => [path, pathKey])).toEqual([
      ['/a', '/a#one'],
      ['/a', '/a#two'],
    ]);
  });

  it('do not take API keys for parameters', async () => {
    const { operations } = await readText(
      openapi(
        '  /a:\n    get: {}\n',
        'components: {securitySchemes: {k: {type: apiKey, in: header, name: X-Key}, q: {type: apiKey, in: query, name: api_key}}}',
      ),
    );
    expect([...(operations[0]?.credentialParameters ?? [])]).toEqual(['header:x-key', 'query:api_key']);
  });

  it.each([
    ['openapi: 3.1.0', 'components: {securitySchemes: {k: {$ref: "shared.yaml#/key"}}}'],
    ['openapi: 3.1.0', 'components: {$ref: "shared.yaml#/components"}'],
    ['swagger: "2.0"', 'securityDefinitions: {$ref: "shared.yaml#/components/securitySchemes"}'],
  ])('do not take API keys for parameters that another file describes (%s, %s)', async (version, schemes) => {
    const key = '{type: apiKey, in: query, name: api_key}';
    const files = {
      'openapi.yaml': `${version}\ninfo: {}\n${schemes}\nsecurity: [{k: []}]\npaths:\n  /a:\n    get: {parameters: [{name: api_key, in: query, type: string}]}\n`,
      'shared.yaml': `key: ${key}\ncomponents: {securitySchemes: {k: ${key}}}\n`,
    };
    const { operations } = await withFiles(files, (entry) => readApiDocument(entry, { fetcher: createNoNetwork() }));
    expect([...(operations[0]?.credentialParameters ?? [])]).toEqual(['query:api_key']);
    expect(operations[0]?.security).toEqual([
      [{ name: 'k', scheme: { type: 'apiKey', in: 'query', name: 'api_key' } }],
    ]);
  });
});

describe('servers', () => {
  const serverOf = async (text: string): Promise<string | undefined> => (await readText(text)).operations[0]?.server;
  const withServers = (servers: string): string =>
    `openapi: 3.0.3\ninfo: {}\nservers: ${servers}\npaths: {/a: {get: {}}}\n`;

  it.each([
    ['with a path', '[{url: "https://api.example.test/v2"}]', 'https://api.example.test/v2'],
    ['with a trailing slash', '[{url: "https://api.example.test/v2/"}]', 'https://api.example.test/v2'],
    [
      'with variables, numbers included',
      '[{url: "https://{r}.example.test:{p}/{b}", variables: {r: {default: eu}, p: {default: 8443}, b: {default: v1}}}]',
      'https://eu.example.test:8443/v1',
    ],
    [
      'with a variable whose default is empty',
      '[{url: "https://api.example.test{b}/v1", variables: {b: {default: "", enum: ["", /eu]}}}]',
      'https://api.example.test/v1',
    ],
    [
      'the first that can be used',
      '[{url: "https://{x}/a"}, {url: "https://b.example.test"}]',
      'https://b.example.test',
    ],
    ['without a scheme', '[{url: "//api.example.test/a"}]', 'https://api.example.test/a'],
    ['relative, in a local file', '[{url: /api/v3}]', undefined],
    ['none', '[]', undefined],
    ['of another scheme', '[{url: "ftp://api.example.test"}]', undefined],
  ])('%s', async (_name, servers, expected) => {
    expect(await serverOf(withServers(servers))).toBe(expected);
  });

  it('are looked for at the operation, then the path item, then the document', async () => {
    const { operations } = await readText(
      openapi(
        '  /a:\n    servers: [{url: "https://item.example.test"}]\n    get: {servers: [{url: "https://op.example.test/in"}]}\n    put: {servers: []}\n  /b:\n    get: {}\n',
      ),
    );
    expect(operations.map(({ server }) => server)).toEqual([
      'https://op.example.test/in',
      'https://item.example.test',
      'https://api.example.test',
    ]);
  });

  it.each([
    ['/api/v3', 'https://docs.example.test:8443/api/v3'],
    ['../api', 'https://docs.example.test:8443/api'],
    ['', 'https://docs.example.test:8443'],
  ])('relative %j of a remote document belongs to its address', async (url, expected) => {
    const text = `openapi: 3.0.3\ninfo: {}\nservers: [{url: "${url}"}]\npaths: {/a: {get: {}}}\n`;
    const address = 'https://docs.example.test:8443/specs/openapi.yaml';
    const document = await readApiDocument(address, {
      fetcher: { get: (asked) => Promise.resolve({ status: 200, body: Buffer.from(text), url: asked }) },
    });
    expect(document.operations[0]?.server).toBe(expected);
  });
});

describe('OpenAPI 2.0', () => {
  const swagger = (paths: string, more = ''): string =>
    `swagger: "2.0"\ninfo: {title: T, version: "1"}\nhost: api.example.test\nbasePath: /api\nschemes: [https]\n${more}\npaths:\n${paths}`;

  it('has its server from host, basePath and schemes, https first', async () => {
    const { operations } = await readText(swagger('  /a:\n    get: {}\n').replace('[https]', '[http, https]'));
    expect(operations[0]?.server).toBe('https://api.example.test/api');
  });

  it.each([
    [undefined, 'query', 'form', false],
    ['csv', 'path', 'simple', false],
    ['multi', 'query', 'form', true],
    ['ssv', 'query', 'spaceDelimited', false],
    ['tsv', 'query', 'tabDelimited', false],
    ['pipes', 'query', 'pipeDelimited', false],
  ])('collectionFormat %s in %s is %s, explode %s', async (format, place, style, explode) => {
    const { operations } = await readText(
      swagger(
        `  /a/{x}:\n    get:\n      parameters: [{name: x, in: ${place}, type: array, items: {type: string}${format === undefined ? '' : `, collectionFormat: ${format}`}}]\n`,
      ),
    );
    expect(operations[0]?.parameters[0]).toMatchObject({ name: 'x', style, explode });
  });

  it('has its body from the body parameter, whose name is not sent', async () => {
    const { operations } = await readText(
      swagger(
        '  /a:\n    post:\n      consumes: [application/vnd.x+json]\n      parameters: [{name: payload, in: body, required: true, schema: {type: object}}]\n',
      ),
    );
    expect(operations[0]).toMatchObject({
      parameters: [],
      requestBody: {
        required: true,
        content: [{ mediaType: 'application/vnd.x+json', schema: { node: { type: 'object' } } }],
      },
    });
  });

  it.each([
    ['a form', '{name: a, in: formData, type: string, required: true}', 'application/x-www-form-urlencoded'],
    ['multipart when there is a file', '{name: a, in: formData, type: file}', 'multipart/form-data'],
  ])('sends form parameters as %s', async (_name, parameter, mediaType) => {
    const { operations } = await readText(swagger(`  /a:\n    post:\n      parameters: [${parameter}]\n`));
    expect(operations[0]?.requestBody?.content[0]).toMatchObject({
      mediaType,
      schema: { node: { type: 'object', properties: { a: expect.anything() } } },
    });
  });

  it('answers with the schema under the media types of produces', async () => {
    const { operations } = await readText(
      swagger(
        '  /a:\n    get:\n      responses: {200: {description: ok, schema: {type: string}}}\n',
        'produces: [text/plain]',
      ),
    );
    expect(operations[0]?.responses).toMatchObject([{ status: '200', content: [{ mediaType: 'text/plain' }] }]);
  });
});

describe('references between files', () => {
  it('are relative to the file that holds them', async () => {
    const document = await readFiles({
      'openapi.yaml': openapi('  /lamps:\n    $ref: paths/lamps.yaml\n'),
      'paths/lamps.yaml':
        'post:\n  parameters: [{$ref: "../shared/limit.yaml"}]\n  requestBody: {content: {application/json: {schema: {$ref: "lamp.yaml#/Lamp"}}}}\n',
      'paths/lamp.yaml': 'Lamp: {type: object, properties: {bulb: {$ref: "bulb.yaml#/Bulb"}}}\n',
      'paths/bulb.yaml': 'Bulb: {type: object, required: [watts]}\n',
      'shared/limit.yaml': '{name: limit, in: query, schema: {type: integer}}\n',
    });
    const [operation] = document.operations;
    expect(operation).toMatchObject({ method: 'POST', parameters: [{ name: 'limit' }] });
    const schema = document.schemas.read(operation?.requestBody?.content[0]?.schema, 'input');
    expect(document.schemas.definitions([schema], 'input')).toMatchObject({
      Lamp: { type: 'object' },
      Bulb: { required: ['watts'] },
    });
  });

  it.each([
    [
      'paths',
      'paths: {$ref: parts/paths.yaml}\ncomponents: {schemas: {$ref: parts/schemas.yaml}, parameters: {$ref: "parts/rest.yaml#/parameters"}}\n',
    ],
    ['components', 'paths: {$ref: parts/paths.yaml}\ncomponents: {$ref: parts/components.yaml}\n'],
  ])('may stand for whole parts of the document: %s', async (_name, parts) => {
    const document = await readFiles({
      'openapi.yaml': `openapi: 3.0.3\ninfo: {}\n${parts}`,
      'parts/paths.yaml':
        '/lamps/{id}:\n  post:\n    parameters: [{$ref: "../openapi.yaml#/components/parameters/Id"}]\n    requestBody: {content: {application/json: {schema: {$ref: "../openapi.yaml#/components/schemas/Lamp"}}}}\n',
      'parts/schemas.yaml': 'Lamp: {$ref: lamp.yaml}\n',
      'parts/lamp.yaml': 'type: object\nrequired: [watts]\n',
      'parts/rest.yaml': 'parameters: {Id: {name: id, in: path, required: true}}\n',
      'parts/components.yaml': 'schemas: {$ref: schemas.yaml}\nparameters: {$ref: "rest.yaml#/parameters"}\n',
    });
    const [operation] = document.operations;
    expect(operation).toMatchObject({ method: 'POST', path: '/lamps/{id}', obstacles: [], notes: [] });
    const schema = document.schemas.read(operation?.requestBody?.content[0]?.schema, 'input');
    expect(document.schemas.follow(schema, 'input')).toEqual({ type: 'object', required: ['watts'] });
  });

  it('through parts that lead into themselves lead nowhere', async () => {
    const document = await readText(
      'openapi: 3.0.3\ninfo: {}\npaths: {/a: {get: {parameters: [{$ref: "#/components/parameters/A"}]}}}\ncomponents: {$ref: "#/components/parameters"}\n',
    );
    expect(document.operations[0]?.obstacles).toEqual([
      { reason: 'reference_broken', message: expect.stringContaining('leads nowhere') },
    ]);
  });

  it('keep two definitions of one name apart', async () => {
    const document = await readFiles({
      'openapi.yaml': openapi(
        '  /a:\n    post: {requestBody: {content: {application/json: {schema: {properties: {x: {$ref: "one.yaml#/T"}, y: {$ref: "two.yaml#/T"}}}}}}}\n',
      ),
      'one.yaml': 'T: {type: string}\n',
      'two.yaml': 'T: {type: integer}\n',
    });
    const schema = document.schemas.read(document.operations[0]?.requestBody?.content[0]?.schema, 'input');
    const types = Object.values(document.schemas.definitions([schema], 'input'));
    expect(types).toEqual(expect.arrayContaining([{ type: 'string' }, { type: 'integer' }]));
  });

  it('do not leave the folder that they may reach', async () => {
    const document = await readFiles(
      {
        'api/openapi.yaml': openapi('  /a:\n    get: {parameters: [{$ref: "../secret.yaml"}]}\n  /b:\n    get: {}\n'),
        'secret.yaml': '{name: s, in: query}\n',
      },
      'api',
    );
    expect(document.operations[0]?.obstacles).toEqual([
      { reason: 'reference_broken', message: expect.stringMatching(/leaves the folder .*refRoot/) },
    ]);
    expect(document.operations[1]?.obstacles).toEqual([]);
  });

  it('are not followed where they are data, or where only the service would call', async () => {
    const network = createNoNetwork();
    const text = openapi(
      `  /a:
    post:
      requestBody:
        content:
          application/json:
            schema: {type: object, default: {$ref: "http://a.example.test/1"}, example: {$ref: "http://a.example.test/2"}, x-note: {$ref: "http://a.example.test/3"}}
            examples: {one: {value: {$ref: "http://a.example.test/4"}}}
      callbacks: {done: {"{$request.body#/url}": {post: {requestBody: {$ref: "http://a.example.test/5"}}}}}
      responses: {"200": {description: ok, links: {next: {$ref: "http://a.example.test/6"}}}}
`,
      'webhooks: {w: {post: {requestBody: {$ref: "http://a.example.test/7"}}}}\ncomponents: {schemas: {Unused: {$ref: "http://a.example.test/8"}}}',
    );
    await withFiles({ 'openapi.yaml': text }, (entry) => readApiDocument(entry, { fetcher: network }));
    expect(network.asked).toEqual([]);
  });

  it('of a remote document never reach files', async () => {
    const text = openapi('  /a:\n    get: {parameters: [{$ref: "file:///etc/hostname"}]}\n');
    const document = await readApiDocument('https://docs.example.test/openapi.yaml', {
      fetcher: { get: (asked) => Promise.resolve({ status: 200, body: Buffer.from(text), url: asked }) },
    });
    expect(document.operations[0]?.obstacles[0]?.message).toMatch(/may not name files/);
  });

  it('to another origin are asked for through the guard', async () => {
    const guarded: [string, boolean][] = [];
    const text = openapi(
      '  /a:\n    get: {parameters: [{$ref: "/p.yaml"}, {$ref: "https://other.example.test/p.yaml"}]}\n',
    );
    await readApiDocument('https://docs.example.test/openapi.yaml', {
      fetcher: {
        get: (asked, options) => {
          guarded.push([asked, options.guarded]);
          return Promise.resolve({
            status: 200,
            body: Buffer.from(asked.endsWith('p.yaml') ? '{name: p, in: query}' : text),
            url: asked,
          });
        },
      },
    });
    expect(new Map(guarded)).toEqual(
      new Map([
        ['https://docs.example.test/openapi.yaml', false],
        ['https://docs.example.test/p.yaml', false],
        ['https://other.example.test/p.yaml', true],
      ]),
    );
  });
});
