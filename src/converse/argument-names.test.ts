// Names that are close enough to one argument become its name; what may be two, or is given twice, stays.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import { findArgument, withKnownNames } from './argument-names.ts';

const skill = createSkill({
  id: 'find',
  arguments: {
    petId: ['query!', {}],
    left_id: ['query', {}],
    leftId: ['query', {}],
    path_id: ['query', {}, 'X-Id'],
    größe: ['query', {}],
    __proto__: ['query', {}],
  },
  body: { key: 'body', layout: 'whole' },
});

describe('findArgument', () => {
  it.each([
    ['petId', 'petId'],
    ['pet_id', 'petId'],
    ['PET-ID', 'petId'],
    ['pet id', 'petId'],
    ['left_id', 'left_id'],
    ['leftId', 'leftId'],
    ['LEFTID', undefined],
    ['X-Id', 'X-Id'],
    ['x_id', 'path_id'],
    ['Größe', 'größe'],
    ['Body', 'body'],
    ['constructor', undefined],
    ['-', undefined],
    ['', undefined],
    ['p'.repeat(1_000_000), undefined],
  ])('%.20s', (name, expected) => {
    expect(findArgument(name, skill)).toBe(expected);
  });
});

describe('withKnownNames', () => {
  it.each([
    [{ pet_id: 1 }, { petId: 1 }],
    [
      { pet_id: 1, petId: 2 },
      { pet_id: 1, petId: 2 },
    ],
    [
      { pet_id: 1, 'pet-id': 2, x_id: 3 },
      { pet_id: 1, 'pet-id': 2, path_id: 3 },
    ],
    [{ nothing: 1 }, { nothing: 1 }],
    [[1], [1]],
    ['x', 'x'],
    [undefined, undefined],
  ])('%j', (given, expected) => {
    expect(withKnownNames(given, skill)).toEqual(expected);
  });

  it('keeps prototype names as names', () => {
    const given: unknown = JSON.parse('{"__proto__":{"x":1},"pet_id":1}');
    expect(JSON.stringify(withKnownNames(given, skill))).toBe('{"__proto__":{"x":1},"petId":1}');
  });
});
