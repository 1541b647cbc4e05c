import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema, SchemaObject } from '../../spec/json-schema.ts';
import { fitSchema } from './fit-schema.ts';

const root = (properties: Record<string, JsonSchema>, more: object = {}): SchemaObject => ({
  type: 'object',
  properties,
  ...more,
});
const fit = (schema: JsonSchema, bytes = 100_000): SchemaObject => fitSchema(schema, bytes);
const property = (schema: JsonSchema, $defs: Record<string, JsonSchema> = {}): unknown =>
  fit(root({ a: schema }, { $defs })).properties?.['a'];

describe('a schema for a tool', () => {
  it('has what a model needs, what is required first', () => {
    expect(
      fit(
        root(
          {
            limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
            petId: { type: 'string', description: 'Id of the pet', pattern: '^P-\\d+$', minLength: 3 },
            status: { enum: ['sold', 'available'] },
          },
          { required: ['petId'], additionalProperties: false, $comment: 'x', dependentRequired: { a: ['b'] } },
        ),
      ),
    ).toEqual({
      type: 'object',
      properties: {
        petId: { type: 'string', description: 'Id of the pet. Pattern: ^P-\\d+$', minLength: 3 },
        limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Default: 10' },
        status: { enum: ['sold', 'available'] },
      },
      required: ['petId'],
      additionalProperties: false,
    });
  });

  it.each<readonly [string, JsonSchema, unknown]>([
    ['a reference', { $ref: '#/$defs/Pet' }, { type: 'object', properties: { name: { type: 'string' } } }],
    [
      'a reference with words of its own',
      { $ref: '#/$defs/Pet', description: 'Whose' },
      { type: 'object', description: 'Whose', properties: { name: { type: 'string' } } },
    ],
    ['a reference to nothing', { $ref: '#/$defs/Ghost' }, {}],
    ['a name that is inherited', { $ref: '#/$defs/constructor' }, {}],
    [
      'a circle',
      { $ref: '#/$defs/Node' },
      { type: 'object', properties: { next: {}, list: { type: 'array', items: {} } } },
    ],
    ['a reference to itself', { $ref: '#/$defs/Self' }, {}],
    [
      'parts that are all meant',
      {
        allOf: [
          { $ref: '#/$defs/Pet' },
          { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] },
        ],
      },
      { type: 'object', properties: { age: { type: 'integer' }, name: { type: 'string' } }, required: ['age'] },
    ],
    [
      'alternatives',
      { oneOf: [{ type: 'string' }, { $ref: '#/$defs/Pet' }] },
      { anyOf: [{ type: 'string' }, { type: 'object', properties: { name: { type: 'string' } } }] },
    ],
    ['one value', { const: 'dog' }, { enum: ['dog'] }],
    ['anything', true, {}],
    ['a list of anything', { type: 'array' }, { type: 'array', items: {} }],
    ['a list of nothing', { type: 'array', items: false }, { type: 'array', items: {} }],
    ['a title', { type: 'string', title: 'The name' }, { type: 'string', description: 'The name' }],
    ['a text or null', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
  ])('of %s', (_, schema, expected) => {
    const $defs = {
      Pet: { type: 'object', properties: { name: { type: 'string' } } },
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/$defs/Node' }, list: { type: 'array', items: { $ref: '#/$defs/Node' } } },
      },
      Self: { $ref: '#/$defs/Self' },
    };
    expect(property(schema, $defs)).toEqual(expected);
  });

  it('has no property that accepts nothing', () => {
    expect(fit(root({ a: false, b: true }, { required: ['b'] }))).toEqual({
      type: 'object',
      properties: { b: {} },
      required: ['b'],
    });
  });

  it('names some of the values of a long list', () => {
    const values = Array.from({ length: 100 }, (_, at) => `v${at}`);
    expect(property({ enum: values })).toEqual({
      description: expect.stringMatching(/^One of 100 words, such as "v0", "v1"/),
    });
  });

  it('is an object with properties whatever it is made of', () => {
    for (const schema of [true, false, {}, { anyOf: [{ type: 'object' }] }, { type: 'string', enum: ['a'] }] as const) {
      expect(fit(schema as JsonSchema)).toEqual({ type: 'object', properties: {} });
    }
  });

  it('keeps names of prototypes as names', () => {
    const fitted = fit(
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"required":["__proto__"]}',
      ) as JsonSchema,
    );
    expect(JSON.stringify(fitted)).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"required":["__proto__"]}',
    );
  });
});

describe('a large schema', () => {
  const words = 'A long description of what this is about. '.repeat(10);
  const wide = root(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `field${at}`,
        {
          type: 'object',
          description: words,
          properties: { inner: { type: 'object', properties: { deep: { type: 'string', description: words } } } },
        },
      ]),
    ),
    { required: ['field3', 'field7'] },
  );

  it.each([8_000, 3_000, 1_500, 300])('fits into %i bytes', (bytes) => {
    const fitted = fit(wide, bytes);
    expect(JSON.stringify(fitted).length).toBeLessThanOrEqual(bytes);
    expect(fitted.required).toEqual(['field3', 'field7']);
    expect(Object.keys(fitted.properties ?? {}).slice(0, 2)).toEqual(['field3', 'field7']);
  });

  it('that grows without end through its references ends', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `D${at}`,
        root(
          Object.fromEntries(
            Array.from({ length: 12 }, (_one, other) => [`p${other}`, { $ref: `#/$defs/D${(at + other + 1) % 12}` }]),
          ),
        ),
      ]),
    );
    expect(JSON.stringify(fit(root({ a: { $ref: '#/$defs/D0' } }, { $defs }))).length).toBeLessThan(40_000);
  });

  it('whose parts refer to each other in circles of allOf ends', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `D${at}`,
        { allOf: Array.from({ length: 20 }, (_one, other) => ({ $ref: `#/$defs/D${other}` })) },
      ]),
    );
    expect(fit(root({ a: { $ref: '#/$defs/D0' } }, { $defs })).properties).toEqual({ a: {} });
  }, 5_000);
});

describe('every schema', () => {
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
    const inner = tie('schema');
    const object = fc.record(
      {
        type: fc.constantFrom('object', 'array', 'string', ['integer', 'null']),
        properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'c d'), inner, { maxKeys: 3 }),
        required: fc.subarray(['a', 'b', 'z']),
        items: inner,
        $ref: fc.constantFrom('#/$defs/A', '#/$defs/B', '#/$defs/Z', 'other'),
        allOf: fc.array(inner, { maxLength: 2 }),
        oneOf: fc.array(inner, { maxLength: 3 }),
        additionalProperties: inner,
        pattern: fc.constant('^a'),
        description: fc.string({ maxLength: 20 }),
        enum: fc.array(fc.constantFrom('x', 1, null), { minLength: 1, maxLength: 3 }),
        not: inner,
      },
      { requiredKeys: [] },
    );
    return { schema: fc.oneof({ maxDepth: 4 }, fc.boolean(), object) as fc.Arbitrary<JsonSchema> };
  });

  it('comes out as servers take it', () => {
    fc.assert(
      fc.property(schema, schema, schema, (one, A, B) => {
        const given = typeof one === 'boolean' ? one : { ...one, $defs: { A, B } };
        const fitted = fit(given);
        expect(fitted.type).toBe('object');
        expect(['anyOf', 'enum'].filter((key) => Object.hasOwn(fitted, key))).toEqual([]);
        assertPlain(fitted);
      }),
    );
  });
});

const plain = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'description',
  'enum',
  'anyOf',
]);

function assertPlain(schema: unknown): void {
  expect(typeof schema).toBe('object');
  const one = schema as SchemaObject;
  expect(Object.keys(one).filter((key) => !plain.has(key))).toEqual([]);
  if ([one.type].flat().includes('array')) expect(one.items).toBeDefined();
  for (const name of one.required ?? []) expect(Object.hasOwn(one.properties ?? {}, name)).toBe(true);
  for (const part of [
    ...Object.values(one.properties ?? {}),
    ...(one.items === undefined ? [] : [one.items]),
    ...((one['anyOf'] ?? []) as unknown[]),
  ])
    assertPlain(part);
}
