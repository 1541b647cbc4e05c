// The text that makes a call, to be copied: `getPetById {"petId":10}`. What is not known yet is filled in from the examples of the skill.

import { readCallLine } from '../../catalog/example.ts';
import type { Skill } from '../../catalog/skill.ts';
import { isJsonObject, stringifyJson } from '../../lib/json.ts';
import type { JsonSchema } from '../../spec/json-schema.ts';
import { followSchema } from './follow-schema.ts';

export type KnownArguments = Readonly<Record<string, unknown>>;

export function toCallLine({ id }: Skill, args: KnownArguments): string {
  return `${id} ${stringifyJson(args)}`;
}

/** The arguments with a value made up for each that is missing, where an example has one. */
export function completeFromExamples(skill: Skill, known: KnownArguments, missing: readonly string[]): KnownArguments {
  if (missing.length === 0) return known;
  const examples = skill
    .examples()
    .map((line) => readCallLine(skill.id, line))
    .filter(isJsonObject);
  const made = missing.map((key) => [
    key,
    examples.find((example) => Object.hasOwn(example, key))?.[key] ?? toPlaceholder(key, skill),
  ]);
  return Object.fromEntries([...Object.entries(known), ...made]) as KnownArguments;
}

const deepest = 3;

/** `<plate>`; of an object the fields that it must have, so that its form is seen. */
function toPlaceholder(key: string, { input }: Skill): unknown {
  const root = input.schema();
  return typeof root === 'boolean' ? `<${key}>` : placeholderOf(key, root.properties?.[key], { root, depth: 0 });
}

function placeholderOf(
  key: string,
  schema: JsonSchema | undefined,
  { root, depth }: { readonly root: JsonSchema; readonly depth: number },
): unknown {
  const plain = followSchema(schema, root);
  const fields = plain?.required ?? [];
  if (fields.length === 0 || depth === deepest) return `<${key}>`;
  return Object.fromEntries(
    fields.map((field) => [field, placeholderOf(field, plain?.properties?.[field], { root, depth: depth + 1 })]),
  );
}
