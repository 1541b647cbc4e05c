import { describe, expect, it } from 'vitest';
import { formatKeyPath, hideValueInKey, parsePointer } from './key-path.ts';

describe('formatKeyPath', () => {
  it.each([
    [[], ''],
    [['targets', 'pets', 'upstreams', 0], 'targets.pets.upstreams[0]'],
    [['targets', 'pets', 'headers', 'X-API-Key'], 'targets.pets.headers.X-API-Key'],
    [['targets', 'a.b', '1'], 'targets["a.b"]["1"]'],
    [['targets', '__proto__'], 'targets.__proto__'],
  ])('%j is %s', (path, text) => {
    expect(formatKeyPath(path)).toBe(text);
  });
});

describe('parsePointer', () => {
  it('tells list places from names that look like numbers, and reads escapes', () => {
    const value = { list: [{ a: 1 }], map: { 0: { 'x/y~z': 1 } } };
    expect(parsePointer('/list/0/a', value)).toEqual(['list', 0, 'a']);
    expect(parsePointer('/map/0/x~1y~0z', value)).toEqual(['map', '0', 'x/y~z']);
    expect(parsePointer('', value)).toEqual([]);
  });
});

describe('hideValueInKey', () => {
  it.each([
    ['X-API-Key:hunter2', 'X-API-Key:[secret]'],
    ['X-API-Key=hunter2', 'X-API-Key=[secret]'],
    ['pets', 'pets'],
    [3, 3],
  ])('%j is shown as %j', (key, shown) => {
    expect(hideValueInKey(key)).toBe(shown);
  });
});
