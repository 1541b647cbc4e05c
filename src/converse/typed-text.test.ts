// Typed text as people and models write it: what is a call, and of what; and the prose that must never be mistaken for one.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccepts, createLookup, createSkill } from '../../test/support/skills.ts';
import { createTurn, demoSkills, text } from '../../test/support/turns.ts';
import type { Skill } from '../catalog/skill.ts';
import { GatewayError } from '../errors.ts';
import { createAgents } from './agent.ts';
import { toContents } from './contents.ts';
import { jsonText } from './steps/json-text.ts';
import { typedText } from './steps/typed-text.ts';

const findPet = createSkill({
  id: 'pets__findPet',
  bareId: 'findPet',
  name: 'Find a pet',
  route: 'GET /find/{petId}',
  server: 'https://pets.example.test',
  arguments: {
    petId: ['path!', { type: 'integer' }],
    verbose: ['query', { type: 'boolean' }],
    limit: ['query', { type: 'integer' }],
    name: ['query', { type: 'string' }],
    tags: ['query', { type: 'array', items: { type: 'string' } }],
  },
});
const skills: readonly Skill[] = [
  ...demoSkills,
  findPet,
  createSkill({ id: 'search', name: 'Search', arguments: { q: ['query!', { type: 'string' }], name: ['query', {}] } }),
  createSkill({ id: 'resetCache', name: 'Reset the cache', route: 'POST /reset' }),
  createSkill({ id: 'run_job', name: 'Run job', route: 'POST /jobs', arguments: { id: ['field!', {}] } }),
  createSkill({
    id: 'replacePet',
    name: 'Replace a pet',
    route: 'PUT /pets/{petId}',
    server: 'https://pets.example.test/v2',
    arguments: { petId: ['path!', {}], name: ['field', {}] },
  }),
  createSkill({
    id: 'order',
    name: 'Create order confirmation',
    route: 'POST /orders',
    arguments: { text: ['field', {}] },
  }),
  createSkill({
    id: 'compare',
    arguments: { left_id: ['query!', {}], rightId: ['query!', {}], right_id: ['query', {}] },
  }),
];

/** What the two steps make of a text: undefined is prose, which the later steps try. */
function read(value: string, known = skills): unknown {
  const contents = toContents(createTurn([text(value)], { skills: known }));
  const agent = createAgents({ ...createLookup(known), accepts: createAccepts() })(known);
  try {
    const call = jsonText(contents, agent) ?? typedText(contents, agent);
    return call && [call.skill.id, call.arguments, ...(call.coerce ? ['coerce'] : [])];
  } catch (error) {
    if (error instanceof GatewayError) return error.code;
    throw error;
  }
}

const ten = ['getPetById', { petId: 10 }];
const typedTen = ['getPetById', { petId: '10' }, 'coerce'];

describe('JSON in prose', () => {
  it.each([
    ['Please call getPetById with {"petId": 10}, thanks!', ten],
    ['{"petId":10} for getPetById', ten],
    ['I want to run getPetById: {"petId":10}', ten],
    ['I need the details of our dog, use get_pet_by_id {"petId":10} and tell me the name', ten],
    ['What does getPetById say for {"petId":10}?', ten],
    ['Use `getPetById` with `{"petId":10}`.', ten],
    ['Look it up by "Get pet by id": {"petId":10}', ten],
    ['The tool is getPetById.\n\nArguments:\n{\n  "petId": 10\n}\n\nGo.', ten],
    ['Action: getPetById\nAction Input: {"petId":10}', ten],
    ['<function=getPetById>{"petId":10}</function>', ten],
    ['Here you are: {"skill":"getPetById","arguments":{"petId":10}} as agreed', ten],
    ['<tool_call>\n{"name":"getPetById","arguments":{"petId":10}}\n</tool_call>', ten],
    ["ok: {'skill': 'getPetById', 'arguments': {'pet_id': 10}}", ten],
    ['look {here}: call getPetById {"petId":10} in {curly} prose', ten],
    ['please run createPet with {"name":"Rex"}', ['createPet', { name: 'Rex' }]],
    ['Could you please create a new pet with createPet: {"name":"Rex"}?', ['createPet', { name: 'Rex' }]],
    ['{"name":"Rex"} as the arguments of createPet, please', ['createPet', { name: 'Rex' }]],
    ['Please use `createPet`:\n```json\n{"name":"Rex"}\n```\nThanks', ['createPet', { name: 'Rex' }]],
  ])('%s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each([
    'getPetById or listPets, whichever takes {"petId":10}',
    'Do not call getPetById with {"petId":10}',
    'first getPetById {"petId":10}, then {"petId":11} the same way',
    'find the search results for {"q":"x"}',
    'The list for {"limit":5}',
    'what is {} in getPetById',
    'getPetByName is not what I mean by {"petId":10}, nor is {it}',
    'I ran createPet {"name":"Rex"} and it failed',
    'What would createPet {"name":"Rex"} do?',
    'Don\'t run createPet with {"name":"Rex"}',
    'never send {"skill":"createPet","arguments":{"name":"Rex"}} again',
    'Explain this: {"skill":"createPet","arguments":{"name":"Rex"}}',
    'For example {"skill":"createPet","arguments":{"name":"Rex"}} is what failed',
    'I run createPet with {"name":"Rex"} here',
    'createPet? with {"name":"Rex"}',
    'can I use createPet with {"name":"Rex"}?',
    'My colleague used createPet {"name":"Rex"} yesterday',
  ])('leaves to others: %s', (value) => {
    expect(read(value)).toBeUndefined();
  });
});

describe('calls as programs and command lines have them', () => {
  it.each([
    ['getPetById(petId=10)', typedTen],
    ['getPetById(petId: 10)', typedTen],
    ['getPetById({"petId":10})', ten],
    ['getPetById({ petId: 10 })', ten],
    ['getPetById(10)', typedTen],
    ['getPetById("10")', typedTen],
    ['getPetById 10', typedTen],
    ['getPetById: "10"', typedTen],
    ['please call getPetById 10', typedTen],
    ['replacePet p-10', ['replacePet', { petId: 'p-10' }, 'coerce']],
    ['getPetById (petId=10)', typedTen],
    ['search("red shoes")', ['search', { q: 'red shoes' }, 'coerce']],
    ['search(shoes)', ['search', { q: 'shoes' }, 'coerce']],
    ['listPets()', ['listPets', {}]],
    ['listPets(limit=5,status=sold)', ['listPets', { limit: '5', status: 'sold' }, 'coerce']],
    ['pets.findPet(petId=10)', ['pets__findPet', { petId: '10' }, 'coerce']],
    ['pets__findPet(10)', ['pets__findPet', { petId: '10' }, 'coerce']],
    [
      'findPet(petId=10, tags=["a", \'b\'], verbose=True, name="Rex, the \\"dog\\"")',
      ['pets__findPet', { petId: '10', tags: ['a', 'b'], verbose: true, name: 'Rex, the "dog"' }, 'coerce'],
    ],
    ['createPet(name="Rex", owner={"age": 7})', ['createPet', { name: 'Rex', owner: { age: 7 } }, 'coerce']],
    ['`getPetById(petId=10)`', typedTen],
    ['Please call `getPetById(petId=10)`.', typedTen],
    ['pets__findPet petId: 10', ['pets__findPet', { petId: '10' }, 'coerce']],
    ['findPet petId: 10, verbose: true', ['pets__findPet', { petId: '10', verbose: 'true' }, 'coerce']],
    ['findPet "petId": 10, "name": "two words"', ['pets__findPet', { petId: '10', name: 'two words' }, 'coerce']],
    ['findPet --petId 10 --verbose', ['pets__findPet', { petId: '10', verbose: 'true' }, 'coerce']],
    ['findPet --verbose --petId=10', ['pets__findPet', { petId: '10', verbose: 'true' }, 'coerce']],
    ['findPet --pet-id 10 --name "two words"', ['pets__findPet', { petId: '10', name: 'two words' }, 'coerce']],
    ['findPet petId=10,limit=5', ['pets__findPet', { petId: '10', limit: '5' }, 'coerce']],
    ['findPet petId=10 and limit=5', ['pets__findPet', { petId: '10', limit: '5' }, 'coerce']],
    ['call getPetById with petId=10', typedTen],
    ['use the skill findPet with petId 10 and limit 5', ['pets__findPet', { petId: '10', limit: '5' }, 'coerce']],
    ['Can you run getPetById with petId=10?', typedTen],
    ['findPet where petId is 10 and limit of 5', ['pets__findPet', { petId: '10', limit: '5' }, 'coerce']],
    ['run: getPetById petId=10', typedTen],
    ['@getPetById petId=10', typedTen],
    ['skill: getPetById, arguments: {"petId":10}', ten],
    ['skill: getPetById\npetId: 10', typedTen],
    ['skill=getPetById petId=10', typedTen],
    ['tool: getPetById\narguments:\n  petId: 10', typedTen],
    ['createPet\nname: Rex the dog\ntags: ["a"]', ['createPet', { name: 'Rex the dog', tags: ['a'] }, 'coerce']],
    ['List pets with status sold and limit 5', ['listPets', { status: 'sold', limit: '5' }, 'coerce']],
    ['I want to createPet name=Rex', ['createPet', { name: 'Rex' }, 'coerce']],
    ['could you please createPet name=Rex?', ['createPet', { name: 'Rex' }, 'coerce']],
    ["I'd like to call createPet(name='Rex')", ['createPet', { name: 'Rex' }, 'coerce']],
    ['Run job id=3', ['run_job', { id: '3' }, 'coerce']],
    ['please run job id=3', ['run_job', { id: '3' }, 'coerce']],
    ['can you list pets?', ['listPets', {}]],
    ['please reset the cache', ['resetCache', {}]],
    ['Get pet by id petId=10', typedTen],
    ['"Get pet by id": {"petId":10}', ten],
    ['findPet petId=10', ['pets__findPet', { petId: '10' }, 'coerce']],
    ['FIND-PET petId=10', ['pets__findPet', { petId: '10' }, 'coerce']],
  ])('%s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each([
    ['getPetById(1, 2)', 'invalid_arguments'],
    ['getPetById(petId=10', 'invalid_arguments'],
    ['getPetById -petId 10', undefined],
    ['compare(10)', undefined],
    ['getPetById --petId=10 11', 'invalid_arguments'],
    ['getPetById petId=10 or 11', 'invalid_arguments'],
  ])('%s is no call', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });
});

describe('slips of JSON', () => {
  it.each([
    ['getPetById {"petId": 10,}', ten],
    ["getPetById {'petId': 10}", ten],
    ['getPetById {petId: 10}', ten],
    ['getPetById {“petId”: 10}', ten],
    ['findPet {"petId":10,"verbose":True,"name":None}', ['pets__findPet', { petId: 10, verbose: true, name: null }]],
    ['findPet {petId: 10, tags: [\'a\', "b",],}', ['pets__findPet', { petId: 10, tags: ['a', 'b'] }]],
    ['createPet {"name":"two\nlines"}', ['createPet', { name: 'two\nlines' }]],
    ['createPet {"name":"it’s “Rex”"}', ['createPet', { name: 'it’s “Rex”' }]],
    ['createPet name=Rex owner={age: 7}', ['createPet', { name: 'Rex', owner: { age: 7 } }, 'coerce']],
  ])('%s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each([
    'getPetById {"petId": ten}',
    'getPetById {"petId": 10',
    'getPetById {"petId" 10}',
    'getPetById {"petId": 10 "fields": []}',
    'getPetById {"petId": +10}',
    'getPetById {"petId": 0x10}',
    'getPetById {"petId": undefined}',
    'getPetById {"petId": 1_000}',
  ])('does not guess: %s', (value) => {
    expect(read(value)).toBe('invalid_arguments');
  });

  it.each(["{'petId':10}", '```json\n{petId: 10,}\n```', '{"petId":10}, please'])('in arguments alone: %s', (value) => {
    expect(read(value, demoSkills)).toEqual(ten);
  });

  it('keeps the digits', () => {
    expect(JSON.stringify(read("getPetById {'petId': 9007199254740993}"))).toBe(
      '["getPetById",{"petId":9007199254740993}]',
    );
  });
});

describe('what stands around', () => {
  it.each([
    ['"getPetById {\\"petId\\":10}"', ten],
    ['"getPetById {"petId":10}"', ten],
    ['“getPetById petId=10”', typedTen],
    ["'getPetById petId=10'", typedTen],
    ['`getPetById petId=10`', typedTen],
    ['```\ngetPetById petId=10\n```', typedTen],
    ['```text\ngetPetById petId=10\n```', typedTen],
    ['Please run this:\n```\ngetPetById petId=10\n```\nThanks!', typedTen],
    ['To see it, have a look with `getPetById petId=10`.', typedTen],
    ['**getPetById** {"petId":10}', ten],
    ['**getPetById {"petId":10}**', ten],
    ['- getPetById {"petId":10}', ten],
    ['- getPetById petId: 10', typedTen],
    ['1. getPetById petId=10', typedTen],
    ['> getPetById petId=10', typedTen],
    ['> getPetById\n> petId: 10', typedTen],
    ['- `getPetById petId=10`', typedTen],
    ['**Skill:** getPetById\npetId: 10', typedTen],
    ['getPetById petId=10.', typedTen],
    ['getPetById petId=10 please', typedTen],
    ['getPetById petId=10, thank you very much!', typedTen],
    ['please getPetById petId=10', typedTen],
    ['Please, getPetById petId=10.', typedTen],
    ['getPetById {"petId":10}.', ten],
    ['getPetById {"petId":10} please', ten],
    ['List pets!', ['listPets', {}]],
    ['createPet name=Inc.', ['createPet', { name: 'Inc.' }, 'coerce']],
    ['createPet name=please', ['createPet', { name: 'please' }, 'coerce']],
  ])('%s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });
});

describe('names of arguments', () => {
  it.each([
    ['getPetById petid=10', typedTen],
    ['getPetById pet_id=10', typedTen],
    ['getPetById pet-id=10', typedTen],
    ['getPetById PetID=10', typedTen],
    ['getPetById(pet_id=10)', typedTen],
    ['getPetById {"pet_id":10}', ten],
    ['GET /pets/10?Fields=a', ['getPetById', { petId: '10', fields: 'a' }, 'coerce']],
    ['getPetById petId=10 pet_id=11', ['getPetById', { petId: '10', pet_id: '11' }, 'coerce']],
    ['getPetById pet_id=10 pet-id=11', ['getPetById', { pet_id: '10', 'pet-id': '11' }, 'coerce']],
    ['compare RIGHTID=1', ['compare', { RIGHTID: '1' }, 'coerce']],
    ['compare right_id=1 leftId=2', ['compare', { right_id: '1', left_id: '2' }, 'coerce']],
    ['getPetById nothing=10', ['getPetById', { nothing: '10' }, 'coerce']],
  ])('%s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });
});

describe('requests', () => {
  it.each([
    ['curl http://localhost:3000/pets/10', typedTen],
    ['curl -X GET http://localhost:3000/v2/pets/10', typedTen],
    [
      "curl -s -XGET 'https://pets.example.test/v2/pets/10?fields=a' -H 'Accept: application/json'",
      ['getPetById', { petId: '10', fields: 'a' }, 'coerce'],
    ],
    ['```sh\ncurl http://localhost:3000/pets/10\n```', typedTen],
    ['Please run curl http://localhost:3000/pets/10', typedTen],
    ['GET https://pets.example.test/v2/pets/10', typedTen],
    ['please GET /pets/10.', typedTen],
    ['`GET /pets/10`', typedTen],
    ['- GET /pets/10', typedTen],
    [
      `curl -X PUT https://pets.example.test/v2/pets/10 \\\n  -H "Content-Type: application/json" \\\n  -d '{"name":"Rex"}'`,
      ['replacePet', { name: 'Rex', petId: '10' }, 'coerce'],
    ],
    [
      'curl -X PUT https://pets.example.test/v2/pets/10 -d "{\\"name\\":\\"Rex\\"}"',
      ['replacePet', { name: 'Rex', petId: '10' }, 'coerce'],
    ],
  ])('%s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each([
    'curl -X PUT https://elsewhere.example.test/v2/pets/10 -d \'{"name":"Rex"}\'',
    'curl -X DELETE http://localhost/pets/10',
    'curl -u me:secret http://localhost:3000/pets/10',
    "curl -H 'Authorization: Bearer x' http://localhost:3000/pets/10",
    'curl http://localhost:3000/pets/10 | jq .',
    'curl http://localhost:3000/pets/10; rm -rf /',
    'curl http://localhost:3000/nothing',
    'curl "http://localhost:3000/pets/10',
    'curl up with a book',
    'could you DELETE /pets/10',
    'get /pets/10 out of my head',
  ])('leaves to others: %s', (value) => {
    expect(read(value)).toBeUndefined();
  });
});

describe('prose', () => {
  it.each([
    'Get a pet for my daughter',
    'find a pet for my daughter',
    'list pets that I like',
    'List pets (the cheap ones)',
    'create order confirmation text about {curly}',
    'Create order confirmation about "x"',
    'search for a good restaurant',
    'list',
    'Find a pet: I need one',
    'Find a pet with name and limit',
    'Find a pet with name tags limit',
    'Replace a pet with name Rex',
    'can you reset the cache?',
    'Reset the cache?',
    'could you createPet?',
    'can I createPet name=Rex',
    'I call createPet name=Rex',
    'I would createPet name=Rex',
    'do you createPet name=Rex',
    'do not createPet name=Rex',
    'do you search',
    'how do I use findPet with petId 10',
    'the search: it is slow',
    'name: Rex',
    'createPet called Rex',
    'Note: this is about pets',
    "it's {\"a\" about 'nothing'}",
    'What is 5 = 5?',
    'I call my dog petId=10',
    'e-mail me at getPetById@example.test',
    '**',
    '```',
    '``',
    '>',
    '- ',
    'curl',
    'GET',
    '"',
    '@',
    'please',
    'please call',
  ])('%s', (value) => {
    expect(read(value)).toBeUndefined();
  });
});

describe('any arguments', () => {
  const keys = fc.constantFrom('petId', 'verbose', 'limit', 'name', 'tags');
  const args = fc.dictionary(keys, fc.jsonValue(), { minKeys: 1 });
  // Without what ends a span, a fence or the quotes around.
  const quiet = args.filter((value) => !/[`“”]/.test(JSON.stringify(value)));
  const lines: readonly ((json: string) => string)[] = [
    (json) => `findPet ${json}`,
    (json) => `findPet(${json})`,
    (json) => `findPet(${json}).`,
    (json) => `please call findPet with ${json}, thanks!`,
    (json) => `- **findPet** ${json}`,
    (json) => `> ${json} is for findPet`,
    (json) => `"Find a pet": ${json}`,
    (json) => `Look: {"skill":"findPet","arguments":${json}} as agreed`,
    (json) => JSON.stringify(`findPet ${json}`),
    (json) => `\`findPet ${json}\``,
    (json) => `Please run:\n\`\`\`\nfindPet ${json}\n\`\`\`\n`,
    (json) => `findPet\n\`\`\`json\n${json}\n\`\`\``,
    (json) => `Action: findPet\nAction Input: ${json}`,
  ];

  it('as JSON arrive as they are, whatever stands around', () => {
    fc.assert(
      fc.property(quiet, fc.constantFrom(...lines), (value, line) => {
        const text = line(JSON.stringify(value));
        expect(JSON.stringify(read(text)), text).toBe(JSON.stringify(['pets__findPet', value]));
      }),
    );
  });

  it('as texts arrive as they are in parentheses, flags and lines', () => {
    const texts = fc.dictionary(keys, fc.string(), { minKeys: 1 });
    const forms: readonly ((pairs: readonly [string, string][]) => string)[] = [
      (pairs) => `findPet(${pairs.map(([key, value]) => `${key}=${value}`).join(', ')})`,
      (pairs) => `findPet(${pairs.map(([key, value]) => `"${key}": ${value}`).join(',')})`,
      (pairs) => `findPet ${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')}`,
      (pairs) => `findPet ${pairs.map(([key, value]) => `--${key} ${value}`).join(' ')}`,
      (pairs) => `findPet\n${pairs.map(([key, value]) => `${key}: ${value}`).join('\n')}`,
      (pairs) => `use findPet with ${pairs.map(([key, value]) => `${key} ${value}`).join(' and ')}`,
    ];
    fc.assert(
      fc.property(texts, fc.constantFrom(...forms), (value, form) => {
        const text = form(Object.entries(value).map(([key, item]) => [key, JSON.stringify(item)]));
        expect(read(text), text).toEqual(['pets__findPet', value, 'coerce']);
      }),
    );
  });
});

describe('anything', () => {
  it('is a call, an error of ours, or prose', () => {
    const piece = fc.constantFrom(
      'findPet',
      'createPet',
      'Find a pet',
      'petId',
      'please ',
      'with ',
      'GET /pets/',
      'curl ',
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      '"',
      "'",
      '`',
      '```',
      '“',
      '”',
      '=',
      ':',
      ',',
      '.',
      '?',
      '--',
      '*',
      '> ',
      '- ',
      '\n',
      ' ',
      '\\',
      '10',
      '{"petId":10}',
      'skill',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const found = read(pieces.join(''));
        expect(found === undefined || typeof found === 'string' || Array.isArray(found)).toBe(true);
        expect(found).not.toBe('internal');
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    'please call '.repeat(8000),
    `findPet(${'petId=1,'.repeat(12_000)})`,
    `findPet ${'--petId '.repeat(12_000)}`,
    `findPet petId=${'1,petId='.repeat(12_000)}`,
    `findPet with ${'petId 1 and '.repeat(1600)}`,
    `findPet\n${'petId: 1\n'.repeat(2000)}`,
    `findPet${'('.repeat(100_000)}`,
    `curl ${'"a" '.repeat(20_000)}`,
    `curl ${' '.repeat(90_000)}"`,
    `{"a":1} ${'findPet '.repeat(600)}`,
    `{"a":1} ${'"a '.repeat(1600)}`,
    '`a'.repeat(2400),
    '*a* '.repeat(25_000),
    '> a\n'.repeat(25_000),
    '{"skill":'.repeat(11_000),
    `findPet {${"'".repeat(100_000)}`,
    'thanks! '.repeat(12_000),
    'a_'.repeat(50_000),
  ])('hostile takes no time: %.20s…', (value) => {
    const start = performance.now();
    read(value);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
