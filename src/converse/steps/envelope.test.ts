// Step 4: a data part that names the skill beside its arguments, in the spellings seen in the wild.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../../test/support/skills.ts';
import { createTurn, data, demoSkills, resolveTo, text } from '../../../test/support/turns.ts';

describe('an envelope', () => {
  const names = ['skill', 'skillId', 'skill_id', 'operationId', 'tool', 'name'];
  const keys = ['arguments', 'args', 'params', 'parameters', 'input'];
  it.each(names.flatMap((name) => keys.map((key) => [name, key] as const)))('{%s, %s}', (name, key) => {
    const expected = { skill: 'deletePet', args: { petId: 10 }, coerce: false, by: 'envelope' };
    expect(resolveTo(createTurn([data({ [name]: 'deletePet', [key]: { petId: 10 } })]))).toEqual(expected);
    expect(resolveTo(createTurn([data({ [key]: { petId: 10 }, [name]: 'deletePet' })]))).toEqual(expected);
  });

  it.each([
    [{ skill: 'listPets' }, {}],
    [{ skill: 'listPets', arguments: null }, {}],
    [{ skill: 'listPets', arguments: {} }, {}],
    [{ name: 'listPets', arguments: '' }, {}],
    [{ name: 'listPets', arguments: '{"limit":5}' }, { limit: 5 }],
    [{ skill: 'listPets', arguments: [5] }, [5]],
  ])('%j', (value, args) => {
    expect(resolveTo(createTurn([data(value)]))).toEqual({ skill: 'listPets', args, coerce: false, by: 'envelope' });
  });

  it('may have commentary beside it', () => {
    const parts = [text('the list, please'), data({ skill: 'listPets', arguments: {} })];
    expect(resolveTo(createTurn(parts))).toMatchObject({ skill: 'listPets', by: 'envelope' });
  });

  it('keeps long numbers in arguments that are text', () => {
    const { args } = resolveTo(createTurn([data({ name: 'deletePet', arguments: '{"petId":9007199254740993}' })]));
    expect(JSON.stringify(args)).toBe('{"petId":9007199254740993}');
  });

  it.each([
    [{ skill: 'deletePat', arguments: { petId: 10 } }, 'skill_not_found', 'message.parts[0].data.skill'],
    [{ tool: '__proto__', args: {} }, 'skill_not_found', 'message.parts[0].data.tool'],
    [{ name: 'deletePet', arguments: '{"petId":' }, 'invalid_arguments', 'message.parts[0].data.arguments'],
    [{ name: 'deletePet', arguments: '10' }, 'invalid_arguments', 'message.parts[0].data.arguments'],
    // None of these is an envelope: bare data that no skill takes.
    [{ skill: 5, arguments: {} }, 'skill_unresolved', 'message.parts[0]'],
    [{ skill: 'deletePet', arguments: {}, more: 1 }, 'skill_unresolved', 'message.parts[0]'],
    [{ name: 'Rex', arguments: {} }, 'skill_unresolved', 'message.parts[0]'],
    [{ name: 'deletePet' }, 'skill_unresolved', 'message.parts[0]'],
    [{ skill: 'unknown' }, 'skill_unresolved', 'message.parts[0]'],
  ])('%j is refused', (value, code, field) => {
    expect(resolveTo(createTurn([data(value)]))).toMatchObject({ code, fields: [field] });
  });

  it('is bare data when a skill takes it so and the name is unknown or stands alone', () => {
    const use = createSkill({ id: 'use', arguments: { tool: ['query!', { type: 'string' }], input: ['query', true] } });
    const skills = [...demoSkills, use];
    for (const value of [{ tool: 'hammer', input: 'wood' }, { tool: 'listPets' }]) {
      expect(resolveTo(createTurn([data(value)], { skills }))).toEqual({
        skill: 'use',
        args: value,
        coerce: false,
        by: 'schema',
      });
    }
    expect(resolveTo(createTurn([data({ tool: 'listPets', input: {} })], { skills }))).toMatchObject({
      skill: 'listPets',
    });
  });
});
