// Step 6: JSON as text, whole or in one fence, is read like a data part and not coerced.

import { describe, expect, it } from 'vitest';
import { createTestResolver, createTurn, data, demoSkills, resolveTo, text } from '../../../test/support/turns.ts';

const fence = (content: string, label = 'json') => `\`\`\`${label}\n${content}\n\`\`\``;

describe('JSON as text', () => {
  it.each([
    ['bare arguments', '{"petId":10}', 'getPetById', { petId: 10 }],
    ['an envelope', '{"skill":"createPet","arguments":{"name":"Rex"}}', 'createPet', { name: 'Rex' }],
    ['a fence', fence('{"petId":10}'), 'getPetById', { petId: 10 }],
    ['a fence in capitals', fence('{"petId":10}', 'JSON'), 'getPetById', { petId: 10 }],
    ['a bare fence', fence('{"petId":10}', ''), 'getPetById', { petId: 10 }],
    ['a fence on one line', '```{"petId":10}```', 'getPetById', { petId: 10 }],
    [
      'a fence in prose',
      `Please run\n${fence('{"tool":"createPet","input":{"name":"Rex"}}')}\nand tell me`,
      'createPet',
      { name: 'Rex' },
    ],
    [
      'one JSON fence among others',
      `${fence('npm test', 'sh')}\n${fence('{"petId":10}')}`,
      'getPetById',
      { petId: 10 },
    ],
    ['quotes of JavaScript', "{'petId':10}", 'getPetById', { petId: 10 }],
    ['an object and a courtesy', '{"petId":10} please', 'getPetById', { petId: 10 }],
    ['an envelope in prose', 'Try {"skill":"getPetById","args":{"pet_id":10}} now', 'getPetById', { petId: 10 }],
    ['a line end of Windows', '{\r\n"petId":10\r\n}\r\n', 'getPetById', { petId: 10 }],
  ])('%s', (_, value, skill, args) => {
    expect(resolveTo(createTurn([text(value)]))).toEqual({ skill, args, coerce: false, by: 'json text' });
  });

  it('keeps long numbers', () => {
    const { args } = resolveTo(createTurn([text('{"skill":"getPetById","arguments":{"petId":9007199254740993}}')]));
    expect(JSON.stringify(args)).toBe('{"petId":9007199254740993}');
  });

  it('goes to the default skill like a data part', () => {
    const resolver = createTestResolver(demoSkills, 'createPet');
    expect(resolveTo(createTurn([text('{"name":"Rex"}')]), resolver)).toMatchObject({
      skill: 'createPet',
      by: 'json text',
    });
  });

  it.each([
    ['an unknown skill', '{"skill":"nope","arguments":{}}', 'skill_not_found'],
    ['arguments of no skill', '{"colour":"red"}', 'skill_unresolved'],
    ['a truncated object', '{"petId":10', 'skill_unresolved'],
    ['an object and something else', '{"colour":10} and my dog', 'skill_unresolved'],
    ['two JSON fences', `${fence('{"petId":10}')}\n${fence('{"petId":11}')}`, 'skill_unresolved'],
    ['an open fence', '```json\n{"petId":10}', 'skill_unresolved'],
    ['an array', '[10]', 'skill_unresolved'],
    ['a number', '10', 'skill_unresolved'],
  ])('refuses %s', (_, value, code) => {
    expect(resolveTo(createTurn([text(value)]))).toMatchObject({ code });
  });

  it('says what is wrong with JSON that cannot be parsed', () => {
    expect(resolveTo(createTurn([text('{"petId":10')])).message).toContain('begins like JSON but cannot be parsed');
  });

  it('is not read beside a data part', () => {
    expect(resolveTo(createTurn([text('{"petId":10}'), data({ petId: 11 })]))).toMatchObject({
      code: 'part_not_usable',
    });
  });
});
