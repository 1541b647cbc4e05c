// Prose with the name of one skill: only that one is asked about, whatever else its words would come near.

import { describe, expect, it } from 'vitest';
import { createTestResolver, createTurn, demoSkills, text } from '../../../test/support/turns.ts';
import { createSkill } from '../../../test/support/skills.ts';

const skills = [
  ...demoSkills,
  createSkill({
    id: 'lendPet',
    name: 'Lend a pet',
    route: 'POST /loans',
    arguments: {
      petId: ['field!', { type: 'integer' }],
      keeper: [
        'field!',
        {
          type: 'object',
          required: ['name', 'kind'],
          properties: { name: { type: 'string' }, kind: { enum: ['friend', 'family'] }, note: { type: 'string' } },
        },
      ],
    },
  }),
];
const resolver = createTestResolver(skills);

function ask(said: string) {
  const resolution = resolver.resolve(createTurn([text(said)], { skills }));
  if (resolution instanceof Promise || resolution.kind !== 'question') throw new Error('no question');
  return resolution.question;
}

describe('a text with the name of one skill', () => {
  it.each([
    ['lendPet to my sister', 'complete', 'lendPet'],
    ['please do lendPet, pet 10', 'complete', 'lendPet'],
    ['show me an example of lendPet', 'choose', 'lendPet'],
    ["don't run deletePet 10", 'choose', 'deletePet'],
    ['getPetById of our dog', 'complete', 'getPetById'],
  ])('%s', (said, kind, skill) => {
    const { open } = ask(said);
    expect([open.kind, ...open.candidates.map((candidate) => candidate.skill)]).toEqual([kind, skill]);
  });

  it('keeps the values of its words', () => {
    expect(ask('please do lendPet, pet 10').open.candidates).toMatchObject([{ arguments: { petId: 10 } }]);
  });
});

describe('an object that is missing', () => {
  it('is asked for with its fields', () => {
    const { text: said } = ask('please do lendPet, pet 10');
    expect(said).toContain('- keeper: object {name: string; kind: one of "friend", "family"; note?: string}');
    expect(said).toContain('lendPet {"petId":10,"keeper":{"name":"<name>","kind":"<kind>"}}');
  });
});
