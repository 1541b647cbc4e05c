// Turns for unit tests of resolving: the demo's skills in small, a turn from a few words, and what became of it in one value.

import { createResolver, type Resolver } from '../../src/converse/resolve.ts';
import type { Turn, TurnPart } from '../../src/converse/turn.ts';
import type { Skill } from '../../src/catalog/skill.ts';
import { GatewayError } from '../../src/errors.ts';
import { createAccepts, createCheck, createLookup, createSkill } from './skills.ts';

export const calculate = createSkill({
  id: 'calculate',
  route: 'POST /api/v1/calculate',
  readOnly: true,
  target: 'calculator',
  arguments: {
    operation: ['field!', { enum: ['add', 'subtract'] }],
    operands: ['field!', { type: 'array', items: { type: 'number' } }],
  },
  examples: ['calculate {"operation":"add","operands":[5,3]}'],
});

export const getPet = createSkill({
  id: 'getPetById',
  name: 'Get pet by id',
  target: 'pets',
  route: 'GET /pets/{petId}',
  server: 'https://pets.example.test/v2',
  arguments: { petId: ['path!', { type: 'integer' }], fields: ['query', { type: 'array', items: { type: 'string' } }] },
  examples: ['getPetById {"petId":10}', 'getPetById petId=10 fields=name fields=tags'],
});

export const listPets = createSkill({
  id: 'listPets',
  name: 'List pets',
  target: 'pets',
  route: 'GET /pets',
  server: 'https://pets.example.test/v2',
  arguments: { limit: ['query', { type: 'integer' }], status: ['query', { enum: ['sold', 'available'] }] },
  examples: ['listPets', 'listPets {"status":"sold"}'],
});

export const createPet = createSkill({
  id: 'createPet',
  name: 'Create a pet',
  target: 'pets',
  route: 'POST /pets',
  arguments: {
    name: ['field!', { type: 'string' }],
    tags: ['field', { type: 'array' }],
    owner: ['field', { type: 'object' }],
  },
  examples: ['createPet {"name":"Rex"}'],
});

export const deletePet = createSkill({
  id: 'deletePet',
  target: 'pets',
  route: 'DELETE /pets/{petId}',
  arguments: { petId: ['path!', { type: 'integer' }] },
  examples: ['deletePet {"petId":10}'],
});

export const uploadPhoto = createSkill({
  id: 'uploadPhoto',
  target: 'pets',
  route: 'PUT /pets/{petId}/photo',
  arguments: { petId: ['path!', { type: 'integer' }] },
  body: { mediaType: 'application/octet-stream', required: true },
  examples: ['uploadPhoto {"petId":10,"body":"…"}'],
});

export const demoSkills: readonly Skill[] = [calculate, getPet, listPets, createPet, deletePet, uploadPhoto];

export const text = (value: string): TurnPart => ({ kind: 'text', text: value });
export const data = (value: unknown): TurnPart => ({ kind: 'data', data: value });

export function createTurn(parts: readonly TurnPart[], turn: Partial<Turn> = {}): Turn {
  return {
    skills: demoSkills,
    parts,
    metadata: {},
    requestMetadata: {},
    extensions: new Set(),
    partsField: 'message.parts',
    ...turn,
  };
}

export function createTestResolver(skills: readonly Skill[] = demoSkills, defaultSkill?: string): Resolver {
  return createResolver({
    ...createLookup(skills),
    accepts: createAccepts(),
    ...createCheck(skills),
    ...(defaultSkill !== undefined && { defaultSkill }),
  });
}

/** A call: `id`, arguments, and how. Without one: the code and the fields that are complained of, and what is asked. */
export interface ResolvedTo {
  readonly skill?: string;
  readonly args?: unknown;
  readonly coerce?: boolean;
  readonly by?: string;
  readonly code?: string;
  readonly fields?: readonly string[];
  readonly message?: string;
  readonly asked?: string;
  /** Of an answer of the gateway's own. */
  readonly topic?: string;
}

export function resolveTo(turn: Turn, resolver: Resolver = createTestResolver(turn.skills)): ResolvedTo {
  try {
    const resolution = resolver.resolve(turn);
    if (resolution instanceof Promise) throw new Error('no model is asked here');
    if (resolution.kind === 'saying') return { topic: resolution.saying.topic };
    if (resolution.kind === 'question') return toTold(resolution.question.refusal, resolution.question.open.kind);
    const { skill, arguments: args, coerce, resolvedBy } = resolution.call;
    return { skill: skill.id, args, coerce, by: resolvedBy };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return toTold(error);
  }
}

function toTold({ code, violations, message }: GatewayError, asked?: string): ResolvedTo {
  return { code, fields: violations.map(({ field }) => field), message, ...(asked === undefined ? {} : { asked }) };
}
