// Step 5: data without a name goes to the default skill, or to the only safe skill that accepts it.

import { describe, expect, it } from 'vitest';
import {
  createAccepts,
  createCheck,
  createLookup,
  createSkill,
  type ArgumentSketch,
} from '../../../test/support/skills.ts';
import { createTestResolver, createTurn, data, demoSkills, resolveTo, text } from '../../../test/support/turns.ts';
import { createResolver } from '../resolve.ts';

describe('bare data', () => {
  it('of the calculator example reaches calculate among the skills of three targets', () => {
    const args = { operation: 'add', operands: [5, 3] };
    expect(resolveTo(createTurn([data(args)]))).toEqual({ skill: 'calculate', args, coerce: false, by: 'schema' });
  });

  it.each([
    [{ petId: 10 }, 'getPetById'],
    [{ limit: 5 }, 'listPets'],
    [{}, 'listPets'],
  ])('%j goes to %s, the only safe skill that accepts it', (args, skill) => {
    expect(resolveTo(createTurn([data(args)]))).toEqual({ skill, args, coerce: false, by: 'schema' });
  });

  it('never chooses a skill that may change something, but names it', () => {
    const refused = resolveTo(createTurn([data({ name: 'Rex', tags: [] })]));
    expect(refused).toMatchObject({ code: 'skill_unresolved', fields: ['message.parts[0]'] });
    expect(refused.message).toBe(
      'message.parts[0]: the data fits createPet, which may change something and so has to be named. ' +
        'The nearest skills, each with a text that calls it: createPet {"name":"Rex"}',
    );
  });

  it.each([
    ['wrong types', { petId: 'ten' }, 'no read-only skill accepts it'],
    ['unknown keys', { colour: 'red' }, 'no read-only skill accepts it'],
    ['prototype names', JSON.parse('{"__proto__":1,"constructor":2}'), 'no read-only skill accepts it'],
  ])('with %s is refused', (_, value, why) => {
    const refused = resolveTo(createTurn([data(value)]));
    expect(refused).toMatchObject({ code: 'skill_unresolved' });
    expect(refused.message).toContain(why);
  });

  it.each([[[1, 2]], ['add'], [5], [null]])('%j is refused: arguments are an object', (value) => {
    expect(resolveTo(createTurn([data(value)]))).toMatchObject({
      code: 'part_not_usable',
      fields: ['message.parts[0]'],
    });
  });

  it('that several skills accept is ambiguous', () => {
    const same: Record<string, ArgumentSketch> = { petId: ['query!', { type: 'integer' }] };
    const skills = [...demoSkills, createSkill({ id: 'getOwner', arguments: same })];
    const refused = resolveTo(createTurn([data({ petId: 10 })], { skills }));
    expect(refused).toMatchObject({ code: 'skill_ambiguous' });
    expect(refused.message).toContain('the data may be meant for more than one skill: getPetById, getOwner');
  });

  it('tries eight skills at most, then does not guess, and reads no skill again for the next call', () => {
    let [tried, read] = [0, 0];
    const skills = Array.from({ length: 2000 }, (_, at) => {
      const skill = createSkill({
        id: `s${at}`,
        arguments: { id: ['query!', { type: at === 0 ? 'integer' : 'string' }] },
      });
      const counted = () => {
        read += 1;
        return skill.input;
      };
      return Object.defineProperty({ ...skill }, 'input', { get: counted });
    });
    const accepts = createAccepts();
    const count = (...call: Parameters<typeof accepts>) => {
      tried += 1;
      return accepts(...call);
    };
    const resolver = createResolver({ ...createLookup(skills), ...createCheck(skills), accepts: count });
    const turn = createTurn([data({ id: 1 })], { skills });
    expect(resolveTo(turn, resolver)).toMatchObject({ code: 'skill_ambiguous' });
    expect(tried).toBe(8);
    read = 0;
    resolveTo(turn, resolver);
    expect(read).toBe(8);
  });

  it('goes to the default skill, accepted or not, unless it names another', () => {
    const resolver = createTestResolver(demoSkills, 'createPet');
    for (const value of [{ name: 'Rex' }, { petId: 10 }]) {
      const expected = { skill: 'createPet', args: value, coerce: false, by: 'default skill' };
      expect(resolveTo(createTurn([data(value)]), resolver)).toEqual(expected);
    }
    expect(resolveTo(createTurn([data({ skill: 'listPets', args: {} })]), resolver)).toMatchObject({
      skill: 'listPets',
    });
    const others = demoSkills.filter(({ id }) => id !== 'createPet');
    expect(resolveTo(createTurn([data({ petId: 10 })], { skills: others }), resolver)).toMatchObject({
      skill: 'getPetById',
    });
  });

  it('with a text beside it is not bare: the text would not be heard', () => {
    const refused = resolveTo(createTurn([data({ petId: 10 }), text('remove this one')]));
    expect(refused).toMatchObject({ code: 'part_not_usable', fields: ['message.parts[1]'] });
  });
});
