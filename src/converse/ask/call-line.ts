// The text that makes a call, to be copied: `getPetById {"petId":10}`. What is not known yet is filled in from the examples of the skill.

import { readCallLine } from '../../catalog/example.ts';
import type { Skill } from '../../catalog/skill.ts';
import { isJsonObject, stringifyJson } from '../../lib/json.ts';

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
    examples.find((example) => Object.hasOwn(example, key))?.[key] ?? `<${key}>`,
  ]);
  return Object.fromEntries([...Object.entries(known), ...made]) as KnownArguments;
}
