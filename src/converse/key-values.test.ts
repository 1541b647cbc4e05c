// The grammar of typed arguments: a table of forms, what is refused, and that formatted arguments read back as they were.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKeyValues, startsWithKey } from './key-values.ts';

describe('parseKeyValues', () => {
  it.each([
    ['petId=10', [['petId', '10']]],
    [
      'a=1 b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1, b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      '  a=1\n\tb=2  ',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['ids=1,2,3', [['ids', '1,2,3']]],
    ['a=', [['a', '']]],
    ['a=""', [['a', '']]],
    [
      'a= b=2',
      [
        ['a', ''],
        ['b', '2'],
      ],
    ],
    [
      'key="two words" x=1',
      [
        ['key', 'two words'],
        ['x', '1'],
      ],
    ],
    ["key='two words'", [['key', 'two words']]],
    [
      "key='it\\'s' b=\"it's\"",
      [
        ['key', "it's"],
        ['b', "it's"],
      ],
    ],
    ['a="say \\"hi\\"\\n\\u00e9\\\\"', [['a', 'say "hi"\né\\']]],
    ['a="line\nbreak"', [['a', 'line\nbreak']]],
    [
      'tags=a tags=b',
      [
        ['tags', 'a'],
        ['tags', 'b'],
      ],
    ],
    [
      'o={"a": {"b": "}"}} l=[1, "]"]',
      [
        ['o', { a: { b: '}' } }],
        ['l', [1, ']']],
      ],
    ],
    ['id=9007199254740993', [['id', '9007199254740993']]],
    ['q=a=b', [['q', 'a=b']]],
    ['url=https://x.example.test/?a=1&b={c}', [['url', 'https://x.example.test/?a=1&b={c}']]],
    [
      'filter[name]=x $top=5 X-Request-ID=7 größe=1',
      [
        ['filter[name]', 'x'],
        ['$top', '5'],
        ['X-Request-ID', '7'],
        ['größe', '1'],
      ],
    ],
    [
      '__proto__=1 constructor=2',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
    ],
  ])('reads %j', (text, pairs) => {
    expect(parseKeyValues(text)).toEqual(pairs);
  });

  it.each([
    [
      'a=1,b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1,2,b=2',
      [
        ['a', '1,2'],
        ['b', '2'],
      ],
    ],
    ['a=1,c=2', [['a', '1,c=2']]],
    [
      'a="x",b=2',
      [
        ['a', 'x'],
        ['b', '2'],
      ],
    ],
    [
      "a=“two words” b={c: 'd',}",
      [
        ['a', 'two words'],
        ['b', { c: 'd' }],
      ],
    ],
  ])('with known keys reads %j', (text, pairs) => {
    expect(parseKeyValues(text, (name) => name === 'a' || name === 'b')).toEqual(pairs);
  });

  it('takes no time for many pairs in one word', () => {
    const start = performance.now();
    expect(parseKeyValues(`a=${',a='.repeat(250_000)}`, () => true)).toHaveLength(250_001);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('keeps the digits of numbers in JSON values', () => {
    expect(JSON.stringify(parseKeyValues('ids=[9007199254740993]'))).toBe('[["ids",[9007199254740993]]]');
  });

  it.each([
    ['a=1 and b=2', /expected key=value, found "and b=2"/],
    ['a="open', /not closed/],
    ["a='open", /not closed/],
    ['a={"b":1', /not closed/],
    ['a={"b":"}', /not closed/],
    ['a={b:c}', /not valid JSON/],
    ['a=[1,}', /not closed|not valid JSON/],
    ['a="x"y', /expected a space after the value of a/],
    ['a="\\q"', /unknown escape \\q/],
    ['=1', /expected key=value/],
  ])('refuses %j', (text, message) => {
    expect(() => parseKeyValues(text)).toThrow(message);
    expect(() => parseKeyValues(text)).toThrow(SyntaxError);
  });

  it('reads back what is formatted', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/);
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.jsonValue(), { minLength: 1 }),
      fc.dictionary(fc.string(), fc.jsonValue()),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value)), fc.constantFrom(' ', '\n', ', ', '  '), (pairs, gap) => {
        const line = pairs.map(([name, item]) => `${name}=${JSON.stringify(item)}`).join(gap);
        expect(JSON.stringify(parseKeyValues(line))).toBe(JSON.stringify(pairs));
      }),
    );
  });

  it('reads any bare word back', () => {
    const word = fc.stringMatching(/^[^\s"'{[,][^\s,]*$/);
    fc.assert(
      fc.property(word, (item) => {
        expect(parseKeyValues(`a=${item} b=1`)).toEqual([
          ['a', item],
          ['b', '1'],
        ]);
      }),
    );
  });

  it('never fails in another way than SyntaxError', () => {
    const unit = fc.constantFrom('a', '=', '"', "'", '{', '}', '[', ']', ',', ' ', '\\', ':');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const outcome = attempt(() => parseKeyValues(text));
        expect(Array.isArray(outcome) || outcome instanceof SyntaxError).toBe(true);
      }),
    );
  });
});

describe('startsWithKey', () => {
  it.each([
    ['petId=10', true],
    ['filter[name]=x', true],
    ['petId', false],
    ['what is a=b', false],
    ['https://x.example.test/?a=1', false],
    ['=1', false],
    ['', false],
  ])('%j: %j', (text, expected) => {
    expect(startsWithKey(text)).toBe(expected);
  });
});

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
