import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toReadable, writeAny } from './to-readable.ts';
import { writeSmall } from './write-small.ts';

describe('a small object', () => {
  it('is written as lines', () => {
    const json =
      ' {"id":9007199254740993, "price":-1.50e+2,"owner":{"name":"Zoë","home":{"city":"Ulm"}},"tags":["a", null],"gone":null,"none":[ ],"any":{ },"text":"","sold":false}';
    expect(writeSmall(json, 200)?.split('\n')).toEqual([
      'id: 9007199254740993',
      'price: -1.50e+2',
      'owner.name: Zoë',
      'owner.home.city: Ulm',
      'tags: a, none',
      'gone: none',
      'none: []',
      'any: {}',
      'text: ""',
      'sold: false',
    ]);
  });

  it.each([
    '{}',
    '[]',
    '[{"a":1}]',
    '"a"',
    '{"a":[{"b":1}]}',
    '{"a":[[1]]}',
    '{"a":{"b":{"c":{"d":{"e":1}}}}}',
    '{"a":"two\\nlines"}',
    '{"a":"two  spaces"}',
    '{"a":" "}',
    '{"a":"\u202edrawkcab"}',
    '{"a b ":1}',
    '{"":1}',
    `{"${'a'.repeat(81)}":1}`,
    `{"a":[${'1,'.repeat(120)}1]}`,
    `{"a":"${'b'.repeat(1000)}"}`,
    `{"a":"${'b'.repeat(500)}","c":{"d":"${'e'.repeat(500)}"}}`,
    '{"a":1,}',
    '{"a":1',
    '{"a"}',
  ])('%s is none', (json) => {
    expect(writeSmall(json, 1000)).toBeUndefined();
  });
});

const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'two words',
    'two  spaces',
    ' a',
    'a ',
    'é',
    'https://x.test/a?b=c',
    '…',
    'a\nb',
    '"',
    '\\',
    '💥',
    '\u00a0',
  ),
  fc.string({ maxLength: 8, unit: 'binary' }),
  fc.string({ maxLength: 90 }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
}));

it('is the same text as it would be otherwise', () => {
  fc.assert(
    fc.property(
      fc.dictionary(text, value, { maxKeys: 6 }),
      fc.constantFrom('', ' ', '\n  '),
      fc.record({ limit: fc.integer({ min: 0, max: 400 }), rest: fc.constantFrom('', 'The data part holds all.') }),
      (object, indent, options) => {
        const json = JSON.stringify(object, undefined, indent);
        expect(toReadable(json, options)).toBe(writeAny(json, options));
      },
    ),
    { numRuns: 1000 },
  );
});
