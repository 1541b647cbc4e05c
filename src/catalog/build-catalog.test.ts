import { describe, expect, it } from 'vitest';
import { openapi, readText, toCatalog } from '../../test/support/document.ts';
import type { SkillMatch } from '../config/schema-target.ts';
import { buildCatalog } from './build-catalog.ts';
import type { Catalog } from './catalog.ts';
import type { Skill } from './skill.ts';

const catalogOf = async (paths: string, more?: string): Promise<Catalog> =>
  toCatalog(await readText(openapi(paths, more)));

const skillOf = async (paths: string, more?: string): Promise<Skill> => {
  const [skill] = (await catalogOf(paths, more)).skills;
  if (skill === undefined) throw new Error('the operation was left out');
  return skill;
};

const idsOf = async (paths: string): Promise<string[]> => (await catalogOf(paths)).skills.map(({ id }) => id);

describe('skill ids', () => {
  it.each([
    ['the operationId', '  /a:\n    get: {operationId: listA}\n', 'listA'],
    ['method and path without one', '  /stores/{storeId}/shelves:\n    get: {}\n', 'get_stores_storeId_shelves'],
    ['method and root', '  /:\n    post: {}\n', 'post_root'],
    ['other characters replaced', '  /a:\n    get: {operationId: "item/list.all"}\n', 'item_list_all'],
    ['method and path when nothing plain is left', '  /a:\n    get: {operationId: "查询"}\n', 'get_a'],
  ])('are %s', async (_name, paths, id) => {
    expect(await idsOf(paths)).toEqual([id]);
  });

  it('are cut to 64 characters with a hash tail, and stay different', async () => {
    const long = 'listWarehouseInventoryReconciliationReportsForRegionalDistributionCentreBy';
    const ids = await idsOf(
      `  /q:\n    get: {operationId: ${long}Quarter}\n  /m:\n    get: {operationId: ${long}Month}\n`,
    );
    expect(ids.map((id) => id.length)).toEqual([64, 64]);
    expect(new Set(ids).size).toBe(2);
  });

  it('all get a hash when they collide, so that the order never matters', async () => {
    const one = '  /a:\n    get: {operationId: search}\n';
    const two = '  /b:\n    get: {operationId: search}\n';
    const ids = await idsOf(one + two);
    expect(ids.every((id) => /^search_[0-9a-f]{8}$/.test(id))).toBe(true);
    expect(await idsOf(two + one)).toEqual(ids.toReversed());
  });

  it('differ for operations that only a fragment of the path tells apart', async () => {
    const ids = await idsOf('  /a#one:\n    get: {}\n  /a#two:\n    get: {}\n');
    expect(new Set(ids).size).toBe(2);
  });

  it('leave room for the prefix', async () => {
    const document = await readText(openapi(`  /a:\n    get: {operationId: ${'x'.repeat(60)}}\n`));
    const [skill] = toCatalog(document, { prefix: 'target__' }).skills;
    expect(skill?.id).toMatch(/^target__x{47}_[0-9a-f]{8}$/);
    expect(skill?.id).toHaveLength(64);
  });
});

describe('skill ids of several targets without prefixes', () => {
  const sourceOf = async (id: string, paths: string, exclude: readonly SkillMatch[] = []) => ({
    id,
    source: `${id}.yaml`,
    document: await readText(openapi(paths)),
    hasUpstreams: true,
    prefix: '',
    include: [],
    exclude,
    override: {},
  });
  const search = '  /a:\n    get: {operationId: search}\n  /b:\n    get: {operationId: list}\n';

  it('get the prefix where they clash, in any order, and the others do not', async () => {
    const one = await sourceOf('one', search);
    const two = await sourceOf('two', '  /c:\n    get: {operationId: search}\n');
    const catalog = buildCatalog([one, two]);
    expect(catalog.skills.map(({ id }) => id)).toEqual(['one__search', 'list', 'two__search']);
    expect(buildCatalog([two, one]).skills.map(({ id }) => id)).toEqual(['two__search', 'one__search', 'list']);
    expect(catalog.byId.size).toBe(3);
    expect(catalog.skills[0]?.examples()[0]).toMatch(/^one__search \{/);
    expect(catalog.targets[0]?.operations[0]?.skillId).toBe('one__search');
    expect(catalog.find('search')).toBeUndefined();
  });

  it('do not clash with what is left out', async () => {
    const one = await sourceOf('one', search);
    const two = await sourceOf('two', search, [{ id: 'search' }, { id: 'list' }]);
    expect(buildCatalog([one, two]).skills.map(({ id }) => id)).toEqual(['search', 'list']);
  });
});

describe('skill names', () => {
  it('come from the summary, cut at a word', async () => {
    expect(
      (await skillOf('  /a:\n    get: {summary: "Returns all of the lamps of a house in a stable order."}\n')).name,
    ).toBe('Returns all of the lamps of a house in a');
    expect((await skillOf('  /a:\n    get: {operationId: getPetById}\n')).name).toBe('Get pet by id');
  });

  it('stay unique after everything but letters and digits is dropped, whatever the order', async () => {
    const paths = ['one', 'two', 'three'].map((id) => `  /${id}:\n    get: {operationId: ${id}, summary: Search!}\n`);
    const names = (await catalogOf(paths.join(''))).skills.map(({ name }) => name);
    expect(names).toEqual(['One', 'Two', 'Three']);
    expect((await catalogOf(paths.toReversed().join(''))).skills.map(({ name }) => name)).toEqual(names.toReversed());
  });
});

describe('arguments', () => {
  const argumentsOf = ({ input }: Skill): unknown[] =>
    input.arguments.map(({ key, wireName, in: place }) => [key, wireName, place]);
  const body = (schema: string, required = true): string =>
    `requestBody: {required: ${required}, content: {application/json: {schema: ${schema}}}}`;

  it('have the body in fields beside the parameters when it is a plain object', async () => {
    const skill = await skillOf(
      `  /a/{id}:\n    put:\n      parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n      ${body('{type: object, required: [nick], properties: {nick: {type: string}, age: {type: integer}}}')}\n`,
    );
    expect(argumentsOf(skill)).toEqual([
      ['id', 'id', 'path'],
      ['nick', 'nick', 'field'],
      ['age', 'age', 'field'],
    ]);
    expect(skill.input.body).toMatchObject({ layout: 'fields', required: true });
    expect(skill.input.schema()).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, nick: { type: 'string' }, age: { type: 'integer' } },
      required: ['id', 'nick'],
      additionalProperties: false,
    });
  });

  it('follow references and plain allOf to the fields', async () => {
    const skill = await skillOf(
      `  /a:\n    post:\n      ${body('{$ref: "#/components/schemas/Both"}')}\n`,
      'components: {schemas: {Both: {allOf: [{$ref: "#/components/schemas/One"}, {properties: {b: {type: integer}}, required: [b]}]}, One: {type: object, required: [a], properties: {a: {type: string}}}}}',
    );
    expect(skill.input.body?.layout).toBe('fields');
    expect(skill.input.schema()).toMatchObject({
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
      required: ['a', 'b'],
    });
  });

  it.each([
    ['an array', '{type: array, items: {type: string}}'],
    ['a string', '{type: string}'],
    ['a map', '{type: object, additionalProperties: {type: string}}'],
    ['an object with no properties', '{type: object, properties: {}}'],
    ['oneOf', '{oneOf: [{type: object, properties: {a: {}}}, {type: object, properties: {b: {}}}]}'],
    ['properties beside anyOf', '{type: object, properties: {a: {}}, anyOf: [{required: [a]}]}'],
    ['patternProperties', '{type: object, properties: {a: {}}, patternProperties: {"^x": {}}}'],
    ['a nullable object', '{type: [object, "null"], properties: {a: {}}}'],
    ['minProperties', '{type: object, minProperties: 1, properties: {a: {}}}'],
    ['no schema', '{}'],
  ])('have the body whole when it is %s', async (_name, schema) => {
    const skill = await skillOf(`  /a:\n    post:\n      ${body(schema)}\n`);
    expect(skill.input.body?.layout).toBe('whole');
    expect(Object.keys((skill.input.schema() as { properties: object }).properties)).toEqual(['body']);
  });

  it('have the body whole when a field shares a name with a parameter', async () => {
    const skill = await skillOf(
      `  /a/{id}:\n    put:\n      parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n      ${body('{type: object, properties: {id: {type: integer}}}')}\n`,
    );
    expect(argumentsOf(skill)).toEqual([['id', 'id', 'path']]);
    expect(skill.input.schema()).toMatchObject({
      properties: { id: { type: 'string' }, body: { properties: { id: { type: 'integer' } } } },
      required: ['id', 'body'],
    });
  });

  it('put the place in front of parameters that share a name', async () => {
    const skill = await skillOf(
      '  /a/{id}:\n    get:\n      parameters: [{name: id, in: path, required: true}, {name: id, in: query}, {name: id, in: header}]\n',
    );
    expect(argumentsOf(skill)).toEqual([
      ['path_id', 'id', 'path'],
      ['query_id', 'id', 'query'],
      ['header_id', 'id', 'header'],
    ]);
  });

  it('keep the key of the body free of a parameter named body', async () => {
    const skill = await skillOf(
      `  /a:\n    post:\n      parameters: [{name: body, in: query, required: true}]\n      ${body('{type: object, properties: {text: {type: string}}}')}\n`,
    );
    expect(argumentsOf(skill)).toEqual([
      ['query_body', 'body', 'query'],
      ['text', 'text', 'field'],
    ]);
  });

  it.each([
    ['page[size]', 'page_size'],
    ['$filter', 'filter'],
    ['StartTime>', 'StartTime'],
    ['ids[]', 'ids'],
    ['__proto__', 'proto'],
  ])('have an alias for %s', async (name, key) => {
    const skill = await skillOf(`  /a:\n    get:\n      parameters: [{name: "${name}", in: query}]\n`);
    expect(argumentsOf(skill)).toEqual([[key, name, 'query']]);
  });

  it('have different aliases for names that reduce to one, taken names included', async () => {
    const skill = await skillOf(
      '  /a:\n    get:\n      parameters: [{name: "a[b]", in: query}, {name: "a(b)", in: query}, {name: a_b, in: query}]\n',
    );
    const keys = skill.input.arguments.map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('a_b');
  });

  it('take prototype names as ordinary names', async () => {
    const skill = await skillOf(
      `  /a:\n    post:\n      ${body('{type: object, properties: {constructor: {type: string}, toString: {type: string}}, required: [constructor]}')}\n`,
    );
    expect(Object.keys((skill.input.schema() as { properties: object }).properties)).toEqual([
      'constructor',
      'toString',
    ]);
  });

  it('refuse unknown fields unless the body allows them', async () => {
    const additional = async (extra: string): Promise<unknown> => {
      const skill = await skillOf(`  /a:\n    post:\n      ${body(`{type: object, properties: {a: {}}${extra}}`)}\n`);
      return (skill.input.schema() as { additionalProperties: unknown }).additionalProperties;
    };
    expect(await additional('')).toBe(false);
    expect(await additional(', additionalProperties: false')).toBe(false);
    expect(await additional(', additionalProperties: true')).toBe(true);
    expect(await additional(', additionalProperties: {type: string}')).toEqual({ type: 'string' });
  });

  it('need the required fields of an optional body only when a field is given', async () => {
    const skill = await skillOf(
      `  /a:\n    post:\n      ${body('{type: object, required: [a, b], properties: {a: {}, b: {}, c: {}}}', false)}\n`,
    );
    expect(skill.input.schema()).toMatchObject({ dependentRequired: { a: ['b'], b: ['a'], c: ['a', 'b'] } });
    expect(skill.input.schema()).not.toHaveProperty('required');
  });

  it.each([
    ['text/csv', '{type: array, items: {type: object}}', { type: 'string', description: 'The body as text/csv.' }],
    ['application/yaml', '{$ref: "#/components/schemas/A"}', { type: 'string' }],
    ['image/png', '{type: object}', { type: 'string' }],
    ['text/plain', '{type: integer}', { type: 'integer' }],
    ['text/plain', '{type: [object, string]}', { type: ['object', 'string'] }],
    ['image/png', '{}', {}],
  ])('take a body of %s with the schema %s as it is sent', async (mediaType, schema, expected) => {
    const skill = await skillOf(
      `  /a:\n    post: {requestBody: {content: {${mediaType}: {schema: ${schema}}}}}\n`,
      'components: {schemas: {A: {type: object}}}',
    );
    expect(skill.input.schema()).toMatchObject({ properties: { body: expected } });
  });

  it('leave out credentials', async () => {
    const skill = await skillOf(
      '  /a:\n    get:\n      parameters: [{name: api_key, in: query}, {name: q, in: query}]\n',
      'components: {securitySchemes: {k: {type: apiKey, in: query, name: api_key}}}',
    );
    expect(skill.input.arguments.map(({ key }) => key)).toEqual(['q']);
  });

  it('have a self-contained schema', async () => {
    const skill = await skillOf(
      `  /a:\n    post:\n      ${body('{$ref: "#/components/schemas/Order"}')}\n`,
      'components: {schemas: {Order: {type: object, properties: {lines: {type: array, items: {$ref: "#/components/schemas/Line"}}}}, Line: {type: object, properties: {price: {$ref: "#/components/schemas/Money"}}}, Money: {type: object, required: [cents]}}}',
    );
    expect(Object.keys((skill.input.schema() as { $defs: object }).$defs).toSorted()).toEqual(['Line', 'Money']);
  });
});

describe('bodies with several media types', () => {
  const chosen = async (content: string): Promise<unknown> => {
    const catalog = await catalogOf(`  /a:\n    post: {requestBody: {content: {${content}}}}\n`);
    return catalog.skills[0]?.input.body?.mediaType ?? catalog.targets[0]?.operations[0]?.leftOut?.reason;
  };

  it.each([
    ['application/xml: {}, application/json: {}', 'application/json'],
    ['multipart/form-data: {}, application/merge-patch+json: {}', 'application/merge-patch+json'],
    ['application/vnd.x+json: {}, application/json; charset=utf-8: {}', 'application/json; charset=utf-8'],
    ['text/plain: {}, application/x-www-form-urlencoded: {}', 'application/x-www-form-urlencoded'],
    ['"*/*": {}', 'application/json'],
    ['application/octet-stream: {}', 'application/octet-stream'],
    ['image/png: {}, text/csv; charset=utf-8: {}', 'text/csv; charset=utf-8'],
    ['image/png: {}, application/octet-stream: {}', 'application/octet-stream'],
    ['application/xml: {}, application/pdf: {}', 'application/pdf'],
    ['image/*: {}', 'image/*'],
    ['text/*: {}', 'text/plain'],
    ['nonsense: {}', 'body_unsupported'],
    ['multipart/form-data: {}', 'body_unsupported'],
    ['application/xml: {}', 'body_unsupported'],
  ])('%s → %s', async (content, mediaType) => {
    expect(await chosen(content)).toBe(mediaType);
  });

  it('are reported as lost', async () => {
    const catalog = await catalogOf(
      '  /a:\n    post: {operationId: a, requestBody: {content: {application/xml: {}, application/json: {}}}}\n',
    );
    expect(catalog.targets[0]?.operations[0]?.losses).toEqual([
      { reason: 'media_types_dropped', message: expect.stringContaining('application/xml') },
    ]);
  });
});

describe('what a skill says of itself', () => {
  it('is read-only for reading methods, or when the document says so', async () => {
    const { skills } = await catalogOf(
      '  /a:\n    get: {}\n    head: {}\n    post: {x-skillgate: {readOnly: true}}\n    put: {}\n    delete: {}\n    patch: {}\n',
    );
    const byMethod = Object.fromEntries(
      skills.map(({ operation, readOnly, idempotent }) => [operation.method, [readOnly, idempotent]]),
    );
    expect(byMethod).toEqual({
      GET: [true, true],
      HEAD: [true, true],
      POST: [true, true],
      PUT: [false, true],
      DELETE: [false, true],
      PATCH: [false, false],
    });
  });

  it('ends its description with a signature, required first, within 1024 characters', async () => {
    const skill = await skillOf(
      `  /a:\n    get:\n      summary: List lamps\n      description: "${'Explains every field at length. '.repeat(100)}"\n      parameters: [{name: q, in: query, schema: {type: string, enum: [x, y]}}, {name: n, in: query, required: true, schema: {type: array, items: {type: integer}}}]\n`,
    );
    expect(skill.description.length).toBeLessThanOrEqual(1024);
    expect(skill.description).toMatch(/^List lamps\. /);
    expect(skill.description).toMatch(/ …\nInput: \{n: integer\[\], q\?: "x"\|"y"\}$/);
  });

  it.each([
    ['  /a:\n    get: {tags: [" lamps ", lamps]}\n', ['lamps']],
    ['  /api/v1/lamps/{id}:\n    get: {}\n', ['lamps']],
    ['  /{x}:\n    get: {}\n', ['operation']],
  ])('has a tag', async (paths, tags) => {
    expect((await skillOf(paths)).tags).toEqual(tags);
  });

  it('shows examples that are literal calls, the first one minimal', async () => {
    const skill = await skillOf(
      '  /a/{id}:\n    get:\n      operationId: getA\n      parameters: [{name: id, in: path, required: true, example: 10, schema: {type: integer}}, {name: q, in: query, example: x, schema: {type: string}}]\n',
    );
    expect(skill.examples()).toEqual(['getA {"id":10}', 'getA {"id":10,"q":"x"}']);
  });

  it('tells the media types and schema of its success replies', async () => {
    const skill = await skillOf(
      '  /a:\n    get: {responses: {default: {content: {application/problem+json: {}}}, "200": {content: {application/json: {schema: {$ref: "#/components/schemas/A"}}, text/csv: {}}}}}\n',
      'components: {schemas: {A: {type: object, properties: {id: {type: integer, readOnly: true}, pin: {writeOnly: true}}}}}',
    );
    expect(skill.outputModes).toEqual(['application/json', 'text/csv']);
    expect(skill.outputSchema()).toEqual({
      $ref: '#/$defs/A',
      $defs: { A: { type: 'object', properties: { id: { type: 'integer' } } } },
    });
  });
});

describe('the errors that a document describes beside the success', () => {
  const json = (schema: string): string => `{content: {application/json: {schema: ${schema}}}}`;
  const lamp = json('{type: object}');
  const fault = json('{$ref: "#/components/schemas/F"}');
  const components =
    'components: {schemas: {F: {type: object, required: [code], properties: {code: {type: string}, pin: {writeOnly: true}}}}}';
  const expected = [
    {
      $ref: '#/$defs/F',
      $defs: { F: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } } },
    },
  ];

  it.each<[string, string, readonly unknown[]]>([
    ['of many statuses, once', `"200": ${lamp}, "404": ${fault}, 5XX: ${fault}, default: ${fault}`, expected],
    ['not where `default` is the success', `default: ${fault}`, []],
    ['not where there are two successes', `"200": ${lamp}, "201": ${lamp}, "404": ${fault}`, []],
    ['not where there is no success', `"200": {}, "404": ${fault}`, []],
    ['not in other media types', `"200": ${lamp}, "404": {content: {text/plain: {schema: {}}}}`, []],
  ])('%s', async (_what, responses, schemas) => {
    const skill = await skillOf(`  /a:\n    get: {responses: {${responses}}}\n`, components);
    expect(skill.errorSchemas()).toEqual(schemas);
  });
});

describe('overrides', () => {
  it('replace what the document says and name what does not exist', async () => {
    const document = await readText(
      openapi('  /a:\n    get: {operationId: a, summary: Old, x-skillgate: {name: From document, tags: [x]}}\n'),
    );
    const override = {
      a: { name: 'New', description: 'Does things.', examples: ['a {}'], readOnly: false },
      nothing: { name: 'N' },
    };
    const catalog = toCatalog(document, { override });
    expect(catalog.skills[0]).toMatchObject({
      name: 'New',
      tags: ['x'],
      readOnly: false,
      description: expect.stringContaining('Does things.'),
    });
    expect(catalog.skills[0]?.examples()).toEqual(['a {}']);
    expect(catalog.targets[0]?.notes).toEqual([expect.stringContaining('"nothing"')]);
  });

  it('may leave operations out, with the reason', async () => {
    const document = await readText(
      openapi(
        '  /a/x:\n    get: {tags: [admin]}\n    post: {deprecated: true}\n  /b:\n    get: {}\n    delete: {x-skillgate: {exclude: true}}\n',
      ),
    );
    const source = { id: 'api', source: 'x', document, hasUpstreams: true, prefix: '', include: [], override: {} };
    const left = (exclude: SkillMatch[], include: SkillMatch[] = []): string[] =>
      buildCatalog([{ ...source, exclude, include }]).skills.map(
        ({ operation }) => `${operation.method} ${operation.path}`,
      );
    expect(left([{ tag: 'admin' }, { deprecated: true }])).toEqual(['GET /b']);
    expect(left([{ path: '/a/*' }])).toEqual(['GET /b']);
    expect(left([{ path: '/**', method: 'POST' }])).toEqual(['GET /a/x', 'GET /b']);
    expect(left([], [{ id: 'get_b' }])).toEqual(['GET /b']);
  });
});

describe('the catalog', () => {
  it('leaves operations out without a base URL, unless upstreams are configured', async () => {
    const document = await readText('openapi: 3.1.0\ninfo: {}\npaths: {/a: {get: {}}}\n');
    const report = toCatalog(document, { hasUpstreams: false }).targets[0]?.operations[0];
    expect(report?.leftOut).toMatchObject({ reason: 'no_base_url', message: expect.stringContaining('base URL') });
    expect(toCatalog(document).skills).toHaveLength(1);
  });

  it('names what a base URL does not cure, and what the document says of it', async () => {
    const document = await readText(`openapi: 3.1.0
info: {}
servers: [{url: /api}]
paths:
  /a: {get: {}}
  /b: {post: {requestBody: {content: {application/xml: {schema: {type: object}}}}}}
`);
    const { operations = [] } = toCatalog(document, { hasUpstreams: false }).targets[0] ?? {};
    expect(operations.map(({ leftOut }) => leftOut?.reason)).toEqual(['no_base_url', 'body_unsupported']);
    expect(operations[0]?.leftOut?.message).toContain('/api');
  });

  it('keeps the other targets when one cannot be read', async () => {
    const document = await readText(openapi('  /a:\n    get: {operationId: a}\n'));
    const good = {
      id: 'good',
      source: 'g.yaml',
      document,
      hasUpstreams: true,
      prefix: 'good__',
      include: [],
      exclude: [],
      override: {},
    };
    const catalog = buildCatalog([{ id: 'bad', source: 'b.yaml', failure: 'no such file' }, good]);
    expect(catalog.skills.map(({ id }) => id)).toEqual(['good__a']);
    expect(catalog.targets).toMatchObject([{ id: 'bad', failure: 'no such file' }, { id: 'good' }]);
  });

  it('finds skills by id, bare id, operationId and name where they are unique', async () => {
    const document = await readText(
      openapi('  /a:\n    get: {operationId: a.b, summary: Some name}\n  /c:\n    get: {operationId: shared}\n'),
    );
    const target = (id: string) => ({
      id,
      source: id,
      document,
      hasUpstreams: true,
      prefix: `${id}__`,
      exclude: [],
      override: {},
    });
    const catalog = buildCatalog([
      { ...target('one'), include: [] },
      { ...target('two'), include: [{ path: '/c' }] },
    ]);
    expect(['one__a_b', 'a_b', 'a.b', 'Some name'].map((name) => catalog.find(name)?.id)).toEqual(
      Array.from({ length: 4 }, () => 'one__a_b'),
    );
    expect(catalog.find('shared')).toBeUndefined();
    expect(catalog.find('constructor')).toBeUndefined();
    expect(catalog.suggest('two__shred', 5).map(({ id }) => id)).toContain('two__shared');
  });

  it('imports a document of webhooks alone, with a note', async () => {
    const document = await readText('openapi: 3.1.0\ninfo: {}\nwebhooks: {w: {post: {}}}\n');
    expect(toCatalog(document)).toMatchObject({
      skills: [],
      targets: [{ notes: [expect.stringContaining('no callable operations')] }],
    });
  });
});
