import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import type { Skill } from '../catalog/skill.ts';
import { parseSkillQuery, selectSkills } from './skill-query.ts';

const sketch = (id: string, name: string, tags: readonly string[]): Skill => ({ ...createSkill({ id, name }), tags });
const skills = [
  sketch('listPets', 'List pets', ['pets']),
  sketch('getPetById', 'Get a pet', ['pets', 'public']),
  sketch('listOrders', 'List orders', ['Orders']),
  ...Array.from({ length: 60 }, (_, at) => sketch(`getInvoice${at}`, `Get invoice ${at}`, ['invoices'])),
];
const select = (query: Record<string, unknown>) =>
  selectSkills(skills, parseSkillQuery(query)).map(({ skill }) => skill.id);

describe('a query of /skills', () => {
  it.each<[Record<string, unknown>, readonly string[]]>([
    [{ q: 'list pets', limit: '1' }, ['listPets']],
    [{ q: ' list pets ', limit: '1' }, ['listPets']],
    [{ tag: 'pets' }, ['listPets', 'getPetById']],
    [{ tag: 'orders' }, ['listOrders']],
    [{ tag: 'none' }, []],
    [{ q: 'list', tag: 'orders' }, ['listOrders']],
    [{ q: 'zebra' }, []],
    [{ limit: '2' }, ['listPets', 'getPetById']],
    [{ tag: 'pets', limit: '1' }, ['listPets']],
    [{ tag: 'constructor' }, []],
  ])('%j → %j', (query, ids) => {
    expect(select(query)).toEqual(ids);
  });

  it.each<[Record<string, unknown>, number]>([
    [{}, 63],
    [{ q: '' }, 63],
    [{ q: '  ', limit: '' }, 63],
    [{ other: 'x' }, 63],
    [{ q: 'invoice' }, 10],
    [{ q: 'invoice', limit: '50' }, 50],
  ])('%j finds %i', (query, count) => {
    expect(select(query)).toHaveLength(count);
  });

  it('has scores when words were searched for, best first', () => {
    const scores = selectSkills(skills, parseSkillQuery({ q: 'get pet' })).map(({ score }) => score ?? 0);
    expect(scores.length).toBeGreaterThan(1);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(selectSkills(skills, parseSkillQuery({}))[0]).not.toHaveProperty('score');
  });

  it.each<[Record<string, unknown>, string]>([
    [{ limit: '0' }, 'limit: expected an integer from 1 to 50, found "0".'],
    [{ limit: '51' }, 'limit: expected an integer from 1 to 50, found "51".'],
    [{ q: 'x', limit: 'many' }, 'limit: expected an integer from 1 to 50, found "many".'],
    [{ limit: '1.5' }, 'limit: expected an integer from 1 to 50, found "1.5".'],
    [{ limit: '-1' }, 'limit: expected an integer from 1 to 50, found "-1".'],
    [{ q: ['a', 'b'] }, 'q: expected one value, found 2.'],
  ])('%j is refused', (query, message) => {
    expect(() => parseSkillQuery(query)).toThrow(expect.objectContaining({ code: 'invalid_params', message }));
  });
});
