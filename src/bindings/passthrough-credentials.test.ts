import { describe, expect, it } from 'vitest';
import { addToCookie, addToQuery } from './passthrough-credentials.ts';

describe('credentials', () => {
  it.each([
    ['', [], ''],
    ['?a=1', [], '?a=1'],
    ['', ['key=k'], '?key=k'],
    ['?', ['key=k'], '?key=k'],
    ['?a=%20&&b', ['key=k'], '?a=%20&&b&key=k'],
    ['?key=mine&a=1&k%65y=mine&KEY=2', ['key=k'], '?a=1&KEY=2&key=k'],
    ['?%zz=1', ['key=k'], '?%zz=1&key=k'],
  ])('in the query %j', (search, pairs, expected) => {
    expect(addToQuery(search, pairs)).toBe(expected);
  });

  it.each([
    [undefined, [], undefined],
    ['a=1', [], 'a=1'],
    [undefined, ['s=k'], 's=k'],
    ['s=mine; a=1;s=again', ['s=k'], 'a=1; s=k'],
  ])('in the cookie %j', (cookie, pairs, expected) => {
    expect(addToCookie(cookie, pairs)).toBe(expected);
  });
});
