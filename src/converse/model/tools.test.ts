import { describe, expect, it } from 'vitest';
import { createHttpSkill } from '../../../test/support/http-skill.ts';
import { buildTools } from './tools.ts';

const words = 'Finds what is wanted. '.repeat(60);
const wide = createHttpSkill({
  id: 'search',
  arguments: Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`field${at}`, ['query', { type: 'string', description: words }] as const]),
  ),
});

describe('the tools', () => {
  it('have the words of the skill, without the signature that the schema repeats', () => {
    const skill = {
      ...createHttpSkill({ id: 'getPet', route: 'GET /pets/{petId}' }),
      description: 'A pet.\nInput: {petId: integer}',
    };
    const { definitions, skills } = buildTools([skill], 10_000);
    expect(definitions.map((tool) => tool.function.description)).toEqual(['A pet. (GET /pets/{petId})']);
    expect(skills.get('getPet')).toBe(skill);
  });

  it('name the route once', () => {
    const skill = { ...createHttpSkill({ id: 'a', route: 'GET /a' }), description: 'GET /a\nInput: {}' };
    expect(buildTools([skill], 10_000).definitions[0]?.function.description).toBe('GET /a');
  });

  it('have names that begin as servers want it', () => {
    const one = createHttpSkill({ id: '2fa_reset' });
    const long = createHttpSkill({ id: `-${'x'.repeat(63)}` });
    const { skills } = buildTools([one, long], 10_000);
    expect([...skills.keys()]).toEqual(['_2fa_reset', `_-${'x'.repeat(62)}`]);
    expect([...skills.values()]).toEqual([one, long]);
  });

  it('are eight at most, the first ones', () => {
    const many = Array.from({ length: 12 }, (_, at) => createHttpSkill({ id: `s${at}` }));
    expect([...buildTools(many, 100_000).skills.values()]).toEqual(many.slice(0, 8));
  });

  it('do not offer one name twice', () => {
    const twice = [createHttpSkill({ id: '1' }), createHttpSkill({ id: '_1' })];
    expect([...buildTools(twice, 10_000).skills.values()]).toEqual([twice[0]]);
  });

  it.each([9_000, 4_000, 2_000, 1_000, 600])(
    'fit into %i bytes, and what is small leaves its room to the others',
    (room) => {
      const small = createHttpSkill({ id: 'small' });
      const { definitions } = buildTools([small, wide, wide, small], room);
      expect(JSON.stringify(definitions).length).toBeLessThanOrEqual(room + 50);
      expect(definitions[0]?.function.name).toBe('small');
    },
  );

  it('of no room are none', () => {
    expect(buildTools([wide], 150).definitions).toEqual([]);
    expect(buildTools([wide], -5).definitions).toEqual([]);
  });
});
