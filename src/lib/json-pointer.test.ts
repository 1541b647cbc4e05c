import { describe, expect, it } from 'vitest';
import { atPointer } from './json-pointer.ts';

// The example of RFC 6901 §5, and names that generators of documents write.
const root = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'm~n': 8, '~1': 5, 'Page«Lamp»': 3, 'x y': 4 };

describe('atPointer', () => {
  it.each([
    ['', root],
    ['/foo/0', 'bar'],
    ['/a~1b', 1],
    ['/c%25d', 2],
    ['/c%d', 2],
    ['/m~0n', 8],
    ['/~01', 5],
    ['/Page%C2%ABLamp%C2%BB', 3],
    ['/Page«Lamp»', 3],
    ['/x%20y', 4],
    ['/nothing', undefined],
    ['/foo/9', undefined],
    ['/constructor', undefined],
    ['/__proto__', undefined],
    ['foo', undefined],
  ])('%s', (pointer, value) => {
    expect(atPointer(root, pointer)).toEqual(value);
  });
});
