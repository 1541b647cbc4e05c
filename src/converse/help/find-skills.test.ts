// All the ways to ask for a search among the skills, what is wrong with some, and what is found.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccepts, createLookup, createSkill } from '../../../test/support/skills.ts';
import { createTurn, data, demoSkills, getPet, text } from '../../../test/support/turns.ts';
import type { Skill } from '../../catalog/skill.ts';
import { GatewayError } from '../../errors.ts';
import { skillContractExtension } from '../../lib/extension.ts';
import { createAgents } from '../agent.ts';
import { toContents } from '../contents.ts';
import type { Turn, TurnPart } from '../turn.ts';
import { findSkills } from './find-skills.ts';

function send(parts: readonly TurnPart[], turn: Partial<Turn> = {}) {
  const { skills = demoSkills } = turn;
  const agent = createAgents({ ...createLookup(skills), accepts: createAccepts() })(skills);
  return findSkills(toContents(createTurn(parts, turn)), agent);
}

interface Found {
  readonly query: string;
  readonly skills: readonly { readonly id: string; readonly score: number; readonly callLine: string }[];
}

/** What was searched for. */
const queryOf = (said: ReturnType<typeof send>): string | undefined => (said?.data as Found | undefined)?.query;
const foundOf = (said: ReturnType<typeof send>): Found['skills'] => (said?.data as Found | undefined)?.skills ?? [];
const idsOf = (said: ReturnType<typeof send>): readonly string[] => foundOf(said).map(({ id }) => id);

const query = 'list pets';
const named = { metadata: { skillId: 'find_skills' } };

describe('a search in a structured message', () => {
  it.each<[string, readonly TurnPart[], Partial<Turn>]>([
    ['metadata.skillId and data', [data({ query })], named],
    ['metadata.skill_id', [data({ query })], { metadata: { skill_id: 'find_skills' } }],
    ['metadata.skill', [data({ query })], { metadata: { skill: 'find_skills' } }],
    ['metadata of the request', [data({ query })], { requestMetadata: { operationId: 'find_skills' } }],
    ['params.skill', [data({ query })], { skill: 'find_skills' }],
    ['metadata.skillId and a text', [text(query)], named],
    ['metadata.skillId and pairs', [text('query="list pets" limit=2')], named],
    ['metadata.skillId and a call line', [text('find_skills {"query":"list pets"}')], named],
    ['metadata.skillId and an envelope', [data({ skill: 'find_skills', arguments: { query } })], named],
    ['an envelope', [data({ skillId: 'find_skills', arguments: { query } })], {}],
    ['the tool call of a model', [data({ name: 'find_skills', arguments: JSON.stringify({ query }) })], {}],
    ['the name beside data', [text('find_skills'), data({ query })], {}],
    [
      'the extension',
      [],
      {
        extensions: new Set([skillContractExtension]),
        metadata: { [skillContractExtension]: { skillId: 'find_skills', arguments: { query } } },
      },
    ],
  ])('%s', (_name, parts, turn) => {
    expect(queryOf(send(parts, turn))).toBe(query);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['no query', {}, ['query']],
    ['an empty query', { query: '' }, ['query']],
    ['another type', { query: 5, limit: '3' }, ['query', 'limit']],
    ['a limit beyond the allowed', { query, limit: 21 }, ['limit']],
    ['an unknown name', { query, max: 3 }, ['max']],
    ['no object', [query], ['arguments']],
  ])('with %s is an error', (_name, args, fields) => {
    try {
      send([data(args)], named);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError);
      const { code, violations, message } = error as GatewayError;
      expect([code, violations.map(({ field }) => field).toSorted()]).toEqual([
        'invalid_arguments',
        [...fields].toSorted(),
      ]);
      expect(message).toContain('A valid call: find_skills {"query":');
    }
  });

  it('takes no file', () => {
    const file: TurnPart = { kind: 'bytes', bytes: Buffer.from('x') };
    expect(() => send([data({ query }), file], named)).toThrow(/message\.parts\[1\] cannot be used/);
  });
});

describe('a search in a text', () => {
  it.each([
    'find_skills {"query":"list pets"}',
    'find_skills query="list pets"',
    'find_skills query="list pets" limit=3',
    'find_skills list pets',
    'find_skills "list pets"',
    'find_skills: list pets',
    'find_skills for list pets',
    'find_skills({"query":"list pets"})',
    'find_skills(query="list pets")',
    'findSkills list pets',
    'find-skills list pets',
    '/find_skills list pets',
    '`find_skills` list pets',
    '{"skill":"find_skills","arguments":{"query":"list pets"}}',
    'find_skills ```json\n{"query":"list pets"}\n```',
    'find skills for list pets',
    'Find me a skill that can list pets',
    'Find skills to list pets.',
    'search skills list pets',
    'search the skills for list pets',
    'Search for a tool to list pets',
    'look for skills about list pets',
    'which skill can list pets?',
    'Which tool should I use to list pets?',
    'what skill lets me list pets?',
    'is there a skill to list pets?',
    'do you have any tools for list pets',
    'please list skills about list pets',
    'show me the skills for list pets',
  ])('%s', (words) => {
    const said = send([text(words)]);
    expect(queryOf(said)).toBe(query);
    expect(said?.topic).toBe('find_skills');
  });

  it.each([
    'find_skills',
    '/find_skills',
    'find skills',
    'find_skills {}',
    'find_skills limit=3',
    'find_skills {"query":""}',
    'find_skills {"query":"x","limit":99}',
    'find_skills query=x limit=many',
  ])('%s is asked back', (words) => {
    const said = send([text(words)]);
    expect(said?.text).toMatch(/^What should the skill do\?/);
    expect(said?.text).toContain('find_skills {"query":');
  });

  it.each([
    'list pets',
    'list all skills',
    'what skills do you have?',
    'find pets with skills',
    'find_skills_of_pets {"petId":1}',
    'I have a skill for that',
    '{"skill":"listPets","arguments":{}}',
    'help',
    '',
    `find skills ${'x'.repeat(400)}`,
  ])('%s is none', (words) => {
    expect(send([text(words)])).toBeUndefined();
  });

  it('is none in plain words where the services have skills or tools of their own, or there is nothing to choose from', () => {
    const about = [...demoSkills, createSkill({ id: 'listEmployeeSkills' })];
    expect(send([text('find skills for nurses')], { skills: about })).toBeUndefined();
    expect(queryOf(send([text('find_skills nurses')], { skills: about }))).toBe('nurses');
    expect(send([text('which skill can list pets?')], { skills: [getPet] })).toBeUndefined();
    const chat: Skill = { ...getPet, conversation: { text: 'petId' } };
    expect(send([text('which skill can list pets?')], { skills: [chat] })).toBeUndefined();
  });

  it('never throws and costs little, whatever is in it', () => {
    const piece = fc.constantFrom(
      'find_skills ',
      'find skills ',
      '{',
      '}',
      '"',
      'query=',
      '```',
      '(',
      ')',
      'for ',
      'a',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        send([text(pieces.join(''))]);
      }),
    );
    const started = performance.now();
    send([text(`find_skills ${'for to that '.repeat(20_000)}`)]);
    send([text(`find skills ${'for '.repeat(70)}`)]);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('what is found', () => {
  it('is listed best first, each with a line to send', () => {
    const said = send([text('find_skills create a pet')]);
    expect(idsOf(said)[0]).toBe('createPet');
    expect(said?.text).toMatch(
      /^Skills for "create a pet", best first:\n1\. Create a pet \(changes something\)\n {3}createPet \{"name":"Rex"\}\n/,
    );
    expect(said?.data).toMatchObject({
      query: 'create a pet',
      skills: expect.arrayContaining([
        {
          id: 'createPet',
          name: 'Create a pet',
          description: 'createPet',
          method: 'POST',
          path: '/pets',
          readOnly: false,
          inputSchema: expect.objectContaining({ type: 'object' }),
          callLine: 'createPet {"name":"Rex"}',
          score: expect.any(Number),
        },
      ]),
    });
  });

  it('is as much as was asked for', () => {
    expect(idsOf(send([text('find_skills query=pet limit=1')]))).toHaveLength(1);
    expect(idsOf(send([text('find_skills pet')])).length).toBeGreaterThan(1);
  });

  it('may be nothing', () => {
    const said = send([text('find_skills zebra crossing')]);
    expect(said?.text).toMatch(/^No skill has to do with "zebra crossing"/);
    expect(said?.data).toEqual({ query: 'zebra crossing', skills: [] });
  });

  it('has no more schemas than can be read', () => {
    const schema = { type: 'object', description: 'x'.repeat(30_000) };
    const skills = Array.from({ length: 5 }, (_, at): Skill => {
      const skill = createSkill({ id: `listPets${at}`, name: `List pets ${at}` });
      return { ...skill, input: { ...skill.input, schema: () => schema } };
    });
    const found = foundOf(send([text('find_skills list pets')], { skills }));
    expect(found.map((skill) => 'inputSchema' in skill)).toEqual([true, true, false, false, false]);
  });

  it('is what a skill of that name finds, if the catalog has one', () => {
    const skills = [...demoSkills, createSkill({ id: 'find_skills' })];
    expect(send([data({ query })], { ...named, skills })).toBeUndefined();
    expect(send([text('find_skills list pets')], { skills })).toBeUndefined();
  });
});
