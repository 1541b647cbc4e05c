// Whatever is said: nothing throws, values fit their schema, and long texts cost little.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccepts, createSkill } from '../../../test/support/skills.ts';
import { createUnderstanding } from './create-understanding.ts';

const skills = [
  createSkill({
    id: 'listPets',
    route: 'GET /pets',
    arguments: {
      status: ['query', { type: 'string', enum: ['available', 'sold'] }],
      limit: ['query', { type: 'integer', minimum: 1, maximum: 50 }],
      since: ['query', { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' }],
      tags: ['query', { type: 'array', items: { type: 'string', maxLength: 5 } }],
      __proto__x: ['query', { type: 'string' }],
      ['constructor']: ['query', { type: 'string', pattern: '^(a+)+$' }] as const,
    },
  }),
  createSkill({ id: 'getPet', route: 'GET /pets/{petId}', arguments: { petId: ['path!', { type: 'integer' }] } }),
  createSkill({
    id: 'getUser',
    route: 'GET /users/{name}',
    arguments: { name: ['path!', { type: 'string', pattern: '^[a-z]{2,8}$' }] },
  }),
  createSkill({
    id: 'createPet',
    route: 'POST /pets',
    arguments: { name: ['field!', { type: 'string' }], weight: ['field', { type: 'number', minimum: 0 }] },
  }),
];
const understand = createUnderstanding(skills, { now: () => 0 });
const accepts = createAccepts();

const word = fc.constantFrom(
  ...'show list get create delete pet pets user users status sold available limit since tags name named weight is of with the and 10 -3 2.5 999 "Rex" bob Bob 2026-01-02 today a/b x@example.com constructor __proto__ toString = : , . #'.split(
    ' ',
  ),
);
const sentence = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

describe('any text', () => {
  it('gives candidates whose values fit, and never throws', () => {
    fc.assert(
      fc.property(sentence, (text) => {
        for (const { skill, arguments: args, missing } of understand(text).candidates) {
          const known = new Set(skill.input.arguments.map(({ key }) => key));
          expect(Object.keys(args).every((key) => known.has(key))).toBe(true);
          if (missing.length === 0) expect([text, args, accepts(skill, { ...args })]).toEqual([text, args, true]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('long texts', () => {
  it.each([
    ['a megabyte of words', 'pet '.repeat(250_000)],
    ['quotes', '"'.repeat(100_000)],
    ['one word', 'a'.repeat(100_000)],
  ])('%s is not understood, at once', (_, text) => {
    const before = process.cpuUsage();
    expect(understand(text)).toEqual({ candidates: [], clear: false });
    expect(process.cpuUsage(before).user).toBeLessThan(100_000);
  });

  it.each([
    ['signs', '=:#('.repeat(250)],
    ['hyphens', 'a-'.repeat(500)],
    ['digits', `pet ${'9'.repeat(990)}`],
    ['one pattern', `constructor ${'a'.repeat(900)}!`],
    ['connectors', `pet ${'is '.repeat(58)}`],
    ['mail-like', 'a.'.repeat(300) + '@' + 'b.'.repeat(150)],
    ['names', 'Pet '.repeat(60)],
  ])('a thousand characters of %s cost little', (_, text) => {
    understand('warm up');
    const before = process.cpuUsage();
    for (let round = 0; round < 10; round++) understand(text);
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});
