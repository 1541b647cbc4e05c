import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFields, selectFields } from './fields.ts';

describe('parseFields', () => {
  it.each<[unknown, readonly string[] | undefined]>([
    ['id', ['id']],
    [' id, owner.name ,id', ['id', 'owner.name']],
    [
      ['id', 'owner.name,status'],
      ['id', 'owner.name', 'status'],
    ],
    ['items[].id,tags.*.name', ['items.id', 'tags.name']],
    ['', undefined],
    ['id,', undefined],
    [[], undefined],
    [['id', 5], undefined],
    [{ id: true }, undefined],
    [undefined, undefined],
    ['x'.repeat(201), undefined],
    [Array.from({ length: 101 }, (_, at) => `f${at}`).join(','), undefined],
  ])('of %j is %j', (value, fields) => {
    expect(parseFields(value)).toEqual(fields);
  });
});

describe('selectFields', () => {
  const select = (json: string, fields: string) => selectFields(json, parseFields(fields) ?? []);
  const json = (text: string, ...unknown: string[]) => ({ json: text, unknown });

  it.each<[string, string, string, ReturnType<typeof json>]>([
    ['fields in the order of the answer', '{"b":1,"a":2,"c":3}', 'a,b', json('{"b":1,"a":2}')],
    [
      'digits as they are written',
      '{"n":9007199254740993,"p":1.50,"x":1}',
      'n,p',
      json('{"n":9007199254740993,"p":1.50}'),
    ],
    ['fields of fields', '{"o":{"a":1,"b":2},"c":3}', 'o.a', json('{"o":{"a":1}}')],
    ['of each item of a list', '[{"a":1,"b":2},{"b":3}]', 'a', json('[{"a":1},{}]')],
    ['through lists without an index', '{"l":[{"a":1,"b":2}],"c":3}', 'l.a', json('{"l":[{"a":1}]}')],
    ['a list of scalars as it is', '[1,2]', 'a', json('[1,2]')],
    ['null for what has nothing below', '[{"o":null,"b":1},{"o":{"a":1}}]', 'o.a', json('[{"o":null},{"o":{"a":1}}]')],
    ['names with dots in them', '{"a.b":{"c":1},"d":2}', 'a.b.c', json('{"a.b":{"c":1}}')],
    ['__proto__ like any other', '{"__proto__":{"a":1},"b":2}', '__proto__.a', json('{"__proto__":{"a":1}}')],
    [
      'what a wrapper says beside its items',
      '{"items":[{"a":1,"b":2}],"total":9}',
      'a',
      json('{"items":[{"a":1}],"total":9}'),
    ],
    [
      'what of a wrapper is named, too',
      '{"items":[{"a":1,"b":2}],"total":9,"next":"x"}',
      'a,total',
      json('{"items":[{"a":1}],"total":9}'),
    ],
    ['its own field before one of its items', '{"id":1,"items":[{"id":2}]}', 'id', json('{"id":1}')],
    [
      'items of a wrapper in a wrapper',
      '{"data":{"items":[{"a":1,"b":2}],"n":1},"ok":true}',
      'a',
      json('{"data":{"items":[{"a":1}],"n":1},"ok":true}'),
    ],
    ['all but the unknown', '{"a":1,"b":2}', 'a,x,y.z', json('{"a":1}', 'x', 'y.z')],
    ['everything when nothing is known', '{"a":1,"b":2}', 'x', json('{"a":1,"b":2}', 'x')],
    ['unknown of items', '{"items":[{"a":1,"b":2}]}', 'a,x', json('{"items":[{"a":1}]}', 'x')],
    ['unknown below a scalar', '{"a":"t","b":2}', 'a.c,b', json('{"b":2}', 'a.c')],
    ['nothing unknown of an empty list', '[]', 'a', json('[]')],
    ['a scalar', '5', 'a', json('5')],
  ])('gives %s', (_name, text, fields, expected) => {
    expect(select(text, fields)).toEqual(expected);
  });

  it('survives any nesting', () => {
    const deep = `${'['.repeat(100_000)}{"a":1}${']'.repeat(100_000)}`;
    expect(select(deep, 'a').json).toBe(deep);
  });

  it('is valid JSON and a subset of the answer', () => {
    const isSubset = (part: unknown, whole: unknown): boolean => {
      if (Array.isArray(part))
        return (
          Array.isArray(whole) && part.length === whole.length && part.every((item, at) => isSubset(item, whole[at]))
        );
      if (typeof part !== 'object' || part === null) return Object.is(part, whole);
      return Object.entries(part).every(
        ([name, value]) =>
          Object.hasOwn(whole as object, name) && isSubset(value, (whole as Record<string, unknown>)[name]),
      );
    };
    const key = fc.constantFrom('a', 'b', 'c', 'a.b', '__proto__');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 5 }, fc.constantFrom(null, 1, 'x', true), tie('list'), tie('object')),
      list: fc.array(tie('tree'), { maxLength: 4 }),
      object: fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    }));
    const field = fc
      .array(fc.constantFrom('a', 'b', 'c', '__proto__'), { minLength: 1, maxLength: 3 })
      .map((names) => names.join('.'));
    fc.assert(
      fc.property(tree, fc.array(field, { minLength: 1, maxLength: 4 }), (value, fields) => {
        const selected = selectFields(JSON.stringify(value), fields);
        expect(isSubset(JSON.parse(selected.json), JSON.parse(JSON.stringify(value)))).toBe(true);
        expect(fields).toEqual(expect.arrayContaining([...selected.unknown]));
      }),
    );
  });
});
