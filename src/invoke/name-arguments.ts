// Step 1 of a call: the names that a caller used become the keys of the skill. A wire name is accepted where it means one argument;
// headers are compared without case. Unknown names stay, for the schema to refuse or allow. The result has no prototype, so
// `constructor` and `__proto__` are names like any other.

import { describeJson, isJsonObject } from '../lib/json.ts';
import { createRecord } from '../lib/record.ts';
import type { Violation } from '../errors.ts';
import type { Skill, SkillInput } from '../catalog/skill.ts';
import { invalidArguments } from './invalid-arguments.ts';

/** From what a caller may write to the key that it means. */
export type ArgumentNames = ReadonlyMap<string, string>;

export function compileNames(input: SkillInput): ArgumentNames {
  const names = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { key, wireName, in: place } of input.arguments) {
    for (const alias of place === 'header' ? [wireName, wireName.toLowerCase()] : [wireName]) {
      const other = names.get(alias);
      if (other !== undefined && other !== key) ambiguous.add(alias);
      names.set(alias, key);
    }
  }
  for (const alias of ambiguous) names.delete(alias);
  if (input.body !== undefined) names.set(input.body.key, input.body.key);
  for (const { key } of input.arguments) names.set(key, key);
  return names;
}

export function nameArguments(skill: Skill, names: ArgumentNames, given: unknown): Record<string, unknown> {
  const args = createRecord<unknown>();
  if (given === undefined) return args;
  if (!isJsonObject(given)) {
    throw invalidArguments(skill, [
      { field: 'arguments', description: `expected an object, found ${describeJson(given)}` },
    ]);
  }
  let twice: readonly Violation[] = [];
  for (const name of Object.keys(given)) {
    const key = names.get(name) ?? name;
    if (Object.hasOwn(args, key))
      twice = [...twice, { field: key, description: `is given twice, also as ${JSON.stringify(name)}` }];
    args[key] = given[name];
  }
  if (twice.length > 0) throw invalidArguments(skill, twice);
  return args;
}
