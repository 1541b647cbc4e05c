// Words of identifiers and of prose as terms.

import { describe, expect, it } from 'vitest';
import { isPlural, stem } from './stem.ts';
import { personsOf, splitWords, termsOf, toTerm } from './words.ts';

describe('splitting', () => {
  it.each([
    ['listPetsByStatus', ['list', 'pets', 'by', 'status']],
    ['list_pets-byStatus', ['list', 'pets', 'by', 'status']],
    ['/v2/pets/{petId}', ['v2', 'pets', 'pet', 'id']],
    ['HTTPServer', ['http', 'server']],
    ["Get Artist's Albums", ['get', 'artist', 'albums']],
    ['Größe 10', ['größe', '10']],
    ['', []],
  ])('%s', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});

describe('stemming', () => {
  it.each([
    ['create', 'creates', 'created', 'creating', 'creation'],
    ['reply', 'replies', 'replied', 'replying'],
    ['box', 'boxes'],
    ['stop', 'stops', 'stopped', 'stopping'],
    ['close', 'closed', 'closes', 'closing'],
    ['person', 'people'],
    ['status', 'statuses'],
  ])('%s, %s', (word, ...others) => {
    for (const other of others) expect(stem(other)).toBe(stem(word));
  });

  it.each([
    ['news', 'new'],
    ['string', 'str'],
    ['address', 'addres'],
    ['user', 'use'],
  ])('%s is not %s', (word, other) => {
    expect(stem(word)).not.toBe(stem(other));
  });

  it.each([
    ['pets', true],
    ['PRs', true],
    ['people', true],
    ['status', false],
    ['address', false],
    ['pet', false],
  ])('plural: %s', (word, plural) => {
    expect(isPlural(word)).toBe(plural);
  });
});

describe('terms', () => {
  it('has one for words that mean the same', () => {
    expect(toTerm('repository')).toBe(toTerm('repos'));
    expect(toTerm('organisations')).toBe(toTerm('org'));
    expect(termsOf('PRs')).toEqual(termsOf('pull requests'));
  });

  it('leaves out what carries nothing', () => {
    expect(termsOf('the pets of a user')).toEqual(termsOf('pets user'));
  });

  it('takes the current user for one', () => {
    expect(termsOf('playlists of the current user')).toEqual(termsOf('my playlists').toReversed());
  });

  it('knows who does what a verb says', () => {
    expect(personsOf('follow')).toContain('follower');
    expect(personsOf('follower')).toEqual(['follow']);
    expect(personsOf('user')).toEqual([]);
  });
});
