import { describe, expect, it } from 'vitest';
import { TooDeep } from '../../lib/bounded-json.ts';
import { parseJson } from '../../lib/json.ts';
import { isLargerThan, toCheckable } from './checkable.ts';

describe('arguments as a validator reads them', () => {
  it('returns a tree of plain JSON as it is', () => {
    const value = { a: [1, { b: null }], c: 'x' };
    expect(toCheckable(value, 'base64')).toBe(value);
  });

  it('reads raw numbers as doubles, and keeps names such as __proto__', () => {
    const value = parseJson('{"__proto__":{"id":9007199254740993},"list":[1,9007199254740993]}');
    expect(JSON.stringify(toCheckable(value, 'base64'))).toBe(
      '{"__proto__":{"id":9007199254740992},"list":[1,9007199254740992]}',
    );
    expect(JSON.stringify(value)).toContain('9007199254740993');
  });

  it('reads bytes as they are sent', () => {
    const value = { body: { bytes: Buffer.from([255, 0]) } };
    expect(toCheckable(value, 'base64')).toEqual({ body: '/wA=' });
    expect(toCheckable(value, 'latin1')).toEqual({ body: '\u00ff\0' });
  });

  it('refuses a tree that is too deep to recurse into', () => {
    expect(() => toCheckable(JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`), 'base64')).toThrow(TooDeep);
  });

  it('counts values up to a limit', () => {
    expect([isLargerThan([1, 2], 3), isLargerThan([1, 2], 2)]).toEqual([false, true]);
  });
});
