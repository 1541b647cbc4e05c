import { describe, expect, it } from 'vitest';
import { parseBoundedJson, TooDeep } from './bounded-json.ts';

const lists = (levels: number, inner = '1'): string => '['.repeat(levels) + inner + ']'.repeat(levels);
const objects = (levels: number, inner = '1'): string => '{"a":'.repeat(levels) + inner + '}'.repeat(levels);
const longNumber = '12345678901234567890';

describe('parseBoundedJson', () => {
  it.each([
    ['lists', lists(500)],
    ['objects', objects(500)],
    ['lists around a long number', lists(500, longNumber)],
    ['objects around a long number', objects(500, longNumber)],
    ['a long list', `[${'1,'.repeat(5_000)}1]`],
  ])('reads %s digit by digit', (_name, text) => {
    expect(JSON.stringify(parseBoundedJson(text))).toBe(text);
  });

  it.each([
    ['lists of one level more', lists(501)],
    ['objects of one level more', objects(501)],
    ['lists of one level more around a long number', lists(501, longNumber)],
    ['deep lists', lists(100_000)],
    ['deep objects', objects(100_000)],
    ['deep lists around a long number', lists(100_000, longNumber)],
    ['deep objects around a long number', objects(100_000, longNumber)],
    ['a deep value behind others', `{"first":1,"second":[2,${lists(100_000)}]}`],
  ])('refuses %s', (_name, text) => {
    expect(() => parseBoundedJson(text)).toThrow(TooDeep);
  });

  it.each(['', '{', '{"a":}', '[[[['])('says that %j is no JSON', (text) => {
    expect(() => parseBoundedJson(text)).toThrow(expect.objectContaining({ name: 'SyntaxError' }));
  });
});
