import { describe, expect, it } from 'vitest';
import { chooseDialect, dialectOfVersion } from './dialect.ts';
import { methods } from './methods.ts';

const kindParts = { message: { parts: [{ kind: 'data', data: {} }] } };
const v1Parts = { message: { parts: [{ data: {} }] } };

describe('the dialect of a request (A2A 1.0 §3.6.2)', () => {
  it.each([
    ['SendMessage', '1.0', v1Parts, '1.0'],
    ['SendMessage', ' 1.0.9 ', v1Parts, '1.0'],
    ['SendMessage', '', v1Parts, '1.0'],
    ['SendMessage', '0.3', v1Parts, '1.0'],
    ['SendMessage', '', kindParts, 'calculator'],
    ['SendStreamingMessage', '', kindParts, 'calculator'],
    ['SendMessage', '1.0', kindParts, '1.0'],
    ['SendMessage', '0.3', kindParts, '1.0'],
    ['SendMessage', '', { message: { parts: 'x' } }, '1.0'],
    ['SendMessage', '', undefined, '1.0'],
    ['GetTask', '', kindParts, '1.0'],
    ['message/send', '', kindParts, '0.3'],
    ['message/send', '0.3', kindParts, '0.3'],
    ['message/send', '0.3.0', kindParts, '0.3'],
  ])('%s with version %j', (method, version, params, dialect) => {
    expect(chooseDialect({ method, version, params }).dialect).toBe(dialect);
  });

  it.each([
    ['SendMessage', '1.1', 'version_not_supported'],
    ['SendMessage', '0.2', 'version_not_supported'],
    ['SendMessage', '1', 'version_not_supported'],
    ['SendMessage', '1.0, 1.0', 'version_not_supported'],
    ['nope', '2.0', 'version_not_supported'],
    ['nope', '', 'method_not_found'],
    ['toString', '1.0', 'method_not_found'],
    ['message/send', '1.0', 'method_not_found'],
  ])('%s with version %j is %s', (method, version, code) => {
    expect(() => chooseDialect({ method, version, params: {} })).toThrow(expect.objectContaining({ code }));
  });

  it('is told from the version alone when the request tells nothing', () => {
    expect(['', '0.3', '0.3.1', '1.0', '9.9', 'x'].map(dialectOfVersion)).toEqual([
      '0.3',
      '0.3',
      '0.3',
      '1.0',
      '1.0',
      '1.0',
    ]);
  });
});

describe('the table of methods', () => {
  it('has each name once, 1.0 names without and 0.3 names with a slash', () => {
    const names = methods.flatMap(({ v1, v03 }) => [v1, ...v03]);
    expect(new Set(names).size).toBe(names.length);
    expect(methods.every(({ v1, v03 }) => /^[A-Z]\w+$/.test(v1) && v03.every((name) => name.includes('/')))).toBe(true);
  });
});
