import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { createSkill } from '../../test/support/skills.ts';
import { compileNames, nameArguments } from './name-arguments.ts';

const skill = createSkill({
  id: 'listCalls',
  arguments: {
    page_size: ['query', true, 'page[size]'],
    path_id: ['path!', true, 'id'],
    query_id: ['query', true, 'id'],
    trace: ['header', true, 'X-Trace'],
    other: ['query', true, 'page_size'],
  },
  body: {},
});
const name = (args: unknown) => nameArguments(skill, compileNames(skill.input), args);

describe('names of arguments', () => {
  it.each([
    [{ page_size: 1 }, { page_size: 1 }],
    [{ 'page[size]': 1 }, { page_size: 1 }],
    [{ 'x-trace': 't' }, { trace: 't' }],
    [{ 'X-Trace': 't' }, { trace: 't' }],
    [{ id: 1 }, { id: 1 }],
    [{ body: {} }, { body: {} }],
    [{ unknown: 1 }, { unknown: 1 }],
    [undefined, {}],
  ])('%j becomes %j', (given, named) => expect({ ...name(given) }).toEqual(named));

  it('has no prototype: names of it are names', () => {
    const named = name(JSON.parse('{"__proto__":1}'));
    expect([Object.keys(named), named['constructor'], 'constructor' in named]).toEqual([
      ['__proto__'],
      undefined,
      false,
    ]);
  });

  it.each([[null], [[1]], ['x'], [5]])('refuses %j, which is no object', (given) => {
    expect(() => name(given)).toThrow(/expected an object, found/);
  });

  it('refuses an argument that is given under two names', () => {
    expect(() => name({ page_size: 1, 'page[size]': 2 })).toThrow(GatewayError);
    expect(() => name({ page_size: 1, 'page[size]': 2 })).toThrow('page_size: is given twice');
  });
});
