// Names with dots, brackets and repetitions become nested arguments; a skill's own names win; contradictions are refused.

import { describe, expect, it } from 'vitest';
import { toArgumentTree } from './argument-tree.ts';

describe('toArgumentTree', () => {
  it.each([
    [[['a', '1']], { a: '1' }],
    [
      [
        ['a', '1'],
        ['a', '2'],
      ],
      { a: ['1', '2'] },
    ],
    [[['a[]', '1']], { a: ['1'] }],
    [
      [
        ['a.b', '1'],
        ['a.c.d', '2'],
      ],
      { a: { b: '1', c: { d: '2' } } },
    ],
    [
      [
        ['a[b]', '1'],
        ['a[c][d]', '2'],
      ],
      { a: { b: '1', c: { d: '2' } } },
    ],
    [[['own.name', '1']], { 'own.name': '1' }],
    [[['own.name.x', '1']], { 'own.name': { x: '1' } }],
    [[['own[]', '1']], { 'own[]': '1' }],
    [
      [
        ['a..b', '1'],
        ['.x', '2'],
      ],
      { 'a..b': '1', '.x': '2' },
    ],
    [
      [
        ['a', { b: 1 }],
        ['a', [2]],
      ],
      { a: [{ b: 1 }, [2]] },
    ],
  ] as const)('%j', (pairs, expected) => {
    expect(toArgumentTree(pairs, new Set(['own.name', 'own[]']))).toEqual(expected);
  });

  it('takes prototype names as names', () => {
    const tree = toArgumentTree(
      [
        ['__proto__', '1'],
        ['constructor.prototype.x', '2'],
        ['a.__proto__.y', '3'],
      ],
      new Set(),
    );
    expect(JSON.stringify(tree)).toBe(
      '{"__proto__":"1","constructor":{"prototype":{"x":"2"}},"a":{"__proto__":{"y":"3"}}}',
    );
    expect(({} as Record<string, unknown>)['y']).toBeUndefined();
  });

  it.each([
    [
      [
        ['a', '1'],
        ['a.b', '2'],
      ],
      /"a" is given both/,
    ],
    [
      [
        ['a.b', '1'],
        ['a', '2'],
      ],
      /"a" is given both/,
    ],
    [
      [
        ['a', { b: 1 }],
        ['a.c', '2'],
      ],
      /"a" is given both/,
    ],
    [[[Array(20).fill('x').join('.'), '1']], /nested more than 16/],
  ] as const)('refuses %j', (pairs, message) => {
    expect(() => toArgumentTree(pairs, new Set())).toThrow(message);
  });
});
