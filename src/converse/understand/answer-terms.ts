// Terms of what a skill answers with: "what is the status of order 7?" asks for an order. Names of properties, two levels deep.

import { termsOf } from '../../catalog/search/words.ts';
import type { Skill } from '../../catalog/skill.ts';
import type { JsonSchema, SchemaObject } from '../../spec/json-schema.ts';
import { resolve } from './value-type.ts';

const mostNames = 200;

export function readAnswerTerms(skill: Skill): ReadonlySet<string> {
  const root = skill.outputSchema();
  const terms = new Set<string>();
  if (typeof root === 'object') collect(root, { root, terms, depth: 0 });
  return terms;
}

interface Collecting {
  readonly root: SchemaObject;
  readonly terms: Set<string>;
  readonly depth: number;
}

function collect(schema: JsonSchema | undefined, { root, terms, depth }: Collecting): void {
  if (typeof schema !== 'object' || depth > 4 || terms.size > mostNames) return;
  const deeper = { root, terms, depth: depth + 1 };
  if (typeof schema.$ref === 'string') collect(resolve(schema.$ref, root), deeper);
  collect(schema.items, deeper);
  for (const keyword of ['allOf', 'oneOf', 'anyOf'])
    for (const branch of ((schema[keyword] ?? []) as JsonSchema[]).slice(0, 6)) collect(branch, deeper);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    for (const term of termsOf(name)) terms.add(term);
    if (depth < 2) collect(property, { root, terms, depth: depth + 2 });
  }
}
