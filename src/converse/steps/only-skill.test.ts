// Step 1: an agent with one skill takes data, JSON and key=value without a name; names in the message still count.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../../test/support/skills.ts';
import { createTurn, data, getPet, resolveTo, text } from '../../../test/support/turns.ts';
import { skillContractExtension } from '../../lib/extension.ts';

const only = [getPet];

describe('an agent with one skill', () => {
  it.each([
    ['data', [data({ petId: 10 })], { petId: 10 }, false, 'agent'],
    ['data that is no object', [data([10])], [10], false, 'agent'],
    ['data with commentary', [text('the tenth, please'), data({ petId: 10 })], { petId: 10 }, false, 'agent'],
    ['JSON text', [text(' {"petId":10} ')], { petId: 10 }, false, 'agent'],
    ['fenced JSON', [text('Here:\n```json\n{"petId":10}\n```\nThanks')], { petId: 10 }, false, 'agent'],
    ['key=value', [text('petId=10 fields=name')], { petId: '10', fields: 'name' }, true, 'agent'],
    ['two texts', [text('petId=10'), text('fields=name')], { petId: '10', fields: 'name' }, true, 'agent'],
    ['an envelope', [data({ skill: 'get-pet-by-id', args: { petId: 10 } })], { petId: 10 }, false, 'envelope'],
    ['an envelope as text', [text('{"tool":"getPetById","input":{"petId":10}}')], { petId: 10 }, false, 'json text'],
    ['typed text', [text('getPetById petId=10')], { petId: '10' }, true, 'typed text'],
    ['a name before a fence', [text('getPetById ```{"petId":10}```')], { petId: 10 }, false, 'typed text'],
    ['a route', [text('GET /pets/10?fields=a&fields=b')], { petId: '10', fields: ['a', 'b'] }, true, 'typed text'],
  ])('takes %s', (_, parts, args, coerce, by) => {
    expect(resolveTo(createTurn(parts, { skills: only }))).toEqual({ skill: 'getPetById', args, coerce, by });
  });

  it('does not run its skill for a message that names another', () => {
    const named = { metadata: { skillId: 'deletePet' }, skills: only };
    expect(resolveTo(createTurn([data({ petId: 10 })], named))).toMatchObject({ code: 'skill_not_found' });
    expect(
      resolveTo(createTurn([data({ skill: 'deletePet', arguments: { petId: 10 } })], { skills: only })),
    ).toMatchObject({
      code: 'skill_not_found',
      fields: ['message.parts[0].data.skill'],
    });
    const extensions = new Set([skillContractExtension]);
    const metadata = { [skillContractExtension]: { skillId: 'deletePet' } };
    expect(resolveTo(createTurn([data({})], { skills: only, extensions, metadata }))).toMatchObject({
      code: 'skill_not_found',
    });
  });

  describe('that takes a body', () => {
    const put = createSkill({
      id: 'putNote',
      route: 'PUT /notes/{noteId}',
      arguments: { noteId: ['path!', { type: 'string' }], area: ['field', true], text: ['field', { type: 'string' }] },
    });
    it.each([
      ['a route with JSON', 'PUT /notes/7 {"text":"x"}', { noteId: '7', text: 'x' }, 'typed text'],
      ['a call line with JSON', 'putNote {"noteId":"7"}', { noteId: '7' }, 'typed text'],
      ['a pair whose value is JSON', 'area={"city":"Bern"} noteId=7', { area: { city: 'Bern' }, noteId: '7' }, 'agent'],
      ['JSON in prose', 'Write {"noteId":"7"} now', { noteId: '7' }, 'agent'],
      ['JSON behind a label', 'arguments: {"noteId":"7"}', { noteId: '7' }, 'agent'],
    ])('takes %s', (_, said, args, by) => {
      expect(resolveTo(createTurn([text(said)], { skills: [put] }))).toMatchObject({ skill: 'putNote', args, by });
    });

    it.each([
      ['a name', 'dropNote {"noteId":"7"}', { code: 'skill_not_found', asked: 'choose' }],
      ['a route', 'DELETE /notes/7 {"noteId":"7"}', { asked: 'confirm' }],
    ])('is not called by %s of something else with JSON', (_, said, asked) => {
      expect(resolveTo(createTurn([text(said)], { skills: [put] }))).toMatchObject(asked);
    });
  });

  it('takes what looks like an envelope when the skill has such arguments', () => {
    const job = createSkill({ id: 'run', arguments: { tool: ['field!', true], input: ['field!', true] } });
    const turn = createTurn([data({ tool: 'hammer', input: 'wood' })], { skills: [job] });
    expect(resolveTo(turn)).toEqual({
      skill: 'run',
      args: { tool: 'hammer', input: 'wood' },
      coerce: false,
      by: 'agent',
    });
  });

  it.each([
    ['a sentence', 'what is pet 10 called?'],
    ['a bare value', '10'],
  ])('finds its arguments in %s', (_, said) => {
    expect(resolveTo(createTurn([text(said)], { skills: only }))).toMatchObject({ skill: 'getPetById', by: 'agent' });
  });

  it('asks for what prose does not say', () => {
    const asked = resolveTo(createTurn([text('what is it called?')], { skills: only }));
    expect(asked).toMatchObject({ asked: 'complete', code: 'invalid_arguments', fields: ['petId'] });
  });
});
