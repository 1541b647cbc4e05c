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
