// Which texts ask for help, which do not although they look like it, and what is said.

import { describe, expect, it } from 'vitest';
import { createAccepts, createLookup, createSkill } from '../../../test/support/skills.ts';
import { createTurn, data, demoSkills, getPet, text } from '../../../test/support/turns.ts';
import type { Skill } from '../../catalog/skill.ts';
import { createAgents } from '../agent.ts';
import { toContents } from '../contents.ts';
import { help } from './help.ts';

function ask(words: string, skills: readonly Skill[] = demoSkills) {
  const agent = createAgents({ ...createLookup(skills), accepts: createAccepts() })(skills);
  return help(toContents(createTurn([text(words)], { skills })), agent);
}

interface Groups {
  readonly skills: number;
  readonly groups: readonly {
    readonly tag: string;
    readonly count: number;
    readonly skills: readonly { readonly id: string; readonly callLine: string }[];
  }[];
}

const groupsOf = (said: { readonly data: unknown } | undefined): Groups['groups'] =>
  (said?.data as Groups | undefined)?.groups ?? [];

/** As many skills as asked for, in so many groups. */
function createMany(count: number, groups: number): readonly Skill[] {
  return Array.from({ length: count }, (_, at) => ({
    ...createSkill({ id: `op${at}`, name: `Operation ${at}`, examples: [`op${at} {"value":${at}}`] }),
    description: `Operation ${at}. Does what number ${at} does, and then some more.\nInput: {value: integer}`,
    tags: [`group-${at % groups}`],
  }));
}

describe('a text that asks for help', () => {
  it.each([
    'help',
    'Help!',
    '/help',
    '?',
    '??',
    'help me',
    'help please',
    'hi',
    'Hello there!',
    'good morning',
    'Hi, what can you do?',
    'what can you do',
    'What can you do for me?',
    'what can you help me with?',
    'What do you do?',
    'who are you?',
    "what's this?",
    'how can you help me?',
    'how do I use this?',
    'how does this work?',
    'can you help me, please?',
    'show me what you can do',
    'list skills',
    'list all skills',
    'List all your tools.',
    'show me all available commands',
    'give me a list of your skills',
    'what skills do you have?',
    'What are your capabilities?',
    'which operations are available?',
    'which tools can I use',
    'available skills',
    'your capabilities?',
    'menu',
    'usage',
  ])('%s', (words) => {
    const said = ask(words);
    expect(said?.topic).toBe('help');
    expect(said?.text).toContain('6 skills');
  });
});

describe('a text that asks for something else', () => {
  it.each([
    'help me order a pet',
    'hi, list the pets',
    'what can you do about pet 10?',
    'list pets',
    'list all pets',
    'show me pet 10',
    'list all your base',
    'what tools does the pet 10 have in the house and in the yard?',
    'how do I use a hammer?',
    'helpdesk',
    'help\nlistPets',
    `help ${'x'.repeat(200)}`,
    '',
  ])('%s', (words) => {
    expect(ask(words)).toBeUndefined();
  });

  it('is one that names a skill', () => {
    const skills = [
      ...demoSkills,
      createSkill({ id: 'help' }),
      createSkill({ id: 'listSkills', route: 'GET /skills' }),
    ];
    expect(ask('help', skills)).toBeUndefined();
    expect(ask('/help', skills)).toBeUndefined();
    expect(ask('list skills', skills)).toBeUndefined();
  });

  it('is one about things of the service that are called so', () => {
    const skills = [...demoSkills, createSkill({ id: 'getToolById', name: 'Get a tool' })];
    expect(ask('list all tools', skills)).toBeUndefined();
    expect(ask('list all skills', skills)).toBeDefined();
  });

  it('is one that somebody behind the agent would be told', () => {
    const chat: Skill = { ...getPet, conversation: { text: 'petId' } };
    expect(ask('help', [chat])).toBeUndefined();
  });

  it('is one beside data', () => {
    const agent = createAgents({ ...createLookup(demoSkills), accepts: createAccepts() })(demoSkills);
    expect(help(toContents(createTurn([text('help'), data({ limit: 1 })])), agent)).toBeUndefined();
  });

  it('is a greeting to a single skill, which may be what it is to work on', () => {
    expect(ask('hello', [getPet])).toBeUndefined();
  });
});

describe('what is said', () => {
  it('has a line to send for each skill, by group', () => {
    const skills = demoSkills.map((skill): Skill => ({ ...skill, tags: [skill.target, 'demo'] }));
    const said = ask('help', skills);
    expect(said?.text).toBe(
      [
        '6 skills in 2 groups. To use one, send its line with your own values.',
        '',
        'calculator (1)',
        '- calculate',
        '  calculate {"operation":"add","operands":[5,3]}',
        '',
        'pets (5)',
        '- Get pet by id: getPetById',
        '  getPetById {"petId":10}',
        '- List pets: listPets',
        '  listPets',
        '- Create a pet: createPet',
        '  createPet {"name":"Rex"}',
        '- deletePet',
        '  deletePet {"petId":10}',
        '- uploadPhoto',
        '  uploadPhoto {"petId":10,"body":"…"}',
        '',
        '"help pets" shows a group, "help calculate" tells all about a skill, find_skills {"query":"what you want to do"} searches.',
      ].join('\n'),
    );
    expect(said?.data).toMatchObject({ skills: 6 });
    expect(groupsOf(said).map(({ tag, count }) => [tag, count])).toEqual([
      ['calculator', 1],
      ['pets', 5],
    ]);
    expect(groupsOf(said)[1]?.skills[0]).toEqual({
      id: 'getPetById',
      name: 'Get pet by id',
      callLine: 'getPetById {"petId":10}',
    });
  });

  it.each([
    [40, 1],
    [200, 3],
    [1_200, 47],
    [1_200, 1_200],
    [5_000, 4],
  ])('of %i skills in %i groups is short enough to be read', (count, groups) => {
    const said = ask('help', createMany(count, groups));
    expect(said?.text.length).toBeLessThanOrEqual(6_100);
    expect(said?.text).toContain(`${count} skills`);
    expect(said?.text).toContain('find_skills');
    expect(JSON.stringify(said?.data).length).toBeLessThan(20_000);
    if (groups > 1 && groups < 100) expect(groupsOf(said)).toHaveLength(groups);
  });

  it('counts the groups that are left out', () => {
    expect(ask('help', createMany(1_200, 1_200))?.text).toMatch(/… and \d+ more groups\./);
  });

  it('is the skill itself where there is only one', () => {
    expect(ask('help', [getPet])?.text).toContain('- petId (integer, required)');
  });
});

describe('help about something', () => {
  const skills = createMany(1_200, 3);

  it.each(['help group-1', '/help Group 1', 'help with group-1', 'help me with the group group-1?'])(
    '%s: a group',
    (words) => {
      const said = ask(words, skills);
      expect(said?.text).toMatch(/^group-1 \(400\)/);
      expect(said?.text.length).toBeLessThanOrEqual(6_100);
      expect(groupsOf(said)).toHaveLength(1);
    },
  );

  it.each([
    'help getPetById',
    '/help getPetById',
    'help: "Get pet by id"',
    'help with the skill get_pet_by_id',
    'how do I use getPetById?',
  ])('%s: a skill', (words) => {
    const said = ask(words);
    expect(said?.text).toBe(
      [
        'Get pet by id (getPetById): GET /pets/{petId}, changes nothing.',
        'getPetById',
        '',
        'Arguments:',
        '- petId (integer, required)',
        '- fields (string[])',
        '',
        'To use it, send a line like this, with your own values:',
        'getPetById {"petId":10}',
        'getPetById petId=10 fields=name fields=tags',
      ].join('\n'),
    );
    expect(said?.data).toMatchObject({ skill: { id: 'getPetById', inputSchema: getPet.input.schema() } });
  });

  it('says what a skill does to the world', () => {
    expect(ask('help deletePet')?.text).toContain('destroys something');
    expect(ask('help createPet')?.text).toContain('may change something');
  });

  it('that does not exist is said so to the command, and left to others as a sentence', () => {
    const said = ask('/help getPetByName');
    expect(said?.text).toMatch(
      /^There is no group and no skill "getPetByName"\. Did you mean getPetById\?\n\n6 skills/,
    );
    expect(ask('help getPetByName')).toBeUndefined();
  });
});
