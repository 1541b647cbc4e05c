// Names are found in spite of case and punctuation where that is unique, and ids come before readable names.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import { createNameIndex } from './name-index.ts';

const skills = [
  createSkill({ id: 'pets__getPet', bareId: 'getPet', name: 'Get a pet', operationId: 'pets/get' }),
  createSkill({ id: 'shop__getPet', bareId: 'getPet', name: 'Get a pet from the shop' }),
  createSkill({ id: 'sum' }),
  createSkill({ id: 'total', name: 'Sum' }),
  createSkill({ id: 'Echo' }),
  createSkill({ id: 'echo' }),
  createSkill({ id: '__proto__' }),
  createSkill({ id: 'constructor' }),
  createSkill({ id: '获取宠物' }),
];

describe('createNameIndex', () => {
  const { find: named } = createNameIndex(skills);
  it.each([
    ['pets__getPet', ['pets__getPet']],
    ['PETS-GET-PET', ['pets__getPet']],
    ['getPet', ['pets__getPet', 'shop__getPet']],
    ['get a pet', ['pets__getPet']],
    ['pets/get', ['pets__getPet']],
    ['sum', ['sum']],
    ['Sum', ['sum']],
    ['echo', ['echo']],
    ['Echo', ['Echo']],
    ['ECHO', ['Echo', 'echo']],
    ['__proto__', ['__proto__']],
    ['constructor', ['constructor']],
    ['获取宠物', ['获取宠物']],
    ['toString', []],
    ['', []],
    ['___', []],
    ['x'.repeat(1_000_000), []],
  ])('%.40s', (name, ids) => {
    expect(named(name).map(({ id }) => id)).toEqual(ids);
  });
});

describe('names at the start of a text', () => {
  const { findAtStart } = createNameIndex([
    ...skills,
    createSkill({ id: 'list', name: 'List' }),
    createSkill({ id: 'listPets', name: 'List pets' }),
    createSkill({ id: '_private_' }),
  ]);
  it.each([
    ['list pets that I like', ['list pets', 'list']],
    ['listPets(limit=5)', ['listPets']],
    ['list-pets limit=5', ['list-pets']],
    ['list_petsAll', []],
    ['Get a pet from the shop, please', ['Get a pet from the shop', 'Get a pet']],
    ['pets__getPet: x', ['pets__getPet']],
    ['pets/get {}', ['pets/get']],
    ['getPet.', ['getPet']],
    ['_private_ x=1', ['_private_']],
    ['private x=1', ['private']],
    ['获取宠物 id=1', ['获取宠物']],
    ['list: pets', ['list']],
    ['list\npets', ['list']],
    ['list {"pets":1}', ['list']],
    ['(list)', []],
    ['toString', []],
    ['', []],
    ['list '.repeat(100_000), ['list']],
    ['x'.repeat(1_000_000), []],
  ])('%.40s', (text, names) => {
    expect(findAtStart(text).map(({ name }) => name)).toEqual(names);
  });
});
