import { describe, expect, it } from 'vitest';
import { readText } from '../../test/support/document.ts';
import type { Direction } from './document.ts';
import type { JsonSchema } from './json-schema.ts';

/** Reads one component schema with everything that it needs. */
async function read(
  components: Record<string, unknown>,
  direction: Direction = 'input',
  version = '3.0.3',
): Promise<JsonSchema> {
  const text = JSON.stringify({
    openapi: version,
    info: { title: 'T', version: '1' },
    paths: {
      '/x': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } },
          responses: {},
        },
      },
    },
    components: { schemas: components },
  });
  const document = await readText(text);
  const handle = document.operations[0]?.requestBody?.content[0]?.schema;
  const schema = document.schemas.read(handle, direction);
  const definitions = document.schemas.definitions([schema], direction);
  const { A, ...others } = definitions;
  return Object.keys(others).length === 0 || typeof A !== 'object' ? (A ?? schema) : { ...A, $defs: others };
}

describe('schemas become JSON Schema 2020-12', () => {
  it.each<[string, unknown, JsonSchema]>([
    ['nullable with a type', { type: 'number', nullable: true }, { type: ['number', 'null'] }],
    ['nullable: false', { type: 'string', nullable: false }, { type: 'string' }],
    ['x-nullable of 2.0', { type: 'string', 'x-nullable': true }, { type: ['string', 'null'] }],
    [
      'nullable with an enum keeps the enum',
      { type: 'string', nullable: true, enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['nullable without anything', { nullable: true }, {}],
    [
      'a boolean exclusive minimum',
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 0 },
    ],
    [
      'a false exclusive maximum',
      { type: 'number', maximum: 9, exclusiveMaximum: false },
      { type: 'number', maximum: 9 },
    ],
    ['a numeric exclusive minimum', { exclusiveMinimum: 3 }, { exclusiveMinimum: 3 }],
    ['example', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
    ['an array without items', { type: 'array' }, { type: 'array', items: {} }],
    [
      'a draft-4 tuple',
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'string' }] },
    ],
    ['a repeated enum', { enum: ['a', 'a', 'b'] }, { enum: ['a', 'b'] }],
    [
      'an enum without quotes',
      { type: 'string', enum: [1, 2.5, 'x', true] },
      { type: 'string', enum: ['1', '2.5', 'x', 'true'] },
    ],
    [
      'an enum of numbers in quotes',
      { type: 'integer', enum: ['1', '2', '3.5', 'x'] },
      { type: 'integer', enum: [1, 2, '3.5', 'x'] },
    ],
    ['an enum of flags in quotes', { type: 'boolean', enum: ['true', 'no'] }, { type: 'boolean', enum: [true, 'no'] }],
    [
      'an enum that fits',
      { type: ['string', 'integer'], enum: [1, '2'] },
      { type: ['string', 'integer'], enum: [1, '2'] },
    ],
    ['an enum without a type', { enum: [1, '2'] }, { enum: [1, '2'] }],
    ['an empty enum', { type: 'string', enum: [] }, { type: 'string' }],
    [
      'required: true on a property',
      { type: 'object', properties: { a: { type: 'string', required: true } } },
      { type: 'object', properties: { a: { type: 'string' } } },
    ],
    ['an unknown type', { type: 'any' }, {}],
    ['a type of another language', { type: 'int' }, { type: 'integer' }],
    ['type: file', { type: 'file' }, { type: 'string', format: 'binary' }],
    ['a limit as text', { type: 'string', maxLength: '5' }, { type: 'string', maxLength: 5 }],
    ['a limit that is none', { type: 'string', maxLength: 'long' }, { type: 'string' }],
    [
      'keywords of OpenAPI alone',
      { type: 'string', xml: { name: 'x' }, externalDocs: {}, 'x-note': 1, discriminator: { propertyName: 'p' } },
      { type: 'string' },
    ],
    [
      'properties that are no schemas',
      { properties: { a: 'text', b: { type: 'string' } } },
      { properties: { b: { type: 'string' } } },
    ],
    [
      'a property named $ref',
      { properties: { $ref: { type: 'string' } } },
      { properties: { $ref: { type: 'string' } } },
    ],
    [
      'a property named like a keyword',
      { properties: { nullable: { type: 'boolean' }, enum: { type: 'string' } } },
      { properties: { nullable: { type: 'boolean' }, enum: { type: 'string' } } },
    ],
  ])('%s', async (_name, schema, expected) => {
    expect(await read({ A: schema })).toEqual(expected);
  });

  it('keeps $ref in data', async () => {
    const schema = {
      type: 'object',
      default: { $ref: '#/x' },
      enum: [{ $ref: '#/y' }],
      example: { $ref: 'https://x.example.test/1' },
    };
    expect(await read({ A: schema })).toEqual({
      type: 'object',
      default: { $ref: '#/x' },
      enum: [{ $ref: '#/y' }],
      examples: [{ $ref: 'https://x.example.test/1' }],
    });
  });

  it('lets null through a nullable allOf and a nullable reference', async () => {
    const schema = {
      type: 'object',
      properties: {
        a: { nullable: true, allOf: [{ $ref: '#/components/schemas/B' }] },
        b: { nullable: true, $ref: '#/components/schemas/B', description: 'why' },
      },
    };
    expect(await read({ A: schema, B: { type: 'string' } })).toMatchObject({
      properties: {
        a: { anyOf: [{ allOf: [{ $ref: '#/$defs/B' }] }, { type: 'null' }] },
        b: { anyOf: [{ $ref: '#/$defs/B' }, { type: 'null' }], description: 'why' },
      },
    });
  });
});

describe('what stands beside a $ref', () => {
  const components = {
    A: {
      type: 'object',
      properties: {
        code: { $ref: '#/components/schemas/Text', maxLength: 3 },
        said: { $ref: '#/components/schemas/Text', description: 'why', type: 'string' },
      },
    },
    Text: { type: 'string' },
  };

  it.each(['3.1.0', '3.1', '3.2.0'])('counts in %s', async (version) => {
    expect(await read(components, 'input', version)).toMatchObject({
      properties: {
        code: { maxLength: 3, allOf: [{ $ref: '#/$defs/Text' }] },
        said: { $ref: '#/$defs/Text', description: 'why' },
      },
    });
  });

  it('does not count before', async () => {
    expect(await read(components, 'input', '3.0.3')).toMatchObject({
      properties: { code: { $ref: '#/$defs/Text' } },
    });
  });

  it('counts on the way to the end of several references', async () => {
    const schema = await read(
      {
        A: { type: 'object', properties: { a: { $ref: '#/components/schemas/Short' } } },
        Short: { $ref: '#/components/schemas/Text', maxLength: 3 },
        Text: { type: 'string' },
      },
      'input',
      '3.1.0',
    );
    expect(schema).toMatchObject({
      properties: { a: { $ref: '#/$defs/Short' } },
      $defs: { Short: { maxLength: 3, allOf: [{ $ref: '#/$defs/Text' }] }, Text: { type: 'string' } },
    });
  });

  it('does not ask for what is read-only behind the reference', async () => {
    const schema = await read(
      {
        A: {
          $ref: '#/components/schemas/B',
          required: ['id', 'name', 'more'],
          properties: { more: { type: 'integer' } },
        },
        B: { type: 'object', properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } } },
      },
      'input',
      '3.1.0',
    );
    expect(schema).toMatchObject({ required: ['name', 'more'], properties: { more: { type: 'integer' } } });
  });

  it('does not save a reference that leads in a circle', async () => {
    const schema = await read(
      {
        A: { properties: { a: { $ref: '#/components/schemas/B' } } },
        B: { $ref: '#/components/schemas/B', minLength: 1 },
      },
      'input',
      '3.1.0',
    );
    expect(schema).toMatchObject({ properties: { a: { $comment: expect.stringContaining('circle') } } });
  });
});

describe('readOnly is no input, writeOnly no output', () => {
  const account = {
    type: 'object',
    required: ['id', 'secret', 'name'],
    properties: {
      id: { type: 'string', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      name: { type: 'string' },
    },
  };
  const id = { type: 'string', readOnly: true };

  it.each<[string, Record<string, unknown>]>([
    ['on the property', { A: account }],
    [
      'behind a reference of the property',
      { A: { ...account, properties: { ...account.properties, id: { $ref: '#/components/schemas/Id' } } }, Id: id },
    ],
    [
      'in an allOf of the property',
      {
        A: { ...account, properties: { ...account.properties, id: { allOf: [{ $ref: '#/components/schemas/Id' }] } } },
        Id: id,
      },
    ],
  ])('%s', async (_name, components) => {
    expect(await read(components)).toMatchObject({ required: ['secret', 'name'] });
    expect(Object.keys(((await read(components)) as { properties: object }).properties)).toEqual(['secret', 'name']);
    expect(Object.keys(((await read(components, 'output')) as { properties: object }).properties)).toEqual([
      'id',
      'name',
    ]);
  });

  it('in another branch of an allOf than the required', async () => {
    const schema = await read({
      A: { allOf: [{ type: 'object', properties: { id, name: { type: 'string' } } }, { required: ['id', 'name'] }] },
    });
    expect(schema).toEqual({
      allOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { required: ['name'] }],
    });
  });

  it('in items', async () => {
    const schema = await read({ A: { type: 'array', items: account } });
    expect(schema).toMatchObject({ items: { required: ['secret', 'name'] } });
  });
});

describe('definitions', () => {
  it('hold everything that is reached, circles included', async () => {
    const node = {
      type: 'object',
      properties: {
        children: { type: 'array', items: { $ref: '#/components/schemas/A' } },
        leaf: { $ref: '#/components/schemas/B' },
      },
    };
    const schema = await read({ A: node, B: { $ref: '#/components/schemas/C' }, C: { type: 'integer' } });
    expect(schema).toMatchObject({
      properties: { children: { items: { $ref: '#/$defs/A' } }, leaf: { $ref: '#/$defs/C' } },
      $defs: { C: { type: 'integer' } },
    });
  });

  it('say what cannot be read and accept anything there', async () => {
    const schema = await read({ A: { type: 'object', properties: { a: { $ref: '#/components/schemas/Missing' } } } });
    expect(schema).toMatchObject({ properties: { a: { $comment: expect.stringContaining('leads nowhere') } } });
  });

  it('give names that need no escaping', async () => {
    const schema = await read({
      A: { properties: { a: { $ref: '#/components/schemas/Page%C2%ABLamp%C2%BB' } } },
      'Page«Lamp»': { type: 'string' },
    });
    expect(schema).toMatchObject({
      properties: { a: { $ref: '#/$defs/Page_Lamp' } },
      $defs: { Page_Lamp: { type: 'string' } },
    });
  });

  it('end for a document whose schemas refer to each other in a circle', async () => {
    const schema = await read({
      A: { properties: { a: { $ref: '#/components/schemas/B' } } },
      B: { $ref: '#/components/schemas/C' },
      C: { $ref: '#/components/schemas/B' },
    });
    expect(schema).toMatchObject({ properties: { a: { $comment: expect.stringContaining('circle') } } });
  });
});

describe('documents that are made to grow', () => {
  it('are cut when shared YAML nodes would be written out without end', async () => {
    const levels = Array.from(
      { length: 40 },
      (_, at) => `  l${at + 1}: &l${at + 1} {type: object, properties: {a: *l${at}, b: *l${at}}}`,
    );
    const document = await readText(
      `openapi: 3.0.3\ninfo: {title: T, version: "1"}\nx-nodes:\n  l0: &l0 {type: string}\n${levels.join('\n')}\npaths:\n  /x:\n    post:\n      requestBody: {content: {application/json: {schema: *l40}}}\n      responses: {}\n`,
    );
    const schema = document.schemas.read(document.operations[0]?.requestBody?.content[0]?.schema, 'input');
    expect(JSON.stringify(schema).length).toBeLessThan(5_000_000);
    expect(document.schemas.problems([schema], 'input')).toEqual([expect.stringContaining('too large')]);
  });

  it.each(['enum', 'default', 'const', 'example', 'title', 'dependentRequired'])(
    'are cut in their data too, and are not written in circles: %s',
    async (keyword) => {
      const levels = Array.from({ length: 40 }, (_, at) => `  l${at + 1}: &l${at + 1} [*l${at}, *l${at}]`);
      for (const data of ['*l40', '&c {a: [*c]}']) {
        const document = await readText(
          `openapi: 3.0.3\ninfo: {title: T, version: "1"}\nx-nodes:\n  l0: &l0 lol\n${levels.join('\n')}\npaths:\n  /x:\n    post:\n      requestBody: {content: {application/json: {schema: {type: object, ${keyword}: ${data}}, example: ${data}}}}\n      responses: {}\n`,
        );
        const [media] = document.operations[0]?.requestBody?.content ?? [];
        const schema = document.schemas.read(media?.schema, 'input');
        expect(JSON.stringify(schema).length).toBeLessThan(1_000);
        expect(document.schemas.problems([schema], 'input')).toEqual([expect.stringContaining('too large')]);
        expect(media?.examples).toEqual([]);
      }
    },
  );

  it('are read when a YAML alias points at a node around it', async () => {
    const document = await readText(
      'openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths:\n  /x:\n    post:\n      requestBody: {content: {application/json: {schema: &n {type: object, properties: {next: *n}}}}}\n      responses: {}\n',
    );
    const schema = document.schemas.read(document.operations[0]?.requestBody?.content[0]?.schema, 'input');
    expect(Object.keys(document.schemas.definitions([schema], 'input'))).toHaveLength(1);
  });
});
