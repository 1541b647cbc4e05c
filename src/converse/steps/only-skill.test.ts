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

  it('asks in its error for arguments when it gets prose', () => {
    const refused = resolveTo(createTurn([text('what is pet 10 called?')], { skills: only }));
    expect(refused).toMatchObject({ code: 'skill_unresolved', fields: ['message.parts[0]'] });
    expect(refused.message).toContain('A text that works: getPetById {"petId":10}');
  });
});
