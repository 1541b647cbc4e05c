import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSkill, type ArgumentSketch } from '../../test/support/skills.ts';
import { createTestResolver, createTurn, demoSkills, getPet, text } from '../../test/support/turns.ts';
import { skillContractExtension } from '../lib/extension.ts';
import { createNameIndex } from './name-index.ts';
import { createPlainLines } from './plain-line.ts';
import type { Resolver } from './resolve.ts';
import type { Turn } from './turn.ts';

const read = createPlainLines({ skills: demoSkills, named: createNameIndex(demoSkills).find });

describe('a plain line', () => {
  it.each<[string, string, unknown, boolean]>([
    ['listPets', 'listPets', {}, false],
    ['getPetById petId=10', 'getPetById', { petId: '10' }, true],
    [' getPetById petId=10 fields=id,name\n', 'getPetById', { petId: '10', fields: 'id,name' }, true],
    ['calculate operation=add', 'calculate', { operation: 'add' }, true],
    ['createPet name=Zoë-Łucja', 'createPet', { name: 'Zoë-Łucja' }, true],
    ['getPetById {"petId":10}', 'getPetById', { petId: 10 }, false],
    ['getPetById{"pet_id":10}', 'getPetById', { petId: 10 }, false],
    ['createPet {"name":"a } ` {"}', 'createPet', { name: 'a } ` {' }, false],
  ])('%j is a call', (line, id, args, coerce) => {
    const call = read(createTurn([text(line)]));
    expect({ id: call?.skill.id, args: call?.arguments, coerce: call?.coerce }).toEqual({ id, args, coerce });
  });

  it('gives the fields that are wanted, where they are no argument', () => {
    expect(read(createTurn([text('listPets limit=5 fields=id,name')]))).toMatchObject({
      arguments: { limit: '5' },
      fields: ['id', 'name'],
    });
  });

  it.each([
    'getpetbyid petId=10',
    'show me listPets',
    'getPetById  petId=10',
    'getPetById petId=10 petId=11',
    'getPetById petId=10.',
    'getPetById petId=',
    'getPetById pet_id=10',
    'getPetById petId="10"',
    'getPetById petId=10, fields=name',
    'getPetById petId=10,fields=name',
    'getPetById {"petId":10} please',
    'getPetById {"petId":10,}',
    'getPetById {"skill":"deletePet","arguments":{"petId":10}}',
    'createPet {"name":"```{}```"}',
    'getPetById [10]',
    'GET /pets/10',
    '',
  ])('%j has to be read more closely', (line) => {
    expect(read(createTurn([text(line)]))).toBeUndefined();
  });

  it.each<[string, Partial<Turn>]>([
    ['in params', { skill: 'listPets' }],
    ['in the metadata', { metadata: { skillId: 'listPets' } }],
    ['in the metadata of the request', { requestMetadata: { skill: 'listPets' } }],
    ['by the extension', { metadata: { [skillContractExtension]: { skillId: 'listPets' } } }],
  ])('is none beside a skill that is named %s', (_, named) => {
    expect(read(createTurn([text('getPetById petId=10')], named))).toBeUndefined();
  });
});

// Words that begin other texts too, names that fold alike, and names that mean something to somebody else.
const words = 'find search list show help confirm yes i call run get please confirm-it yes-man a-b a_b'.split(' ');
const capitals: Readonly<Record<string, ArgumentSketch>> = { Fields: ['query', { type: 'string' }] };
const odd = words.map((id, at) =>
  createSkill({
    id,
    route: `GET /${at}/{to}`,
    readOnly: at % 3 > 0,
    arguments: {
      to: ['path!', { type: 'string' }],
      ...(at % 2 === 0 ? capitals : {}),
      'a.b': ['query', { type: 'string' }],
      ['__proto__']: ['query', { type: 'string' }],
      constructor: ['query', { type: 'integer' }] as const,
      skills: ['query', { type: 'string' }],
    },
  }),
);
const own = ['find_skills', 'findSkills'].map((id) => createSkill({ id, route: `GET /${id}`, readOnly: true }));
const withoutSearch = [...demoSkills, ...odd];
const withSearch = [...withoutSearch, ...own];
const others = { skills: withoutSearch, resolver: createTestResolver(withoutSearch) };
const searching = { skills: withSearch, resolver: createTestResolver(withSearch) };

function become(turn: Turn, { resolve }: Pick<Resolver, 'resolve'>): unknown {
  try {
    return { resolution: resolve(turn) };
  } catch (error) {
    return { error: String(error) };
  }
}

const keys =
  'petId fields Fields to a.b a constructor skills name tags limit status operation operands owner.name __proto__ tools';
const id = fc.constantFrom(...withSearch.map((skill) => skill.id), 'nothing', 'Get pet by id', 'GETPETBYID');
const key = fc.oneof(fc.constantFrom(...keys.split(' ')), fc.constantFrom('fields', 'to', 'skills', 'petId'));
const plain = fc.constantFrom('10', 'id,name', '/pets', 'https://x.test/a?b', 'Zoë', 'find_skills', '-1.5e3');
const strange = fc.oneof(
  fc.constantFrom('a,to=b', '10.', 'x!', '', 'a:', '[1,2]', '"a b"', 'a,', '```{"to":"b"}```'),
  fc.string({ maxLength: 6 }),
);
const word = fc.oneof({ arbitrary: plain, weight: 4 }, { arbitrary: strange, weight: 1 });
const pair = fc.tuple(key, word).map(([name, value]) => `${name}=${value}`);
const member = fc.tuple(
  fc.oneof(key, fc.constantFrom('skill', 'skillId', 'tool', 'arguments', 'input')),
  fc.oneof(fc.jsonValue({ maxDepth: 1 }), id, word, fc.constant({ petId: 10 })),
);
const object = fc.array(member, { maxLength: 3 }).map((members) => JSON.stringify(Object.fromEntries(members)));
const gap = fc.oneof({ arbitrary: fc.constant(' '), weight: 9 }, fc.constantFrom('', '  ', ', ', '\n'));
const pairs = fc.array(fc.tuple(gap, pair), { maxLength: 3 }).map((list) => list.flat().join(''));
const line = fc.tuple(id, fc.oneof(pairs, fc.tuple(gap, object))).map((pieces) => pieces.flat().join(''));
const other = fc.constantFrom('', '.', '?', '{', '}', '`', ' ', '=', ',', '(', '"', '-', '/');
/** With a character less or more, or another. */
const slip = fc
  .tuple(line, fc.nat(40), fc.nat(1), other)
  .map(([whole, at, length, instead]) => whole.slice(0, at) + instead + whole.slice(at + length));

it('is the call that the steps make of the same text', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.oneof(line, line, slip), (hasSearch, value) => {
      const { skills, resolver } = hasSearch ? searching : others;
      // An empty part says nothing, and makes the message one that the steps read.
      const slow = createTurn([text(value), text(' ')], { skills });
      expect(become(createTurn([text(value)], { skills }), resolver)).toEqual(become(slow, resolver));
    }),
    {
      numRuns: 3000,
      examples: [
        [false, 'find skills=10'],
        [true, 'find_skills to=10'],
      ],
    },
  );
});

it('is none where its id means something else, too', () => {
  const unclear = createPlainLines({ skills: demoSkills, named: () => demoSkills });
  expect(unclear(createTurn([text('calculate operation=add')]))).toBeUndefined();
});

it('is left to the steps where the agent has no choice of skills', () => {
  const alone = createTestResolver([getPet]);
  expect(become(createTurn([text('getPetById petId=10')], { skills: [getPet] }), alone)).toEqual(
    become(createTurn([text('getPetById petId=10'), text(' ')], { skills: [getPet] }), alone),
  );
});
