// Step 3: metadata or params.skill names the skill; the parts give the arguments.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../../test/support/skills.ts';
import { createTurn, data, demoSkills, resolveTo, text } from '../../../test/support/turns.ts';

describe('metadata that names a skill', () => {
  it.each([
    [{ metadata: { skillId: 'getPetById' } }],
    [{ metadata: { skill_id: 'getPetById' } }],
    [{ metadata: { operationId: 'getPetById' } }],
    [{ metadata: { skill: 'getPetById' } }],
    [{ requestMetadata: { skillId: 'getPetById' } }],
    [{ requestMetadata: { skill: 'getPetById' } }],
    [{ skill: 'getPetById' }],
    [{ metadata: { skillId: 'get_pet_by_id' } }],
    [{ metadata: { skillId: 'Get pet by id' } }],
    [{ metadata: { skillId: '', skill_id: null, operationId: 'getPetById' } }],
    [{ metadata: { skillId: 'getPetById', skill: 'chat' }, requestMetadata: { skill: { id: 1 } } }],
    [{ metadata: { skillId: 'getPetById' }, requestMetadata: { skill_id: 'getPetById' }, skill: 'getPetById' }],
  ])('%j', (turn) => {
    const expected = { skill: 'getPetById', args: { petId: 10 }, coerce: false, by: 'metadata' };
    expect(resolveTo(createTurn([text('pet ten, please'), data({ petId: 10 })], turn))).toEqual(expected);
  });

  const metadata = { skillId: 'getPetById' };
  it.each([
    ['JSON text', [text('{"petId":10}')], { petId: 10 }, false],
    ['fenced JSON', [text('so:\n```\n{"petId":10}\n```')], { petId: 10 }, false],
    ['key=value', [text('petId=10')], { petId: '10' }, true],
    ['a call line of the same skill', [text('getPetById {"petId":10}')], { petId: 10 }, false],
    ['a route of the same skill', [text('GET /pets/10')], { petId: '10' }, true],
    ['an envelope of the same skill', [data({ skill: 'getPetById', arguments: { petId: 10 } })], { petId: 10 }, false],
    [
      'an envelope of the same skill as text',
      [text('{"name":"getPetById","arguments":"{\\"petId\\":10}"}')],
      { petId: 10 },
      false,
    ],
    ['data that is no object', [data('x')], 'x', false],
    ['nothing', [text(' ')], {}, false],
  ])('arguments from %s', (_, parts, args, coerce) => {
    expect(resolveTo(createTurn(parts, { metadata }))).toEqual({ skill: 'getPetById', args, coerce, by: 'metadata' });
  });

  it.each([
    ['an unknown skillId', { metadata: { skillId: 'getPat' } }, 'skill_not_found', 'message.metadata.skillId'],
    ['an unknown operationId', { requestMetadata: { operationId: 'nope' } }, 'skill_not_found', 'metadata.operationId'],
    ['an unknown params.skill', { skill: 'nope' }, 'skill_not_found', 'skill'],
    ['a number', { metadata: { skillId: 5 } }, 'invalid_params', 'message.metadata.skillId'],
    ['a prototype name', { metadata: { skillId: 'constructor' } }, 'skill_not_found', 'message.metadata.skillId'],
    ['two skills', { metadata: { skillId: 'getPetById' }, skill: 'listPets' }, 'skill_ambiguous', 'skill'],
    ['a huge name', { metadata: { skillId: 'x'.repeat(1_000_000) } }, 'skill_not_found', 'message.metadata.skillId'],
  ])('refuses %s', (_, turn, code, field) => {
    const refused = resolveTo(createTurn([data({ petId: 10 })], turn));
    expect(refused).toMatchObject({ code, fields: [field] });
    expect(refused.message?.length).toBeLessThan(1000);
  });

  it('is refused beside a text, too: nobody is asked about what a program has written', () => {
    expect(resolveTo(createTurn([text('10')], { metadata: { skillId: 'getPat' } }))).toEqual({
      code: 'skill_not_found',
      fields: ['message.metadata.skillId'],
      message: expect.stringContaining('getPetById'),
    });
  });

  it('names the nearest skills and a line that works', () => {
    const { message } = resolveTo(createTurn([data({})], { metadata: { skillId: 'getPetByld' } }));
    expect(message).toBe(
      'message.metadata.skillId: there is no skill "getPetByld". The nearest: getPetById. A text that works: getPetById {"petId":10}',
    );
  });

  it('offers skills of the agent when no name is near', () => {
    const { message } = resolveTo(createTurn([data({})], { metadata: { skillId: 'zzz' } }));
    expect(message).toContain(
      'This agent has 6 skills: calculate, getPetById, listPets, createPet, deletePet; its card lists all.',
    );
  });

  it.each([
    ['a call line of another skill', [text('listPets limit=5')], 'skill_ambiguous', 'message.parts[0]'],
    [
      'an envelope of another skill',
      [data({ skill: 'listPets', arguments: {} })],
      'skill_ambiguous',
      'message.parts[0].data.skill',
    ],
  ])('refuses %s as arguments', (_, parts, code, field) => {
    expect(resolveTo(createTurn(parts, { metadata }))).toMatchObject({ code, fields: [field] });
  });

  it.each([
    ['prose', 'the tenth one'],
    ['broken JSON', 'getPetById {"petId":'],
  ])('asks for arguments when it gets %s', (_, said) => {
    expect(resolveTo(createTurn([text(said)], { metadata }))).toMatchObject({ asked: 'complete' });
  });

  it.each([
    ['in a sentence', 'show me the pet with the id 10'],
    ['alone', '10'],
    ['of pairs with more behind', 'petId=10 and more'],
  ])('finds values %s', (_, said) => {
    expect(resolveTo(createTurn([text(said)], { metadata }))).toMatchObject({ skill: 'getPetById', by: 'metadata' });
  });

  it('takes the path of a route that has JSON behind it', () => {
    const route = text('GET /pets/10 {"fields":"name"}');
    expect(resolveTo(createTurn([route], { metadata }))).toMatchObject({ args: { petId: '10', fields: 'name' } });
  });

  it.each([
    ['an object', { arguments: { petId: 10 } }, { petId: 10 }, false],
    ['each by itself', { petId: 10, other: 'x', fields: 'name' }, { petId: 10 }, true],
    ['as text', { petId: '10' }, { petId: '10' }, true],
  ])('takes arguments from the metadata itself: %s', (_, more, args, coerce) => {
    const turn = createTurn([text('Which pet is this?')], { metadata: { ...metadata, ...more } });
    expect(resolveTo(turn)).toEqual({ skill: 'getPetById', args, coerce, by: 'metadata' });
  });

  it('prefers arguments in the text', () => {
    const turn = createTurn([text('petId=11')], { metadata: { ...metadata, petId: 10 } });
    expect(resolveTo(turn)).toMatchObject({ args: { petId: '11' } });
  });

  it('takes prose for a skill without arguments', () => {
    const ping = createSkill({ id: 'ping' });
    const turn = createTurn([text('are you there?')], { skills: [...demoSkills, ping], metadata: { skillId: 'ping' } });
    expect(resolveTo(turn)).toEqual({ skill: 'ping', args: {}, coerce: false, by: 'metadata' });
  });

  it('finds only skills of the addressed agent', () => {
    const pets = demoSkills.filter(({ target }) => target === 'pets');
    const turn = createTurn([data({})], { skills: pets, metadata: { skillId: 'calculate' } });
    expect(resolveTo(turn)).toMatchObject({ code: 'skill_not_found' });
  });

  it('takes a bare id that is unique in the agent though not in the catalog', () => {
    const a = createSkill({ id: 'a__get', bareId: 'get' });
    const b = createSkill({ id: 'b__get', bareId: 'get' });
    const c = createSkill({ id: 'b__other', bareId: 'other' });
    expect(resolveTo(createTurn([data({})], { skills: [b, c], metadata: { skillId: 'get' } }))).toMatchObject({
      skill: 'b__get',
    });
    const refused = resolveTo(createTurn([data({})], { skills: [a, b, c], metadata: { skillId: 'get' } }));
    expect(refused).toMatchObject({ code: 'skill_ambiguous' });
    expect(refused.message).toContain('"get" may mean a__get, b__get');
  });
});
