// Bare data finds the few skills that its keys allow, however many skills there are.

import { describe, expect, it } from 'vitest';
import { createSkill, type ArgumentSketch } from '../../test/support/skills.ts';
import { createDataIndex } from './data-index.ts';

const id: ArgumentSketch = ['path!', { type: 'integer' }];
const optional: ArgumentSketch = ['query', { type: 'integer' }];

const proto: readonly (readonly [string, ArgumentSketch])[] = [
  ['__proto__', ['query!', true]],
  ['constructor', ['query!', true]],
];

const skills = [
  createSkill({ id: 'get', arguments: { petId: id } }),
  createSkill({ id: 'find', arguments: { limit: optional, petId: optional } }),
  createSkill({ id: 'remove', route: 'DELETE /pets/{petId}', arguments: { petId: id, force: optional } }),
  createSkill({
    id: 'search',
    route: 'POST /search',
    readOnly: true,
    extras: true,
    arguments: { term: ['field!', true], size: ['field', true] },
  }),
  createSkill({ id: 'query', route: 'POST /query', readOnly: true, body: { required: true } }),
  createSkill({ id: 'aliased', arguments: { page_size: ['query!', true, 'page size'] } }),
  createSkill({ id: 'proto', arguments: Object.fromEntries(proto) }),
];

describe('createDataIndex', () => {
  const index = createDataIndex(skills);
  it.each([
    ['{"petId":1}', ['get', 'find']],
    ['{"petId":1,"limit":2}', ['find']],
    ['{"petId":1,"force":2}', []],
    ['{"term":"x","anything":1}', ['search']],
    ['{"body":{"term":"x"}}', ['query', 'search']],
    ['{"size":1}', []],
    ['{"page size":1}', ['aliased']],
    ['{"page_size":1}', ['aliased']],
    ['{}', ['find']],
    ['{"toString":1}', []],
    ['{"constructor":1}', []],
  ])('candidates for %s', (data, ids) => {
    const { skills: found, isComplete } = index.candidates(JSON.parse(data) as Record<string, unknown>, 8);
    expect(found.map((skill) => skill.id)).toEqual(ids);
    expect(isComplete).toBe(true);
  });

  it('names the nearest of every kind, by shared keys less missing ones', () => {
    expect(index.nearest({ petId: 1, force: 1 }, 5).map((skill) => skill.id)).toEqual(['remove', 'get', 'find']);
    expect(index.nearest({ other: 1 }, 5)).toEqual([]);
  });

  it('looks at few of many skills and says so', () => {
    const many = Array.from({ length: 5000 }, (_, at) => createSkill({ id: `s${at}`, arguments: { id } }));
    const { skills: found, isComplete } = createDataIndex(many).candidates({ id: 1 }, 8);
    expect(found).toHaveLength(8);
    expect(isComplete).toBe(false);
  });
});
