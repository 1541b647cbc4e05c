import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParameterStyle } from '../../spec/operation.ts';
import { UnsendableValue } from '../invalid-arguments.ts';
import { encodeReserved, encodeValue } from './percent.ts';
import { compileStyle } from './style.ts';

const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

function write(style: ParameterStyle, explode: boolean, value: unknown): string | undefined {
  return compileStyle({ name: 'color', field: 'color', style, explode, encode: encodeValue, encodeName: encodeValue })(
    value,
  );
}

describe('parameter styles (OAS 3.1.1 §4.8.12.4, style examples)', () => {
  it.each<[ParameterStyle, boolean, string, string, string, string]>([
    ['matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
    ['matrix', true, ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
    ['label', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
    ['label', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
    ['simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
    ['simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
    ['form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
    ['form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
    [
      'spaceDelimited',
      false,
      'color=',
      'color=blue',
      'color=blue%20black%20brown',
      'color=R%20100%20G%20200%20B%20150',
    ],
    ['pipeDelimited', false, 'color=', 'color=blue', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
    ['tabDelimited', false, 'color=', 'color=blue', 'color=blue%09black%09brown', 'color=R%09100%09G%09200%09B%09150'],
    ['pipeDelimited', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
    [
      'deepObject',
      true,
      'color=',
      'color=blue',
      'color=blue&color=black&color=brown',
      'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
    ],
  ])('%s, explode %s', (style, explode, empty, text, array, members) => {
    expect(['', 'blue', list, object].map((value) => write(style, explode, value))).toEqual([
      empty,
      text,
      array,
      members,
    ]);
  });

  it.each<[ParameterStyle, boolean]>([
    ['form', true],
    ['form', false],
    ['simple', false],
    ['pipeDelimited', false],
    ['deepObject', true],
  ])(
    '%s, explode %s sends nothing for null, an empty list and an empty object, and skips null members',
    (style, explode) => {
      for (const value of [undefined, null, [], {}, [null], { a: null }])
        expect(write(style, explode, value)).toBeUndefined();
      expect(write(style, explode, ['a', null])).toBe(write(style, explode, ['a']));
    },
  );

  it('spells numbers and booleans as JSON does, raw digits kept', () => {
    expect(write('form', true, [1e21, -0.5, true, JSON.rawJSON('9007199254740993')])).toBe(
      'color=1e%2B21&color=-0.5&color=true&color=9007199254740993',
    );
  });

  it('writes what has no spelling as JSON text', () => {
    expect(write('form', true, [{ a: 1 }])).toBe('color=%7B%22a%22%3A1%7D');
  });

  it('goes on with brackets in deeper objects', () => {
    const value = { range: { from: 1, to: 2 }, tags: ['a', 'b'], lines: [{ sku: 'x' }] };
    expect(decodeURIComponent(write('deepObject', true, value) ?? '')).toBe(
      'color[range][from]=1&color[range][to]=2&color[tags]=a&color[tags]=b&color[lines][0][sku]=x',
    );
  });

  it('keeps reserved characters of a value, never of a list separator', () => {
    const write = compileStyle({
      name: 'a',
      field: 'a',
      style: 'form',
      explode: false,
      encode: encodeReserved,
      encodeName: encodeValue,
    });
    expect(write(['x/y', 'p,q'])).toBe('a=x/y,p%2Cq');
  });

  it.each<[ParameterStyle, string]>([
    ['spaceDelimited', 'new york'],
    ['pipeDelimited', 'a|b'],
    ['tabDelimited', 'a\tb'],
  ])('%s refuses an item that holds the delimiter', (style, item) => {
    expect(() => write(style, false, ['x', item])).toThrow(UnsendableValue);
  });
});

// What a server does that follows the specification: split first, then decode. Written independently of the serialiser.
const decode = decodeURIComponent;
const pairsOf = (text: string, separator: string): [string, string][] =>
  text.split(separator).map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
  });
const evenly = (items: string[]): [string, string][] =>
  Array.from({ length: items.length / 2 }, (_, at) => [items[at * 2] ?? '', items[at * 2 + 1] ?? '']);

interface Reader {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly list: (text: string) => string[];
  readonly object: (text: string) => [string, string][];
  /** Characters that the style cannot tell from its own signs. */
  readonly without?: RegExp;
}

const items = (text: string, delimiter: string): string[] => text.split(delimiter).map(decode);
const afterName = (text: string): string => (text.includes('=') ? text.slice(text.indexOf('=') + 1) : '');
const values = (text: string, separator: string): string[] => pairsOf(text, separator).map(([, value]) => value);
const delimited = (style: ParameterStyle, delimiter: string, without: RegExp): Reader => ({
  style,
  explode: false,
  list: (text) => items(afterName(text), delimiter),
  object: (text) => evenly(items(afterName(text), delimiter)),
  without,
});

const readers: readonly Reader[] = [
  { style: 'simple', explode: false, list: (text) => items(text, ','), object: (text) => evenly(items(text, ',')) },
  { style: 'simple', explode: true, list: (text) => items(text, ','), object: (text) => pairsOf(text, ',') },
  {
    style: 'label',
    explode: false,
    list: (text) => items(text.slice(1), ','),
    object: (text) => evenly(items(text.slice(1), ',')),
  },
  {
    style: 'label',
    explode: true,
    list: (text) => items(text.slice(1), '.'),
    object: (text) => pairsOf(text.slice(1), '.'),
    without: /\./,
  },
  // `;v` is one empty item: a name without a sign.
  { ...delimited('matrix', ',', /^$/) },
  {
    style: 'matrix',
    explode: true,
    list: (text) => values(text.slice(1), ';'),
    object: (text) => pairsOf(text.slice(1), ';'),
  },
  delimited('form', ',', /^$/),
  { style: 'form', explode: true, list: (text) => values(text, '&'), object: (text) => pairsOf(text, '&') },
  delimited('spaceDelimited', '%20', / /),
  delimited('pipeDelimited', '%7C', /\|/),
  delimited('tabDelimited', '%09', /\t/),
  {
    style: 'deepObject',
    explode: true,
    list: (text) => values(text, '&'),
    object: (text) => pairsOf(text, '&').map(([key, value]) => [key.slice('a b&'.length + 1, -1), value]),
  },
];

describe.each(readers)('what $style, explode $explode sends', ({ style, explode, list, object, without }) => {
  const write = compileStyle({
    name: 'a b&',
    field: 'a',
    style,
    explode,
    encode: encodeValue,
    encodeName: encodeValue,
  });
  const text = fc.string({ unit: 'grapheme' }).filter((one) => without === undefined || !without.test(one));

  it('parses back to a list', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (value) => {
        expect(list(write(value) ?? '')).toEqual(value);
      }),
    );
  });

  it('parses back to an object', () => {
    const members = fc.uniqueArray(fc.tuple(text, text), { minLength: 1, selector: ([key]) => key });
    const own = members.filter((pairs) => pairs.every(([key]) => key !== '__proto__' && !/^\d+$/.test(key)));
    fc.assert(
      fc.property(own, (value) => {
        expect(object(write(Object.fromEntries(value)) ?? '')).toEqual(value);
      }),
    );
  });

  it('parses back to one value, encoded once', () => {
    const unnamed = style === 'simple' || style === 'label';
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const sent = write(value) ?? '';
        expect(sent).toMatch(/^[A-Za-z0-9._~,;=%-]*$/);
        const bare = unnamed ? sent.slice(style === 'label' ? 1 : 0) : sent.slice(sent.indexOf('=') + 1 || sent.length);
        expect(decode(bare)).toBe(value);
      }),
    );
  });
});
