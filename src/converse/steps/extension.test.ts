// Step 2: the metadata of the activated extension names the skill and may give the arguments.

import { describe, expect, it } from 'vitest';
import { createTurn, data, resolveTo, text } from '../../../test/support/turns.ts';
import { skillContractExtension as uri } from '../../lib/extension.ts';

const extensions = new Set([uri]);

describe('the skill contract extension', () => {
  it.each([
    [
      'arguments in the metadata',
      [text('please')],
      { skillId: 'getPetById', arguments: { petId: 10 } },
      { petId: 10 },
      false,
    ],
    ['arguments in a data part', [data({ petId: 10 })], { skillId: 'getPetById' }, { petId: 10 }, false],
    ['arguments as null', [data({ petId: 10 })], { skillId: 'getPetById', arguments: null }, { petId: 10 }, false],
    ['arguments as text', [text('petId=10')], { skillId: 'getPetById' }, { petId: '10' }, true],
    ['no arguments', [text('')], { skillId: 'listPets' }, {}, false],
  ])('%s', (_, parts, contract, args, coerce) => {
    const skill = contract.skillId;
    const expected = { skill, args, coerce, by: 'extension' };
    expect(resolveTo(createTurn(parts, { extensions, metadata: { [uri]: contract } }))).toEqual(expected);
    expect(resolveTo(createTurn(parts, { extensions, requestMetadata: { [uri]: contract } }))).toEqual(expected);
  });

  it('comes before other metadata', () => {
    const metadata = { [uri]: { skillId: 'listPets' }, skillId: 'deletePet' };
    expect(resolveTo(createTurn([text('')], { extensions, metadata }))).toMatchObject({ skill: 'listPets' });
  });

  it.each([
    ['a string', 'getPetById', 'invalid_params'],
    ['no skillId', { arguments: {} }, 'invalid_params'],
    ['a number for skillId', { skillId: 5 }, 'invalid_params'],
    ['an unknown skill', { skillId: 'getPat' }, 'skill_not_found'],
    ['a prototype name', { skillId: '__proto__' }, 'skill_not_found'],
  ])('refuses %s', (_, contract, code) => {
    expect(resolveTo(createTurn([data({ petId: 10 })], { extensions, metadata: { [uri]: contract } }))).toMatchObject({
      code,
    });
  });

  it('refuses a data part beside its arguments', () => {
    const metadata = { [uri]: { skillId: 'getPetById', arguments: { petId: 10 } } };
    expect(resolveTo(createTurn([text('x'), data({ petId: 11 })], { extensions, metadata }))).toMatchObject({
      code: 'part_not_usable',
      fields: ['message.parts[1]'],
    });
  });

  it('is not read when it is not activated, and the error says so', () => {
    const refused = resolveTo(createTurn([text('please')], { metadata: { [uri]: { skillId: 'getPetById' } } }));
    expect(refused).toMatchObject({ code: 'skill_unresolved' });
    expect(refused.message).toContain('activate it with the header A2A-Extensions');
  });
});
