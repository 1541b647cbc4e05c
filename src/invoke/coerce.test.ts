import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../spec/json-schema.ts';
import { coerceArguments, compileCoercion } from './coerce.ts';

function coerce(schema: JsonSchema, value: unknown, $defs: Record<string, JsonSchema> = {}): unknown {
  return coerceArguments({ v: value }, { type: 'object', properties: { v: schema }, $defs })['v'];
}

describe('typed text becomes what the schema asks for', () => {
  it.each<[JsonSchema, unknown, unknown]>([
    [{ type: 'integer' }, '5', 5],
    [{ type: 'integer' }, '-5', -5],
    [{ type: 'integer' }, '007', '007'],
    [{ type: 'integer' }, 'x', 'x'],
    [{ type: 'integer' }, '', ''],
    [{ type: 'number' }, '1.5e3', 1500],
    [{ type: 'number' }, '0x10', '0x10'],
    [{ type: 'string' }, '5', '5'],
    [{ type: ['string', 'integer'] }, '007', '007'],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'yes', 'yes'],
    [{ type: ['integer', 'null'] }, 'null', null],
    [{ type: ['string', 'null'] }, 'null', 'null'],
    [{ enum: [1, 'auto'] }, '1', 1],
    [{ enum: [1, 'auto'] }, 'auto', 'auto'],
    [{ enum: ['1', 2] }, '1', '1'],
    [{ const: true }, 'true', true],
    [{}, '5', '5'],
    [true, '5', '5'],
    [{ type: 'array', items: { type: 'integer' } }, '1,2, 3', [1, 2, 3]],
    [{ type: 'array', items: { type: 'integer' } }, '[1,2]', [1, 2]],
    [{ type: 'array', items: { type: 'integer' } }, ['1', '2'], [1, 2]],
    [{ type: 'array', items: { type: 'string' } }, '', []],
    [{ items: { type: 'integer' } }, '4', [4]],
    [{ type: 'object' }, '{"a":1}', { a: 1 }],
    [{ type: 'object' }, '{"a":', '{"a":'],
    [
      { type: 'object', properties: { n: { type: 'integer' } } },
      { n: '1', m: '2' },
      { n: 1, m: '2' },
    ],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { n: '1' }, { n: 1 }],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '7', 7],
    [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, '7', '7'],
    [{ $ref: '#/$defs/Count' }, '7', 7],
    [{ type: 'array', items: { $ref: '#/$defs/Count' } }, '7,8', [7, 8]],
    [{ allOf: [{ $ref: '#/$defs/Loop' }] }, '7', '7'],
    [{ type: 'integer' }, true, true],
  ])('%j reads %j as %j', (schema, text, value) => {
    expect(coerce(schema, text, { Count: { type: 'integer' }, Loop: { allOf: [{ $ref: '#/$defs/Loop' }] } })).toEqual(
      value,
    );
  });

  it('ends, where the items of a list are such lists', () => {
    const $defs: Record<string, JsonSchema> = { List: { type: 'array', items: { $ref: '#/$defs/List' } } };
    expect(JSON.stringify(coerce({ $ref: '#/$defs/List' }, 'x', $defs))).toMatch(/^\[+"x"\]+$/);
  });

  it('keeps the digits of long numbers', () => {
    expect(JSON.stringify(coerce({ type: 'integer' }, '9007199254740993'))).toBe('9007199254740993');
  });

  it('leaves names of the prototype alone', () => {
    const args = JSON.parse('{"__proto__":"5","constructor":"6"}') as Record<string, unknown>;
    const coerced = coerceArguments(args, { type: 'object', properties: { constructor: { type: 'integer' } } });
    expect(JSON.stringify(coerced)).toBe('{"__proto__":"5","constructor":6}');
  });
});

describe('a coercion that is used again', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      count: { type: 'integer' },
      sort: { enum: ['name', 1] },
      ids: { type: 'array', items: { type: ['integer', 'null'] } },
      tree: { $ref: '#/$defs/Tree' },
    },
    additionalProperties: { type: 'boolean' },
    $defs: { Tree: { type: 'object', properties: { at: { type: 'number' }, next: { $ref: '#/$defs/Tree' } } } },
  };
  const again = compileCoercion(schema);
  const text = fc.constantFrom('1', '1,2', 'true', 'null', 'name', '', '[1]', '{"at":"1"}', '{"next":{}}');
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.constantFrom(1, true, null),
      fc.array(text, { maxLength: 3 }),
      fc.record({ at: text, next: tie('value') }, { requiredKeys: [] }),
    ),
  }));
  const name = fc.constantFrom('count', 'sort', 'ids', 'tree', 'other', 'constructor', '__proto__');

  it('gives what a new one would', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (args) => {
        expect(again(args)).toEqual(coerceArguments(args, schema));
      }),
    );
  });
});
