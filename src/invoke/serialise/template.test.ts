import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Parameter, ParameterStyle } from '../../spec/operation.ts';
import { UnsendableValue } from '../invalid-arguments.ts';
import { compileParameter } from './parameter.ts';
import { compileTemplate, type Arguments } from './template.ts';

function toParameter(name: string, style: ParameterStyle, explode = false): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    description: '',
    deprecated: false,
    style,
    explode,
    allowReserved: false,
    schema: undefined,
    examples: [],
  };
}

function compile(template: string, style: ParameterStyle = 'simple') {
  const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  return compileTemplate(
    template,
    new Map(names.map((key) => [key, { key, write: compileParameter(toParameter(key, style), key) }])),
  );
}

describe('path templates', () => {
  it.each<[string, Arguments, string]>([
    ['/{zone}/copies/{zone}', { zone: 'north' }, '/north/copies/north'],
    ['/jobs/{id}:cancel', { id: 'j 1' }, '/jobs/j%201:cancel'],
    ['/exports/{name}.{format}', { name: 'q1.v2', format: 'csv' }, '/exports/q1.v2.csv'],
    ['/files/{key}/meta', { key: '../../admin?x=1#f' }, '/files/..%2F..%2Fadmin%3Fx%3D1%23f/meta'],
    ['/files/{key}', { key: String.raw`..\x` }, '/files/..%5Cx'],
    ['/files/{key}', { key: '%2e%2e' }, '/files/%252e%252e'],
    ['/files/{key}', { key: '...' }, '/files/...'],
    ['/items/{ids}', { ids: [3, 4, 5] }, '/items/3,4,5'],
    ['/items/{id}', { id: 0 }, '/items/0'],
    ['/items/{id}', { id: JSON.rawJSON('9007199254740993') }, '/items/9007199254740993'],
    ['items/{on}', { on: false }, '/items/false'],
    ['/a b/{x}', { x: '1' }, '/a%20b/1'],
    ['/a/{unknown', {}, '/a/%7Bunknown'],
    ['/$count({x})', { x: "'a'" }, '/$count(%27a%27)'],
  ])('%s with %j is %s', (template, args, path) => expect(compile(template).path(args)).toBe(path));

  it.each<[string, Arguments]>([
    ['/files/{key}', { key: '..' }],
    ['/files/{key}/meta', { key: '.' }],
    ['/files/{a}{b}', { a: '.', b: '.' }],
    ['/files/.{a}', { a: '.' }],
    ['/files/{key}', { key: '' }],
    ['/files/{key}', { key: null }],
    ['/files/{key}', { key: [] }],
    ['/files/{key}', {}],
  ])('%s with %j is refused', (template, args) => expect(() => compile(template).path(args)).toThrow(UnsendableValue));

  it('names the argument that made the segment', () => {
    expect(() => compile('/a/{x}/{y}').path({ x: 'fine', y: '..' })).toThrow(/^y: /);
  });

  it.each<[ParameterStyle, string]>([
    ['label', '/x/.5'],
    ['matrix', '/x/;id=5'],
  ])('%s stands in the path as %s', (style, path) => expect(compile('/x/{id}', style).path({ id: 5 })).toBe(path));

  it('refuses a dot that the label style makes two of', () => {
    expect(() => compile('/x/{id}', 'label').path({ id: '.' })).toThrow(UnsendableValue);
  });

  it('keeps a fixed query and joins more to it', () => {
    const template = compile('/rpc?method=a b&id={id}');
    expect(template.path({ id: 'x&y' })).toBe('/rpc?method=a%20b&id=x%26y');
    expect([template.querySign, compile('/rpc').querySign, compile('/rpc?').querySign]).toEqual(['&', '?', '?']);
  });

  it('never lets a value leave its segment, and the value decodes back', () => {
    const template = compile('/a/{value}/z');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
        fc.pre(value !== '.' && value !== '..');
        const { pathname, search, hash } = new URL(template.path({ value }), 'https://api.example.test');
        const [, first, middle = '', last, ...more] = pathname.split('/');
        expect([first, decodeURIComponent(middle), last, more, search, hash]).toEqual(['a', value, 'z', [], '', '']);
      }),
    );
  });
});
