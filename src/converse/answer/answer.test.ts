// Answers in words to a question about one argument: what is counted is taken, and what does not fit is refused with the reason.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../../test/support/skills.ts';
import { createTestResolver, createTurn, demoSkills, text } from '../../../test/support/turns.ts';

describe('a value that is refused', () => {
  it('is refused with the reason', async () => {
    const bounded = createSkill({
      id: 'bookWalk',
      route: 'POST /walks',
      arguments: { hours: ['field!', { type: 'integer', maximum: 8 }] },
    });
    const walks = createTestResolver([...demoSkills, bounded]);
    const turn = (said: string) => createTurn([text(said)], { skills: [...demoSkills, bounded] });
    const open = {
      kind: 'complete',
      candidates: [{ skill: 'bookWalk', arguments: {}, coerce: false, missing: ['hours'] }],
    } as const;
    const answered = await walks.answer(turn('9'), open);
    expect(answered.kind === 'question' ? answered.question.text : '').toMatch(/- hours: .*8.*found number 9/);
    expect(await walks.answer(turn('3 hours'), open)).toMatchObject({
      kind: 'call',
      call: { arguments: { hours: 3 } },
    });
  });
});

describe('an answer with a noun before the value', () => {
  const answer = (said: string, kind: 'complete' | 'confirm', args: Record<string, unknown> = {}) => {
    const missing = kind === 'complete' ? ['petId'] : [];
    const candidates = [{ skill: 'deletePet', arguments: args, coerce: false, missing }];
    return createTestResolver().answer(createTurn([text(said)]), { kind, candidates });
  };
  const shall = (petId: number) => ({
    kind: 'question',
    question: { open: { kind: 'confirm', candidates: [{ skill: 'deletePet', arguments: { petId } }] } },
  });

  it.each(['pet 7', 'the pet with id 7', 'petId=7', 'it is pet 7'])('%s: is what was asked for', async (said) => {
    expect(await answer(said, 'complete')).toMatchObject(shall(7));
  });

  it.each(['actually pet 8', 'no, pet 8', 'sorry, I meant pet 8'])('%s: corrects', async (said) => {
    expect(await answer(said, 'confirm', { petId: 7 })).toMatchObject(shall(8));
  });

  it.each(['8', 'no, 8 instead', '8 please', 'make it 8'])(
    '%s: alone corrects the one value of its form',
    async (said) => {
      expect(await answer(said, 'confirm', { petId: 7 })).toMatchObject(shall(8));
    },
  );

  it.each(['1', '0'])('%s alone may be a yes or a no', async (said) => {
    expect(await answer(said, 'confirm', { petId: 7 })).toMatchObject(shall(7));
  });

  it('alone corrects nothing when several have its form', async () => {
    expect(await answer('8', 'confirm', { petId: 7, years: 3 })).toMatchObject(shall(7));
  });

  it.each(['show pet 7', 'get pet by id 7', 'what is pet 7?'])('%s: is a wish of its own', async (said) => {
    expect(await answer(said, 'complete')).toMatchObject({ kind: 'other' });
  });

  it.each([
    'wait, no',
    'not yet',
    'nope, keep it',
    "don't do that now",
    "don't delete pet 7",
    'never mind',
    'no thanks',
  ])('%s: is a no', async (said) => {
    expect(await answer(said, 'confirm', { petId: 7 })).toMatchObject({ kind: 'declined' });
  });

  it.each(['yes, but not now', 'yes, although I am not quite sure'])('%s: is no yes', async (said) => {
    expect(await answer(said, 'confirm', { petId: 7 })).toMatchObject(shall(7));
  });
});
