import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../spec/json-schema.ts';
import { describeErrors } from './reduce-unions.ts';
import { compileSchema } from './schema-check.ts';

function mistakes(schema: JsonSchema, value: unknown): readonly string[] {
  return describeErrors(compileSchema(schema).explain(value)).map(
    ({ field, description }) => `${field}: ${description}`,
  );
}

const object = (properties: Record<string, JsonSchema>, more: Record<string, unknown> = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

describe('mistakes in words', () => {
  it.each<[JsonSchema, unknown, string]>([
    [object({ n: { type: 'number' } }), { n: 'x' }, 'n: expected number, found string "x"'],
    [object({ n: { type: ['integer', 'null'] } }), { n: 1.5 }, 'n: expected integer or null, found number 1.5'],
    [
      object({ a: { type: 'array', items: { type: 'number' } } }),
      { a: [1, null] },
      'a[1]: expected number, found null',
    ],
    [
      object({ a: object({ 'b c': { type: 'number' } }) }),
      { a: { 'b c': '' } },
      'a["b c"]: expected number, found string ""',
    ],
    [object({ id: { type: 'integer' } }, { required: ['id'] }), {}, 'id: is required: integer'],
    [object({ id: {} }, { required: ['id'] }), {}, 'id: is required'],
    [
      object({ limit: {} }, { additionalProperties: false }),
      { limt: 1 },
      'limt: is not a known name; did you mean "limit"?',
    ],
    [
      object({ limit: {} }, { additionalProperties: false }),
      { zzzzzz: 1 },
      'zzzzzz: is not a known name; known are limit',
    ],
    [object({}, { additionalProperties: false }), { x: 1 }, 'x: is not a known name; none is expected here'],
    [object({ k: { enum: ['a', 'b'] } }), { k: 'c' }, 'k: expected one of "a", "b", found string "c"'],
    [object({ k: { const: 5 } }), { k: 6 }, 'k: expected 5, found number 6'],
    [object({ k: { exclusiveMinimum: 0 } }), { k: 0 }, 'k: expected a number > 0, found number 0'],
    [object({ k: { multipleOf: 5 } }), { k: 6 }, 'k: expected a multiple of 5, found number 6'],
    [object({ k: { multipleOf: 0.01 } }), { k: 0.071 }, 'k: expected a multiple of 0.01, found number 0.071'],
    [object({ k: { minLength: 1 } }), { k: '' }, 'k: expected at least 1 character, found string ""'],
    [object({ k: { maxItems: 2 } }), { k: [1, 2, 3] }, 'k: expected at most 2 items, found array of 3'],
    [object({ k: { uniqueItems: true } }), { k: [1, 1] }, 'k: items 0 and 1 are the same; every item must differ'],
    [object({ k: { pattern: '^a$' } }), { k: 'b' }, 'k: does not match the pattern ^a$, found string "b"'],
    [object({ k: { format: 'date' } }), { k: 'x' }, 'k: expected the format date, found string "x"'],
    [object({ k: { type: 'number', format: 'password' } }), { k: 'secret' }, 'k: expected number, found string'],
    [object({ k: false }), { k: 1 }, 'k: is not allowed'],
    [object({ k: { not: {} } }), { k: 1 }, 'k: has a form that is not allowed'],
    [object({}, { dependentRequired: { a: ['b'] } }), { a: 1 }, 'b: is required when "a" is given'],
    [object({}, { propertyNames: { maxLength: 2 } }), { abc: 1 }, 'arguments: the name "abc" is not allowed'],
    [object({ k: { minProperties: 1 } }), { k: {} }, 'k: expected at least 1 member'],
  ])('%j refuses %j: %s', (schema, value, sentence) => expect(mistakes(schema, value)).toContain(sentence));

  it('names all mistakes', () => {
    expect(
      mistakes(object({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['c'] }), { a: 1, b: 2 }),
    ).toHaveLength(3);
  });

  it('names the first mistake only of a value that is very large', () => {
    const schema = object({ a: { type: 'array', items: { type: 'string' } } });
    expect(mistakes(schema, { a: Array.from({ length: 20_000 }, () => 1) })).toEqual([
      'a[0]: expected string, found number 1',
    ]);
  });
});

describe('unions', () => {
  const circle = object({ shape: { const: 'c' }, radius: { type: 'number' } }, { required: ['shape', 'radius'] });
  const square = object(
    { shape: { const: 's' }, side: { type: 'number' }, turn: { type: 'number' } },
    { required: ['shape', 'side'] },
  );
  const inline = object({ figure: { oneOf: [circle, square] } });
  const referred: JsonSchema = {
    ...(object({ figure: { oneOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Square' }] } }) as object),
    $defs: { Circle: circle, Square: square },
  };

  it.each([
    ['inline', inline],
    ['by reference', referred],
  ])('report the branch that the tag names, %s', (_, schema) => {
    expect(mistakes(schema, { figure: { shape: 's', side: 'x', turn: 'y' } })).toEqual([
      'figure.side: expected number, found string "x"',
      'figure.turn: expected number, found string "y"',
    ]);
  });

  it('report the branch with the right type', () => {
    const schema = object({ v: { anyOf: [{ type: 'null' }, { type: 'array', items: { type: 'string' } }] } });
    expect(mistakes(schema, { v: [1] })).toEqual(['v[0]: expected string, found number 1']);
  });

  it('join the types when none is right', () => {
    const schema = object({ v: { anyOf: [{ type: 'string' }, { type: 'array', items: {} }] } });
    expect(mistakes(schema, { v: 5 })).toEqual(['v: expected string or array, found number 5']);
  });

  it('say what each form would need when none stands out', () => {
    const schema = object({
      body: { oneOf: [object({}, { required: ['email'] }), object({}, { required: ['phone'] })] },
    });
    expect(mistakes(schema, { body: {} })).toEqual([
      'body: fits none of the 2 allowed forms: body.email is required; or body.phone is required',
    ]);
  });

  it('say when more than one form fits', () => {
    expect(mistakes(object({ v: { oneOf: [{ type: 'number' }, { minimum: 1 }] } }), { v: 2 })).toEqual([
      'v: fits more than one of the allowed forms (1 and 2); exactly one is expected',
    ]);
  });

  it('keep mistakes that stand beside a union', () => {
    const schema = object({ a: { type: 'string' } }, { anyOf: [{ required: ['b'] }] });
    expect(mistakes(schema, { a: 1 })).toEqual(['b: is required', 'a: expected string, found number 1']);
  });

  it('reduce a union within a union', () => {
    const inner = { anyOf: [{ type: 'string' }, { type: 'boolean' }] };
    const schema = object({ v: { anyOf: [{ type: 'null' }, { type: 'array', items: inner }] } });
    expect(mistakes(schema, { v: [1] })).toEqual(['v[0]: expected string or boolean, found number 1']);
  });
});

describe('schemas that do not compile', () => {
  it('lose only the property that does not', () => {
    const schema = object(
      { a: { type: 'string' }, b: { $ref: '#/$defs/Nope' } },
      { required: ['a', 'b'], additionalProperties: false },
    );
    const check = compileSchema(schema);
    expect(check.unchecked).toHaveLength(1);
    expect([
      check.passes({ a: 'x', b: 5 }),
      check.passes({ a: 1, b: 5 }),
      check.passes({ a: 'x' }),
      check.passes({ a: '', b: 1, c: 1 }),
    ]).toEqual([true, false, false, false]);
  });

  it('keep definitions for the properties that need them', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' }, b: { type: 'wrong' } },
      $defs: { A: { type: 'string' } },
    };
    const check = compileSchema(schema);
    expect([check.passes({ a: 'x' }), check.passes({ a: 1 })]).toEqual([true, false]);
  });

  it('report patterns that are not checked, and let a name in that such a pattern may match', () => {
    const schema = object({}, { patternProperties: { '(?=x)y+': { type: 'string' } }, additionalProperties: false });
    const check = compileSchema(schema);
    expect(check.unchecked).toEqual(['pattern: (?=x)y+']);
    expect(check.passes({ other: 5 })).toBe(true);
  });
});

describe('names and formats', () => {
  it('treats names of the prototype as ordinary ones', () => {
    const check = compileSchema(
      object(
        { constructor: { type: 'number' } },
        { required: ['constructor', 'toString'], additionalProperties: false },
      ),
    );
    expect(check.passes({})).toBe(false);
    expect(check.passes(JSON.parse('{"constructor":1,"toString":2}'))).toBe(false);
    expect(check.passes(JSON.parse('{"__proto__":1}'))).toBe(false);
    const open = compileSchema(object({ constructor: { type: 'number' } }, { required: ['constructor'] }));
    expect([open.passes({}), open.passes(JSON.parse('{"constructor":1}'))]).toEqual([false, true]);
  });

  it('ignores formats that it does not know, and changes nothing', () => {
    const check = compileSchema(
      object({ a: { type: 'string', format: 'money' }, b: { type: 'string', default: 'x' } }),
    );
    const value = Object.freeze({ a: '1', c: 2 });
    expect(check.passes(value)).toBe(true);
    expect(value).toEqual({ a: '1', c: 2 });
  });

  it.each<[unknown[], boolean]>([
    [[1, '1', true, null], true],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      false,
    ],
    [[{ a: 1 }, { a: '1' }], true],
    [
      [
        [1, 2],
        [2, 1],
      ],
      true,
    ],
    [['x', 'y', 'x'], false],
  ])('%j has unique items: %s', (list, unique) => {
    expect(compileSchema({ uniqueItems: true }).passes(list)).toBe(unique);
    expect(compileSchema({ uniqueItems: false }).passes(list)).toBe(true);
  });

  it('finds no repeat in a long list of objects at once', () => {
    const started = performance.now();
    expect(compileSchema({ uniqueItems: true }).passes(Array.from({ length: 100_000 }, (_, id) => ({ id })))).toBe(
      true,
    );
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('checks recursive schemas at any depth', () => {
    const node = object(
      { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
      { required: ['name'] },
    );
    const schema: JsonSchema = { ...(object({ body: { $ref: '#/$defs/Node' } }) as object), $defs: { Node: node } };
    expect(mistakes(schema, { body: { name: 'a', children: [{ name: 'b', children: [{ children: [] }] }] } })).toEqual([
      'body.children[0].children[0].name: is required: string',
    ]);
  });
});
