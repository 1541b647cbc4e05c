// Plain sentences over a small shop: what is clear, with which arguments, and what is not.

import { describe, expect, it } from 'vitest';
import { openapi, readText, toCatalog } from '../../../test/support/document.ts';
import { stringifyJson } from '../../lib/json.ts';
import { createUnderstanding } from './create-understanding.ts';

const id = (name: string, type = 'integer') => `{name: ${name}, in: path, required: true, schema: {type: ${type}}}`;
const query = (name: string, schema: string) => `{name: ${name}, in: query, schema: ${schema}}`;
const ok = 'responses: {200: {description: ok}}';
const text = openapi(`
  /pets:
    get:
      operationId: listPets
      summary: List pets
      parameters:
        - ${query('status', '{type: string, enum: [available, pending_sale, sold, published]}')}
        - ${query('limit', '{type: integer, minimum: 1, maximum: 100}')}
        - ${query('page', '{type: integer}')}
        - ${query('archived', '{type: boolean}')}
        - ${query('bornAfter', '{type: string, format: date}')}
        - ${query('bornBefore', '{type: string, format: date}')}
        - ${query('tags', '{type: array, items: {type: string}}')}
        - ${query('sort', '{type: string, enum: [name, age]}')}
        - ${query('order', '{type: string, enum: [asc, desc]}')}
        - ${query('phone', '{type: string}')}
      ${ok}
    post:
      operationId: createPet
      summary: Create a pet
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}, weight: {type: number}, email: {type: string, format: email}}}}}}
      ${ok}
  /pets/{petId}:
    parameters: [${id('petId')}]
    get:
      operationId: getPet
      summary: Get a pet
      responses: {200: {description: ok, content: {application/json: {schema: {type: object, properties: {colour: {type: string}}}}}}}
    patch:
      operationId: updatePet
      summary: Update a pet
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, weight: {type: number}}}}}}
      ${ok}
    delete: {operationId: deletePet, summary: Delete a pet, ${ok}}
  /users/{username}:
    parameters: [${id('username', 'string')}]
    get: {operationId: getUser, summary: Get a user, ${ok}}
  /repos/{owner}/{repo}:
    parameters: [${id('owner', 'string')}, ${id('repo', 'string')}]
    get: {operationId: getRepo, summary: Get a repository, ${ok}}
  /visits/{visitId}:
    parameters: [{name: visitId, in: path, required: true, schema: {type: string, format: uuid}}]
    get: {operationId: getVisit, summary: Get a visit, ${ok}}
  /users:
    get:
      operationId: listUsers
      summary: List users
      parameters: [${query('page_size', '{type: integer}')}, ${query('per_page', '{type: integer}')}, ${query('created_since', '{type: string, format: date}')}, ${query('updated_since', '{type: string, format: date}')}]
      ${ok}
  /numbers/{number}:
    parameters: [${id('number', 'string')}]
    get: {operationId: getNumber, summary: Get a number, ${ok}}
  /shelters/{shelter}:
    parameters: [${id('shelter', 'string')}]
    get: {operationId: getShelter, summary: Get a shelter, ${ok}}
    delete: {operationId: closeShelter, summary: Remove a shelter, ${ok}}
  /shelters/{shelter}/exists:
    parameters: [${id('shelter', 'string')}]
    get: {operationId: shelterExists, summary: Check the existence of a shelter, ${ok}}
  /shelters/{shelter}/comments:
    parameters: [${id('shelter', 'string')}]
    get: {operationId: listComments, summary: List the comments on a shelter, ${ok}}
    post: {operationId: createComment, summary: Create a comment on a shelter, ${ok}}
  /pets/{petId}/walks:
    parameters: [${id('petId')}]
    post:
      operationId: bookWalk
      summary: Book a walk
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [minutes], properties: {minutes: {type: number}, dogs: {type: integer}}}}}}
      ${ok}
    get: {operationId: quoteWalk, summary: Quote the price of a walk, parameters: [${query('hours', '{type: number, maximum: 8}')}], ${ok}}
  /me:
    get: {operationId: getMe, summary: Get the authenticated user, ${ok}}
  /search:
    get: {operationId: search, summary: Search, parameters: [{name: q, in: query, required: true, schema: {type: string}}], ${ok}}
`);
const { skills } = toCatalog(await readText(text));
const understand = createUnderstanding(skills, { now: () => Date.parse('2026-03-01T12:00:00Z') });

function understood(sentence: string) {
  const { candidates, clear } = understand(sentence);
  const [first] = candidates;
  const args: unknown = JSON.parse(stringifyJson(first?.arguments ?? {}));
  return { clear, skill: first?.skill.bareId, args, missing: first?.missing };
}

describe('clear, with everything that it needs', () => {
  it.each([
    ['list pets', 'listPets', {}],
    ['Could you please show me all pets?', 'listPets', {}],
    ['pets sold', 'listPets', { status: 'sold' }],
    ['which pets are available?', 'listPets', { status: 'available' }],
    ['wich pets are avaliable?', 'listPets', { status: 'available' }],
    ['list the pets with status pending sale', 'listPets', { status: 'pending_sale' }],
    ['pets, limit 5', 'listPets', { limit: 5 }],
    ['the first 5 pets', 'listPets', { limit: 5 }],
    ['show me 3 pets', 'listPets', { limit: 3 }],
    ['list pets, 20 per page, page 2', 'listPets', { limit: 20, page: 2 }],
    ['list pets page=2', 'listPets', { page: 2 }],
    ['list archived pets', 'listPets', { archived: true }],
    ['list pets, archived false', 'listPets', { archived: false }],
    ['pets born after March 3 2020', 'listPets', { bornAfter: '2020-03-03' }],
    ['pets born between 2020-01-01 and 2021-01-01', 'listPets', { bornAfter: '2020-01-01', bornBefore: '2021-01-01' }],
    ['list pets born before yesterday', 'listPets', { bornBefore: '2026-02-28' }],
    ['list pets with the tags puppy and vaccinated', 'listPets', { tags: ['puppy', 'vaccinated'] }],
    ['list pets sorted by age descending', 'listPets', { sort: 'age', order: 'desc' }],
    ['show pet 10', 'getPet', { petId: 10 }],
    ['get the pet with ID 10.', 'getPet', { petId: 10 }],
    ['petId: 10', 'getPet', { petId: 10 }],
    ['pet #10', 'getPet', { petId: 10 }],
    ['what is the colour of pet 10?', 'getPet', { petId: 10 }],
    ['I have pet 10. Please show its details.', 'getPet', { petId: 10 }],
    ['show user bob', 'getUser', { username: 'bob' }],
    ['look up the user named "bob"', 'getUser', { username: 'bob' }],
    ['user whose username is bob_7', 'getUser', { username: 'bob_7' }],
    ['get the repository octocat/hello-world', 'getRepo', { owner: 'octocat', repo: 'hello-world' }],
    ['visit f3e0e76e-e4a8-466e-ab9c-ae36c15b8e97', 'getVisit', { visitId: 'f3e0e76e-e4a8-466e-ab9c-ae36c15b8e97' }],
    ['who am I?', 'getMe', {}],
    ['could I see pet 10?', 'getPet', { petId: 10 }],
    ['pet 10', 'getPet', { petId: 10 }],
    ['information about pet 10', 'getPet', { petId: 10 }],
    ['what pets are available?', 'listPets', { status: 'available' }],
    ['which users are supported?', 'listUsers', {}],
    ['users with a page size of 20', 'listUsers', { page_size: 20 }],
    ['users, 20 per page', 'listUsers', { per_page: 20 }],
    ['list pets with phone +15555550123', 'listPets', { phone: '+15555550123' }],
    ['show number +15555550123', 'getNumber', { number: '+15555550123' }],
    ['does shelter north-1 exist?', 'shelterExists', { shelter: 'north-1' }],
    ['shelter north-1', 'getShelter', { shelter: 'north-1' }],
    ['comments on shelter north-1', 'listComments', { shelter: 'north-1' }],
    ['search for "red collars"', 'search', { q: 'red collars' }],
    ['price of a walk of 2 hours with pet 10', 'quoteWalk', { petId: 10, hours: 2 }],
    ['quote the price of a 1.5 hour walk for pet 10', 'quoteWalk', { petId: 10, hours: 1.5 }],
  ])('%s', (sentence, skill, args) => {
    expect(understood(sentence)).toEqual({ clear: true, skill, args, missing: [] });
  });

  it.each([
    ['delete pet 10', 'deletePet', { petId: 10 }],
    ['create a pet named Rex', 'createPet', { name: 'Rex' }],
    ['create a pet named “Rex the 2nd” with weight 12.5', 'createPet', { name: 'Rex the 2nd', weight: 12.5 }],
    ['change the weight of pet 10 to 12.50', 'updatePet', { petId: 10, weight: 12.5 }],
    ['create a pet with name sms', 'createPet', { name: 'sms' }],
    ['comment on shelter north-1', 'createComment', { shelter: 'north-1' }],
    ['take shelter north-1 out', 'closeShelter', { shelter: 'north-1' }],
    ['book a walk for pet 10, 45 minutes', 'bookWalk', { petId: 10, minutes: 45 }],
    ['book a walk of 45 minutes with pet 10 and 2 dogs', 'bookWalk', { petId: 10, minutes: 45, dogs: 2 }],
    ['book pet 10 minutes 30', 'bookWalk', { petId: 10, minutes: 30 }],
    ['rename pet 10 to "Bella"', 'updatePet', { petId: 10, name: 'Bella' }],
  ])('%s', (sentence, skill, args) => {
    expect(understood(sentence)).toMatchObject({ skill, args, missing: [] });
  });

  it('keeps the digits of large numbers', () => {
    const { candidates } = understand('show pet 9007199254740993');
    expect(stringifyJson(candidates[0]?.arguments)).toBe('{"petId":9007199254740993}');
  });
});

describe('incomplete', () => {
  it.each([
    ['show me a pet', 'getPet', {}, ['petId']],
    ['delete a pet', 'deletePet', {}, ['petId']],
    ['create a pet with weight 3', 'createPet', { weight: 3 }, ['name']],
    ['get a user', 'getUser', {}, ['username']],
    ['retrieve a user account by its name', 'getUser', {}, ['username']],
    ['get a shelter backend by ID', 'getShelter', {}, ['shelter']],
    ['get the shelter by the given key', 'getShelter', {}, ['shelter']],
    ['show any shelter', 'getShelter', {}, ['shelter']],
  ])('%s', (sentence, skill, args, missing) => {
    expect(understood(sentence)).toMatchObject({ skill, args, missing });
  });
});

describe('not clear', () => {
  it.each([
    "don't delete pet 10",
    'do not show pet 10',
    'list pets without tags',
    'show pet 10 and delete pet 11',
    'list pets, then create a pet named Rex',
    'how do I create a pet?',
    'why was pet 10 sold?',
    'if pet 10 is sold show it',
    'show pets 10 and 11',
    'show pet ten thousand',
    'get pet Rex',
    'what is the weather in Oslo?',
    'show pet owners',
    'show user statistics',
    'pets from last week',
    'the oldest pets',
    'list pets in status unknown-thing',
    'list pets, limit 500',
    'pets born after 03/04/2020',
    '10',
    'show 10',
    'show me f3e0e76e-e4a8-466e-ab9c-ae36c15b8e97',
    'good morning',
    'Zeige mir alle Haustiere',
    'show contact bob@example.com',
    'feed pet 10',
    'show 3 users',
    'show three users',
    'contact form 5',
    'inactive pets',
    'show 2 or 3 pets',
    'list pets, 5 pages',
    'archive pets',
    'sell the pets',
    'publish all pets',
    'users of bob_7',
    'pets of 7',
    'price of a walk of 20 hours with pet 10',
    'show user I',
    'show user Its',
    'show user the',
    'show shelter deleted',
    'show shelter somewhere',
    'show shelter dashboard',
    'users since 2026-01-01',
    'users, the first 5',
    "list any user's comments",
    'show the DOG',
    'list my GPG users',
    'show the comment',
    'hook up shelter north-1',
    'get a pet by user name',
    '',
  ])('%s', (sentence) => {
    expect(understood(sentence).clear).toBe(false);
  });

  it('when two skills are equally near', async () => {
    const twins = openapi(`
  /a/variables: {get: {operationId: getLocalVariables, summary: Get local variables, ${ok}}}
  /b/variables: {get: {operationId: getPublishedVariables, summary: Get published variables, ${ok}}}
`);
    const ask = createUnderstanding(toCatalog(await readText(twins)).skills);
    expect(ask('show the variables')).toMatchObject({ clear: false, candidates: [{}, {}] });
    expect(ask('show the local variables')).toMatchObject({ clear: true });
  });

  it('when only the owner of what is asked for is named', async () => {
    const part = openapi(`
  /projects/{id}/files: {parameters: [${id('id')}], get: {operationId: getProjectFiles, summary: Get files in a project, ${ok}}}
`);
    const ask = createUnderstanding(toCatalog(await readText(part)).skills);
    expect(ask('show project 7').clear).toBe(false);
    expect(ask('show the files of project 7').clear).toBe(true);
  });

  it('shows at most five candidates', () => {
    expect(understand('pet').candidates.length).toBeLessThanOrEqual(5);
  });
});
