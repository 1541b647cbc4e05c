// Step 7: a skill named by typed text, by name or by route, with its arguments behind it.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../../test/support/skills.ts';
import { createTurn, data, demoSkills, resolveTo, text } from '../../../test/support/turns.ts';

describe('typed text', () => {
  it.each([
    ['getPetById {"petId":10}', 'getPetById', { petId: 10 }, false],
    ['getPetById{"petId":10}', 'getPetById', { petId: 10 }, false],
    ['getPetById\n{"petId":10}', 'getPetById', { petId: 10 }, false],
    ['getPetById: {"petId":10}', 'getPetById', { petId: 10 }, false],
    ['getPetById ```json\n{"petId":10}\n```', 'getPetById', { petId: 10 }, false],
    ['getPetById petId=10', 'getPetById', { petId: '10' }, true],
    ['getPetById petId=10 fields=a fields=b', 'getPetById', { petId: '10', fields: ['a', 'b'] }, true],
    ['/getPetById petId=10', 'getPetById', { petId: '10' }, true],
    ['`getPetById` petId=10', 'getPetById', { petId: '10' }, true],
    ['"Get pet by id" petId=10', 'getPetById', { petId: '10' }, true],
    ['Get pet by id petId=10', 'getPetById', { petId: '10' }, true],
    ['Get pet by id {"petId":10}', 'getPetById', { petId: 10 }, false],
    ['GET-PET-BY-ID petId=10', 'getPetById', { petId: '10' }, true],
    ['get_pet_by_id petId=10', 'getPetById', { petId: '10' }, true],
    [
      'createPet name="Rex the 2nd" tags=a tags=b owner.name=Ann owner.age=7',
      'createPet',
      { name: 'Rex the 2nd', tags: ['a', 'b'], owner: { name: 'Ann', age: '7' } },
      true,
    ],
    ['createPet name=Rex owner={"age":7}', 'createPet', { name: 'Rex', owner: { age: 7 } }, true],
    ['listPets', 'listPets', {}, false],
    ['/list-pets', 'listPets', {}, false],
    ['List pets.', 'listPets', {}, false],
    ['GET /pets', 'listPets', {}, false],
    ['GET /pets?limit=5&status=sold', 'listPets', { limit: '5', status: 'sold' }, true],
    ['get /v2/pets/10', 'getPetById', { petId: '10' }, true],
    ['GET /pets/10?fields=a+b&fields=c%20d HTTP/1.1', 'getPetById', { petId: '10', fields: ['a b', 'c d'] }, true],
    ['confirm DELETE /pets/10', 'deletePet', { petId: '10' }, true],
    ['POST /pets {"name":"Rex"}', 'createPet', { name: 'Rex' }, true],
    ['POST /pets name=Rex', 'createPet', { name: 'Rex' }, true],
  ])('%s', (value, skill, args, coerce) => {
    expect(resolveTo(createTurn([text(value)]))).toEqual({ skill, args, coerce, by: 'typed text' });
  });

  it('takes every example of every skill as it is, with the word that confirms where one is needed', () => {
    for (const skill of demoSkills) {
      for (const example of skill.examples()) {
        const line = skill.destructive ? `confirm ${example}` : example;
        expect(resolveTo(createTurn([text(line)]))).toMatchObject({ skill: skill.id, by: 'typed text' });
      }
    }
  });

  it('may be split over text parts', () => {
    expect(resolveTo(createTurn([text('getPetById'), text('petId=10')]))).toMatchObject({ args: { petId: '10' } });
  });

  it('that is a name alone takes its arguments from the data part', () => {
    const expected = { skill: 'createPet', args: { name: 'Rex' }, coerce: false, by: 'typed text' };
    expect(resolveTo(createTurn([text('createPet'), data({ name: 'Rex' })]))).toEqual(expected);
    expect(resolveTo(createTurn([data({ name: 'Rex' }), text('POST /pets')]))).toEqual(expected);
  });

  it('with arguments refuses a data part', () => {
    const refused = resolveTo(createTurn([text('getPetById petId=10'), data({ petId: 11 })]));
    expect(refused).toMatchObject({ code: 'part_not_usable', fields: ['message.parts[1]'] });
  });

  it('gives a value to the argument of its place when path and query share a name', () => {
    const skill = createSkill({
      id: 'compare',
      route: 'GET /things/{id}/compare',
      arguments: { path_id: ['path!', true, 'id'], query_id: ['query!', true, 'id'] },
    });
    const turn = createTurn([text('GET /things/1/compare?id=2')], { skills: [...demoSkills, skill] });
    expect(resolveTo(turn)).toMatchObject({ args: { path_id: '1', query_id: '2' } });
  });

  it.each([
    ['getPetByld {"petId":10}', 'skill_not_found'],
    ['GET /nothing', 'skill_not_found'],
    ['getPetById {"petId":10', 'invalid_arguments'],
    ['getPetById {"petId":10} {"petId":11}', 'invalid_arguments'],
    ['GET /pets/10 {"petId":', 'invalid_arguments'],
    ['GET /nothing to see here', 'skill_unresolved'],
    ['see /pets/10', 'skill_unresolved'],
    ['constructor', 'skill_unresolved'],
    ['/', 'skill_unresolved'],
    ['""', 'skill_unresolved'],
  ])('%s is asked about', (value, code) => {
    const told = resolveTo(createTurn([text(value)]));
    expect(told).toMatchObject({ code });
    expect(told.asked).toBeDefined();
  });

  it('is ambiguous when a route or name means several skills', () => {
    const skills = [
      createSkill({ id: 'a', route: 'GET /health', name: 'Health' }),
      createSkill({ id: 'b', route: 'GET /health', name: 'health' }),
    ];
    for (const value of ['GET /health', 'HEALTH']) {
      const refused = resolveTo(createTurn([text(value)], { skills }));
      expect(refused).toMatchObject({ code: 'skill_ambiguous', fields: ['message.parts[0]'] });
      expect(refused.message).toContain('may mean a, b');
    }
  });
});
