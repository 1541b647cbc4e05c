// The names that the arguments of a skill may have, and what is close enough to one of them: `pet_id`, `pet-id` and `petid` are
// `petId` where nothing else folds so. For typed text only: the names in a data part are taken as they are.

import type { Skill } from '../catalog/skill.ts';
import { isJsonObject } from '../lib/json.ts';

/** All names that the arguments of a skill may have at the top. */
export function toKnownNames(skill: Skill): ReadonlySet<string> {
  const names = new Set<string>();
  for (const argument of skill.input.arguments) names.add(argument.key).add(argument.wireName);
  if (skill.input.body !== undefined) names.add(skill.input.body.key);
  return names;
}

/** The argument that a name means: its key, its wire name, or the only one with the same letters and digits. */
export function findArgument(name: string, skill: Skill): string | undefined {
  const { arguments: args, body } = skill.input;
  if (body?.key === name || args.some(({ key, wireName }) => key === name || wireName === name)) return name;
  const folded = fold(name);
  if (folded === '') return undefined;
  const keys = args.filter(({ key, wireName }) => fold(key) === folded || fold(wireName) === folded);
  const [key, other] = [
    ...keys.map((argument) => argument.key),
    ...(body?.key.toLowerCase() === folded ? [body.key] : []),
  ];
  return other === undefined ? key : undefined;
}

/** The same arguments under the names that the skill has for them; what is not clear keeps its name. */
export function withKnownNames(given: unknown, skill: Skill): unknown {
  if (!isJsonObject(given)) return given;
  const names = Object.keys(given);
  // So many are no slips, and looking at each takes time.
  if (names.length > mostNames) return given;
  const found = names.map((name) => findArgument(name, skill) ?? name);
  if (found.every((name, at) => name === names[at])) return given;
  const isTaken = (name: string) => found.indexOf(name) !== found.lastIndexOf(name);
  return Object.fromEntries(
    Object.values(given).map((value, at) => {
      const name = found[at] ?? '';
      return [isTaken(name) ? (names[at] ?? '') : name, value] as const;
    }),
  );
}

const mostNames = 200;
const longestName = 200;

function fold(name: string): string {
  return name.length > longestName ? '' : name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
