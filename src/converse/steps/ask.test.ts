// Step 10: a text that nothing fits is answered with samples, and what changes nothing stands first among them.

import { describe, expect, it } from 'vitest';
import {
  createTestResolver,
  createPet,
  createTurn,
  deletePet,
  getPet,
  listPets,
  text,
} from '../../../test/support/turns.ts';

describe('a text that nothing fits', () => {
  const skills = [deletePet, createPet, getPet, listPets];
  it.each(['xyzzy', 'qwrt zxcv'])('%s: shows what only reads before the rest', (said) => {
    const resolution = createTestResolver(skills).resolve(createTurn([text(said)], { skills }));
    if (resolution instanceof Promise) throw new Error('no model is asked here');
    const question = resolution.kind === 'question' ? resolution.question : undefined;
    const open = question?.open.kind === 'choose' ? question.open.candidates : [];
    expect(question?.text).toContain('Some of what there is:');
    expect(open.map(({ skill }) => skill)).toEqual(['getPetById', 'listPets', 'deletePet', 'createPet']);
  });
});
