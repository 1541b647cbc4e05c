// Search among skills by a few words.

import { describe, expect, it } from 'vitest';
import { openapi, readText, toCatalog } from '../../../test/support/document.ts';
import { createSkillSearch } from './skill-search.ts';

const text = openapi(`
  /pets:
    get: {operationId: listPets, summary: List pets, parameters: [{name: status, in: query, schema: {type: string, enum: [available, sold]}}], responses: {200: {description: ok}}}
    post: {operationId: createPet, summary: Create a pet, responses: {201: {description: ok}}}
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getPet, summary: Get a pet, responses: {200: {description: ok}}}
    patch: {operationId: updatePet, summary: Update a pet, responses: {200: {description: ok}}}
    delete: {operationId: deletePet, summary: Delete a pet, responses: {204: {description: ok}}}
  /pets/findByOwner:
    get: {operationId: listPetsByOwner, summary: List pets by owner, responses: {200: {description: ok}}}
  /v1/pets:
    get: {operationId: oldListPets, summary: List pets, deprecated: true, responses: {200: {description: ok}}}
  /repos/{repo}/followers:
    parameters: [{name: repo, in: path, required: true, schema: {type: string}}]
    get: {operationId: repos/list-followers, summary: List repository followers, responses: {200: {description: ok}}}
  /repos/{repo}/merge:
    parameters: [{name: repo, in: path, required: true, schema: {type: string}}]
    post: {operationId: repos/merge, summary: Merge a branch, responses: {200: {description: ok}}}
    get: {operationId: repos/check-merged, summary: Check if a branch is merged, responses: {200: {description: ok}}}
`);
const { skills } = toCatalog(await readText(text));
const search = createSkillSearch(skills);
const idsOf = (query: string, limit = 5) => search(query, limit).map(({ skill }) => skill.bareId);

describe('search', () => {
  it.each([
    ['list pets', 'listPets'],
    ['pets', 'listPets'],
    ['show all pets', 'listPets'],
    ['get a pet', 'getPet'],
    ['look up a pet', 'getPet'],
    ['add a new pet', 'createPet'],
    ['change a pet', 'updatePet'],
    ['remove a pet', 'deletePet'],
    ['pets by owner', 'listPetsByOwner'],
    ['sold pets', 'listPets'],
    ['who follows a repository', 'repos_list-followers'],
    ['merge a branch', 'repos_merge'],
    ['is the branch merged', 'repos_check-merged'],
    ['creat pet', 'createPet'],
  ])('%s', (query, id) => {
    expect(idsOf(query)[0]).toBe(id);
  });

  it('puts deprecated ones behind', () => {
    const ids = idsOf('list pets', 20);
    expect(ids).toContain('oldListPets');
    expect(ids.indexOf('oldListPets')).toBeGreaterThan(ids.indexOf('listPets'));
  });

  it('finds nothing for words that no skill has', () => {
    expect(idsOf('bake bread')).toEqual([]);
    expect(idsOf('')).toEqual([]);
    expect(idsOf('constructor __proto__')).toEqual([]);
  });

  it('finds no more than it is asked for, best first', () => {
    const found = search('pet', 2);
    expect(found).toHaveLength(2);
    expect(found[0]!.score).toBeGreaterThanOrEqual(found[1]!.score);
  });

  it('reads no more of a long text than of a short one', () => {
    expect(idsOf(`list pets ${'x '.repeat(50_000)}`)[0]).toBe('listPets');
  });
});
