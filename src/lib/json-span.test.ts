import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsOf, kindOf, membersOf, rawOf, stringOf, toSpan } from './json-span.ts';

describe('a span of JSON', () => {
  it.each<[string, string]>([
    ['{}', 'object'],
    [' [1] ', 'array'],
    ['"a"', 'string'],
    ['-1.50e3', 'number'],
    ['true', 'boolean'],
    ['false', 'boolean'],
    ['null', 'null'],
  ])('%s is of the kind %s', (json, kind) => {
    expect(kindOf(toSpan(json))).toBe(kind);
  });

  it('has members as they are written, in order, the same name twice', () => {
    const { entries, count } = membersOf(toSpan(' { "b" : 1.50 , "1":[ 2,{"x":"}"}], "a\\"b":"\\\\", "b":null } '));
    expect(count).toBe(4);
    expect(entries.map(({ name, key, value }) => [name, rawOf(key), rawOf(value)])).toEqual([
      ['b', '"b"', '1.50'],
      ['1', '"1"', '[ 2,{"x":"}"}]'],
      ['a"b', '"a\\"b"', '"\\\\"'],
      ['b', '"b"', 'null'],
    ]);
  });

  it('gives the first entries, and counts the others up to the horizon', () => {
    const json = JSON.stringify(Array.from({ length: 100 }, (_, at) => at));
    expect(itemsOf(toSpan(json), 3)).toMatchObject({ entries: { length: 3 }, count: 100 });
    expect(itemsOf(toSpan(json, 50), 3)).toMatchObject({ entries: { length: 3 }, count: undefined });
    expect(membersOf(toSpan(json))).toEqual({ entries: [], count: 0 });
  });

  it('has so much of a long string as is asked for, and no half of an escape', () => {
    const span = toSpan(JSON.stringify('ab"c\u0001def'));
    expect(stringOf(span)).toBe('ab"c\u0001def');
    expect(Array.from({ length: 12 }, (_, longest) => stringOf(span, longest))).toEqual([
      '',
      'a',
      'ab',
      'ab',
      'ab"',
      'ab"c',
      'ab"c',
      'ab"c',
      'ab"c',
      'ab"c',
      'ab"c',
      'ab"c\u0001',
    ]);
  });

  it('survives a nesting that no parser takes', () => {
    const json = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(itemsOf(toSpan(json)).count).toBe(1);
  });

  it('comes to an end with text that is no JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', ' ', 'a', '1') }),
        (text) => {
          const span = toSpan(text);
          expect(() => [membersOf(span), itemsOf(span), stringOf(span), kindOf(span)]).not.toThrow();
        },
      ),
    );
  });

  it('is what a parser reads', () => {
    const read = (span: ReturnType<typeof toSpan>): unknown => {
      switch (kindOf(span)) {
        case 'array':
          return itemsOf(span).entries.map(read);
        case 'object':
          return Object.fromEntries(membersOf(span).entries.map(({ name, value }) => [name, read(value)]));
        case 'string':
          return stringOf(span);
        default:
          return JSON.parse(rawOf(span));
      }
    };
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), undefined, indent);
        expect(read(toSpan(text))).toEqual(JSON.parse(text));
      }),
    );
  });
});
