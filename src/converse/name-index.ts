// Skills of one agent by what callers call them: id, bare id, operationId, readable name. Case, spaces and punctuation do not
// matter (`get_pet`, `getPet` and "Get pet" are one name); an id outranks a bare id, and that a readable name. Built once.

import type { Skill } from '../catalog/skill.ts';

/** The skills that a name may mean: none, the one, or several that it does not tell apart. */
export type NameIndex = (name: string) => readonly Skill[];

// No id, operationId of sense, or readable name is longer; hostile names are not worth folding.
const longestName = 256;

export function createNameIndex(skills: readonly Skill[]): NameIndex {
  const ranks = [
    group(skills, (skill) => [skill.id]),
    group(skills, (skill) => [skill.bareId, skill.operation.operationId]),
    group(skills, (skill) => [skill.name]),
  ];
  return (name) => {
    if (name.length > longestName) return [];
    const folded = foldName(name);
    for (const rank of ranks) {
      const found = rank.get(folded);
      if (found !== undefined) return preferExact(found, name);
    }
    return [];
  };
}

function group(skills: readonly Skill[], namesOf: (skill: Skill) => readonly (string | undefined)[]) {
  const groups = new Map<string, Set<Skill>>();
  for (const skill of skills) {
    for (const name of namesOf(skill)) {
      const folded = foldName(name ?? '');
      if (folded === '') continue;
      const group = groups.get(folded);
      if (group === undefined) groups.set(folded, new Set([skill]));
      else group.add(skill);
    }
  }
  return new Map(Array.from(groups, ([folded, group]) => [folded, [...group]] as const));
}

function preferExact(found: readonly Skill[], name: string): readonly Skill[] {
  if (found.length === 1) return found;
  const exact = found.filter((skill) =>
    [skill.id, skill.bareId, skill.operation.operationId, skill.name].includes(name),
  );
  return exact.length === 1 ? exact : found;
}

function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
