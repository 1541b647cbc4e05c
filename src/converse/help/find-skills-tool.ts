// What agents are told of `find_skills`, the skill that the gateway has itself: a search among the others.

import type { Skill } from '../../catalog/skill.ts';
import type { SchemaObject } from '../../spec/json-schema.ts';

export const findSkillsTool = {
  id: 'find_skills',
  name: 'Find skills',
  description:
    'Searches the skills of this agent. Give what you want to do in a few words; the answer has the skills that fit, best first, each with its input schema and a line that calls it.\nInput: {query: string, limit?: integer}',
  tags: ['search'],
  examples: ['find_skills {"query":"cancel an order"}', 'find_skills {"query":"cancel an order","limit":3}'],
  inputModes: ['application/json', 'text/plain'],
  outputModes: ['application/json', 'text/plain'],
} as const;

export const defaultFound = 5;

export const findSkillsSchema: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1, description: 'What the skill should do, in a few words.' },
    limit: { type: 'integer', minimum: 1, maximum: 20, default: defaultFound, description: 'The most skills to find.' },
  },
  required: ['query'],
  additionalProperties: false,
};

/** When the card shows it. It is understood in any case. */
export type ShowFindSkills = 'auto' | 'always' | 'never';

/** Fewer skills than this are read faster than searched. */
const manySkills = 20;

/** A skill of this very id takes its place. */
export function showsFindSkills(skills: readonly Skill[], show: ShowFindSkills): boolean {
  if (show === 'never' || (show === 'auto' && skills.length <= manySkills)) return false;
  return !skills.some(({ id }) => id === findSkillsTool.id);
}
