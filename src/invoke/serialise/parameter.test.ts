import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../spec/operation.ts';
import { UnsendableValue } from '../invalid-arguments.ts';
import { compileParameter } from './parameter.ts';

function write(given: Partial<Parameter> & Pick<Parameter, 'in'>, value: unknown): string | undefined {
  const style = given.in === 'path' || given.in === 'header' ? 'simple' : 'form';
  const parameter: Parameter = {
    name: 'filter',
    required: false,
    description: '',
    deprecated: false,
    style,
    explode: style === 'form',
    allowReserved: false,
    schema: undefined,
    examples: [],
    ...given,
  };
  return compileParameter(parameter, 'filter')(value);
}

describe('parameters by place', () => {
  it.each<[Partial<Parameter> & Pick<Parameter, 'in'>, unknown, string | undefined]>([
    [{ in: 'query', name: 'page[size]' }, 20, 'page%5Bsize%5D=20'],
    [{ in: 'query', name: 'a/b', allowReserved: true }, 'a/b', 'a%2Fb=a/b'],
    [{ in: 'header' }, ['a', 'b'], 'a,b'],
    [{ in: 'header' }, true, 'true'],
    [{ in: 'header' }, '50% é', '50% é'],
    [{ in: 'header' }, '', ''],
    [{ in: 'header', explode: true }, { a: 1, b: 2 }, 'a=1,b=2'],
    [{ in: 'header' }, null, undefined],
    [{ in: 'cookie' }, 'a b', 'filter=a%20b'],
    [{ in: 'cookie' }, ['a', 'b'], 'filter=a; filter=b'],
    [{ in: 'cookie', explode: false }, ['a', 'b,c'], 'filter=a,b%2Cc'],
    [
      { in: 'query', mediaType: 'application/json' },
      { type: 'lamp', max: 3 },
      'filter=%7B%22type%22%3A%22lamp%22%2C%22max%22%3A3%7D',
    ],
    [{ in: 'query', mediaType: 'application/json' }, 'x', 'filter=%22x%22'],
    [{ in: 'query', mediaType: 'application/json' }, null, 'filter=null'],
    [{ in: 'query', mediaType: 'application/json' }, undefined, undefined],
    [{ in: 'query', mediaType: 'text/plain' }, 'x y', 'filter=x%20y'],
    [
      { in: 'query', mediaType: 'application/x-www-form-urlencoded' },
      { a: 'x y', b: ['1', '2'] },
      'filter=a%3Dx%2By%26b%3D1%26b%3D2',
    ],
    [{ in: 'header', mediaType: 'application/x-www-form-urlencoded; charset=utf-8' }, { a: 'ü' }, 'a=%C3%BC'],
    [{ in: 'path', mediaType: 'application/json' }, ['a/b'], '%5B%22a%2Fb%22%5D'],
    [{ in: 'header', mediaType: 'application/json' }, { a: 'ü\n' }, String.raw`{"a":"\u00fc\n"}`],
    [{ in: 'cookie', mediaType: 'application/json' }, { a: 1 }, 'filter={%22a%22:1}'],
  ])('%j writes %j as %j', (parameter, value, text) => expect(write(parameter, value)).toBe(text));

  it.each<[Parameter['in'], unknown]>([
    ['header', 'a\r\nX-Admin: 1'],
    ['header', 'a\0'],
    ['header', '灯'],
    ['header', ['a,b', 'c']],
    ['cookie', 'a\r\nSet-Cookie: x'],
  ])('a %s refuses %j by name', (place, value) => {
    expect(() => write({ in: place }, value)).toThrow(UnsendableValue);
    expect(() => write({ in: place }, value)).toThrow(/^filter: /);
  });
});
