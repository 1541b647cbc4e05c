// The three shapes of the card. Field lists are those of A2A 1.0 §4.4 and 0.3 §5.5.

import { describe, expect, it } from 'vitest';
import { createSkill } from '../../test/support/skills.ts';
import type { Skill } from '../catalog/skill.ts';
import { skillContractExtension } from '../lib/extension.ts';
import { buildCards, type CardShape } from './card.ts';

const base = 'https://agents.example.test/gate';
const listPets = createSkill({
  id: 'listPets',
  route: 'GET /pets',
  examples: ['listPets {"limit":10}'],
  arguments: { limit: ['query', { type: 'integer' }] },
});

/** As loose as a client sees it. */
interface CardJson {
  readonly [field: string]: unknown;
  readonly capabilities: { readonly extensions?: readonly unknown[] };
}

function cardOf(
  shape: CardShape,
  skills: readonly Skill[] = [listPets],
  facts: Parameters<typeof buildCards>[0] = { name: 'Pets' },
) {
  return JSON.parse(buildCards(facts, skills).templates[shape].fill(base)) as CardJson;
}

describe('the 1.0 card', () => {
  it('has the fields of the proto and no others', () => {
    const provider = { organization: 'Example', url: 'https://example.test' };
    const card = cardOf('1.0', [listPets], {
      name: 'Pets',
      description: 'All about pets.',
      version: '1.4.0',
      documentationUrl: 'https://docs.example.test',
      provider,
    });
    const { skills, capabilities, ...rest } = card;
    expect(rest).toEqual({
      name: 'Pets',
      description: 'All about pets.',
      version: '1.4.0',
      provider,
      documentationUrl: 'https://docs.example.test',
      supportedInterfaces: [
        { url: `${base}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: `${base}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ],
      defaultInputModes: ['application/json', 'text/plain'],
      defaultOutputModes: ['application/json', 'text/plain'],
    });
    expect(capabilities).toMatchObject({ streaming: true, pushNotifications: true, extendedAgentCard: false });
    expect(skills).toEqual([
      {
        id: 'listPets',
        name: 'listPets',
        description: 'listPets',
        tags: ['demo'],
        examples: ['listPets {"limit":10}'],
        inputModes: ['application/json', 'text/plain'],
        outputModes: ['application/json'],
      },
    ]);
  });
});

describe('the 0.3 card', () => {
  it('has the fields of 0.3', () => {
    const card = cardOf('0.3');
    expect(card).toMatchObject({
      protocolVersion: '0.3.0',
      url: `${base}/a2a`,
      preferredTransport: 'JSONRPC',
      additionalInterfaces: [{ url: `${base}/a2a`, transport: 'JSONRPC' }],
      supportsAuthenticatedExtendedCard: false,
      capabilities: { streaming: true, pushNotifications: true, stateTransitionHistory: false },
    });
    expect(Object.keys(card)).not.toContain('supportedInterfaces');
    expect(Object.keys(card.capabilities)).not.toContain('extendedAgentCard');
  });
});

describe('the card for both', () => {
  it('has all fields of either', () => {
    const both = cardOf('both');
    expect(both).toMatchObject(cardOf('1.0'));
    expect(both).toMatchObject(cardOf('0.3'));
  });
});

describe.each<CardShape>(['1.0', '0.3', 'both'])('a %s card', (shape) => {
  it('has no empty required field, whatever the document left out', () => {
    const bare: Skill = {
      ...listPets,
      name: ' ',
      description: '',
      tags: [],
      examples: () => [''],
      inputModes: [],
      outputModes: [],
    };
    const card = cardOf(shape, [bare], { name: '', description: '', version: ' ', documentationUrl: '' });
    expect(card).toMatchObject({
      name: 'Skillgate',
      description: 'The operations of Skillgate as skills.',
      version: '0.0.0',
    });
    expect(card['skills']).toEqual([
      { id: 'listPets', name: 'listPets', description: 'GET /pets', tags: ['operation'] },
    ]);
    expect(JSON.stringify({ ...card, capabilities: {} })).not.toMatch(/:""|:\[\]|:null/);
  });

  it('without skills is still a card', () => {
    const card = cardOf(shape, []);
    expect(card).toMatchObject({ name: 'Pets', version: '0.0.0', skills: [] });
    expect(card.capabilities).not.toHaveProperty('extensions');
  });

  it('has the base URL wherever an address stands, quotes in it included', () => {
    const { templates } = buildCards({ name: 'a \u0000 b' }, [listPets]);
    expect(JSON.parse(templates[shape].fill('https://x.example.test/"')).name).toBe('a \u0000 b');
    expect(templates[shape].fill('https://one.example.test')).not.toContain('skillgate-base');
  });
});

const contractOf = (skills: readonly Skill[]) => {
  const [entry] = cardOf('1.0', skills).capabilities.extensions ?? [];
  return entry as { uri: string; params: { skills: Record<string, Record<string, unknown>> } };
};

const skillOf = (id: string, bytes: number): Skill => {
  const schema = { type: 'object', description: 'x'.repeat(bytes) };
  return { ...listPets, id, input: { ...listPets.input, schema: () => schema } };
};

describe('the skill contract extension', () => {
  it('says how to call each skill', () => {
    const { uri, params } = contractOf([listPets]);
    expect(uri).toBe(skillContractExtension);
    expect(params.skills).toEqual({
      listPets: {
        method: 'GET',
        path: '/pets',
        readOnly: true,
        idempotent: true,
        inputSchemaUrl: `${base}/skills/listPets/input-schema`,
        inputSchema: listPets.input.schema(),
      },
    });
  });

  it('names the output schema where the document describes the reply', () => {
    const schema = { node: {}, file: 'file:///a' };
    const media = { mediaType: 'application/json', schema, examples: [], encoding: new Map() };
    const told: Skill = {
      ...listPets,
      operation: { ...listPets.operation, responses: [{ status: '200', description: '', content: [media] }] },
    };
    expect(contractOf([told]).params.skills['listPets']).toHaveProperty(
      'outputSchemaUrl',
      `${base}/skills/listPets/output-schema`,
    );
  });

  it('holds small schemas only, and in total no more than the budget', () => {
    const skills = [skillOf('large', 2_500), ...Array.from({ length: 40 }, (_, index) => skillOf(`s${index}`, 1_900))];
    const { find_skills: own, ...others } = contractOf(skills).params.skills;
    expect(own).toHaveProperty('inputSchema');
    const contracts = Object.values(others);
    const inline = contracts.filter((contract) => 'inputSchema' in contract);
    expect(contracts[0]).not.toHaveProperty('inputSchema');
    expect(inline.length).toBe(16);
    expect(contracts.every((contract) => 'inputSchemaUrl' in contract)).toBe(true);
  });

  it('takes prototype names for ordinary ids', () => {
    const { params } = contractOf([
      { ...listPets, id: '__proto__' },
      { ...listPets, id: 'constructor' },
    ]);
    expect(Object.keys(params.skills)).toEqual(['__proto__', 'constructor']);
  });
});

describe('the search among the skills', () => {
  const many = (count: number): readonly Skill[] =>
    Array.from({ length: count }, (_, at) => ({ ...listPets, id: `s${at}`, name: `S ${at}` }));
  const idsOf = (...[skills, findSkills]: [readonly Skill[], ('auto' | 'always' | 'never')?]) => {
    const { templates } = buildCards({ name: 'Pets' }, skills, findSkills === undefined ? {} : { findSkills });
    const card = JSON.parse(templates['both'].fill(base)) as {
      readonly skills: readonly { readonly id: string }[];
      readonly capabilities: { readonly extensions: readonly { readonly params: { readonly skills: object } }[] };
    };
    const ids = card.skills.map(({ id }) => id);
    expect(Object.keys(card.capabilities.extensions[0]?.params.skills ?? {})).toEqual(ids);
    return ids;
  };

  it.each([
    [20, undefined, false],
    [21, undefined, true],
    [21, 'auto', true],
    [1, 'always', true],
    [1_200, 'never', false],
  ] as const)('is one of %i skills, %s: %s', (count, show, isShown) => {
    expect(idsOf(many(count), show).includes('find_skills')).toBe(isShown);
    expect(idsOf(many(count), show)).toHaveLength(count + Number(isShown));
  });

  it('gives way to a skill of that name', () => {
    const skills = [...many(30), { ...listPets, id: 'find_skills' }];
    expect(idsOf(skills, 'always')).toHaveLength(31);
  });
});

describe('the card of an agent below the root', () => {
  it('has its addresses there, and those of its schemas at the root', () => {
    const { templates } = buildCards({ name: 'Pets: List' }, [listPets], { path: '/agents/pets.listPets' });
    const card = JSON.parse(templates.both.fill(base));
    expect(card).toMatchObject({
      url: `${base}/agents/pets.listPets/a2a`,
      supportedInterfaces: [{ url: `${base}/agents/pets.listPets/a2a` }, { url: `${base}/agents/pets.listPets/a2a` }],
      additionalInterfaces: [{ url: `${base}/agents/pets.listPets/a2a` }],
    });
    expect(card.capabilities.extensions[0].params.skills.listPets.inputSchemaUrl).toBe(
      `${base}/skills/listPets/input-schema`,
    );
  });
});

describe('a large card', () => {
  it('is warned about', () => {
    const skills = Array.from({ length: 400 }, (_, index) => ({
      ...listPets,
      id: `s${index}`,
      description: 'x'.repeat(500),
    }));
    const { warnings } = buildCards({ name: 'Pets' }, skills);
    expect(warnings).toEqual([expect.stringMatching(/^The agent card is \d+ kB large \(400 skills\)/)]);
    expect(buildCards({ name: 'Pets' }, [listPets]).warnings).toEqual([]);
  });
});
