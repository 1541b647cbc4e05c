// Step 8: text for a skill that is an agent itself, beside skills that are called by name.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../../test/support/skills.ts';
import { createTestResolver, createTurn, data, demoSkills, resolveTo, text } from '../../../test/support/turns.ts';
import type { Skill } from '../../catalog/skill.ts';
import type { TurnPart } from '../turn.ts';

const operation = {
  id: 'chat',
  route: 'POST /chat',
  arguments: { prompt: ['field!', { type: 'string' }], 'X-Message-Id': ['header!', { type: 'string' }] },
} as const;
const chat: Skill = { ...createSkill(operation), conversation: { text: 'prompt' } };
const deaf: Skill = createSkill(operation);
const attentive: Skill = { ...chat, conversation: { text: 'prompt', parts: 'parts' } };

const photo: TurnPart = { kind: 'bytes', bytes: Buffer.from('png'), mediaType: 'image/png' };

function say(parts: readonly TurnPart[], skill: Skill = chat, others: readonly Skill[] = demoSkills) {
  const skills = [...others, skill];
  return resolveTo(createTurn(parts, { skills }), createTestResolver(skills, 'chat'));
}

describe('text that names no skill', () => {
  it.each([
    'What is on the desk?',
    'help',
    '{"not": "for a skill"}',
    '{ broken',
    'GET /nowhere is broken, why?',
    'Summarise {"a":1}',
    'a=b, is that right?',
    '```json\n{"a":1}\n```',
  ])('goes to the default skill as it is: %s', (words) => {
    expect(say([text(words)])).toEqual({ skill: 'chat', args: {}, coerce: false, by: 'default skill' });
  });

  it.each(['prompt=hi', '{"prompt":"hi"}', 'hello'])('goes to the only skill as it is: %s', (words) => {
    expect(say([text(words)], chat, [])).toEqual({ skill: 'chat', args: {}, coerce: false, by: 'agent' });
  });

  it('is refused where the default skill is no agent itself', () => {
    expect(say([text('What is on the desk?')], deaf)).toMatchObject({ code: 'skill_unresolved' });
  });
});

describe('what names a skill', () => {
  it.each([
    ['typed text', 'getPetById petId=10', { skill: 'getPetById', args: { petId: '10' } }],
    ['a route', 'GET /pets/10', { skill: 'getPetById' }],
    ['an envelope as text', '{"skill":"getPetById","arguments":{"petId":10}}', { skill: 'getPetById' }],
    ['the skill itself', 'chat prompt=hi', { skill: 'chat', args: { prompt: 'hi' }, by: 'typed text' }],
  ])('goes there: %s', (_, words, call) => {
    expect(say([text(words)])).toMatchObject(call);
  });

  it('in the metadata leaves the text to be said', () => {
    const skills = [...demoSkills, chat];
    const turn = createTurn([text('prompt=hi')], { skills, metadata: { skillId: 'chat' } });
    expect(resolveTo(turn, createTestResolver(skills))).toEqual({
      skill: 'chat',
      args: {},
      coerce: false,
      by: 'metadata',
    });
  });
});

describe('data and files', () => {
  it('are the arguments when they are alone', () => {
    expect(say([data({ prompt: 'hi' })])).toMatchObject({ skill: 'chat', args: { prompt: 'hi' } });
  });

  it('beside text are refused, since they would not be heard', () => {
    expect(say([text('look'), data({ a: 1 })])).toMatchObject({ code: 'part_not_usable' });
    expect(say([text('look'), photo])).toMatchObject({ code: 'part_not_usable' });
  });

  it.each([
    ['data beside text', [text('look'), data({ a: 1 })]],
    ['data alone', [data({ a: 1 })]],
    ['a file beside text', [text('look'), photo]],
    ['a file alone', [photo]],
  ])('are said to a skill that takes all parts: %s', (_, parts) => {
    expect(say(parts, attentive)).toEqual({ skill: 'chat', args: {}, coerce: false, by: 'default skill' });
    expect(say(parts, attentive, [])).toEqual({ skill: 'chat', args: {}, coerce: false, by: 'agent' });
  });

  it('that are only arguments call such a skill', () => {
    expect(say([data({ prompt: 'hi' })], attentive)).toMatchObject({ args: { prompt: 'hi' } });
  });
});
