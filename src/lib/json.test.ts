import { assert, bigInt, constantFrom, jsonValue, nat, property, record, tuple, uniqueArray, uuid } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeJson, isJsonObject, isRawNumber, parseJson, stringifyJson } from './json.ts';

describe('parseJson and stringifyJson', () => {
  it.each([
    '9007199254740993',
    '{"id":9007199254740993,"n":1}',
    '[123456789012345678901234567890]',
    '0.1234567890123456789',
    '100000000000000000000000',
    '-9223372036854775808',
    '1e400',
  ])('keeps the digits of %s', (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it.each(['1.5', '1e3', '0.1', '12345', '-0.5e-7', '9007199254740992', '1.10'])(
    'reads %s as an ordinary number',
    (text) => {
      expect(parseJson(`[${text}]`)).toEqual([Number(text)]);
    },
  );

  it('gives back every value that JSON can hold', () => {
    assert(
      property(jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(stringifyJson(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('keeps integers of any length', () => {
    assert(
      property(bigInt(), (number) => {
        expect(stringifyJson(parseJson(String(number)))).toBe(String(number));
      }),
    );
  });

  it('keeps digits wherever a number may stand, beside ids that look like numbers', () => {
    const spaces = constantFrom('', ' ', '\n', '\r\n', '\t\t');
    const number = tuple(
      constantFrom('', '-'),
      nat({ max: 10 ** 15 }),
      constantFrom('', '.5', '.123456789', 'e400'),
    ).map(([sign, digits, rest]) => `${sign}9${String(digits).padStart(16, '1')}${rest}`);
    const entry = record({ id: uuid(), before: spaces, number, after: spaces });
    assert(
      property(uniqueArray(entry, { selector: ({ id }) => id, minLength: 1 }), (entries) => {
        const spaced = entries.map(({ before, number: digits, after }) => `${before}${digits}${after}`);
        const list = parseJson(`[0,${spaced.join(',')}]`);
        const object = parseJson(`{${entries.map(({ id }, at) => `"${id}":${spaced[at]}`).join(',')}}`);
        expect(stringifyJson(list)).toBe(`[0,${entries.map(({ number: digits }) => digits).join(',')}]`);
        expect(stringifyJson(object)).toBe(
          `{${entries.map(({ id, number: digits }) => `"${id}":${digits}`).join(',')}}`,
        );
        expect(spaced.map((text) => stringifyJson(parseJson(text)))).toEqual(
          entries.map(({ number: digits }) => digits),
        );
      }),
    );
  });

  it('reads __proto__ as an ordinary key', () => {
    const value = parseJson('{"__proto__":{"admin":true},"long":12345678901234567890}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'long']);
    expect('admin' in value).toBe(false);
  });

  it.each(['', '{', '{"a":}', 'nul', '01'])('refuses %j', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

describe('guards and words', () => {
  it('tells objects from arrays, null and raw numbers', () => {
    expect([{}, [], null, 'x', parseJson('12345678901234567890')].map(isJsonObject)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(isRawNumber(parseJson('12345678901234567890'))).toBe(true);
  });

  it.each([
    [null, 'null'],
    [[1, 2], 'array of 2'],
    ['abc', 'string "abc"'],
    [5, 'number 5'],
    [{}, 'object'],
    [undefined, 'nothing'],
    [parseJson('12345678901234567890'), 'number 12345678901234567890'],
  ])('describes %j as %s', (value, text) => {
    expect(describeJson(value)).toBe(text);
  });
});
