// Skills of one agent by what callers call them: id, bare id, operationId, readable name. Case, spaces and punctuation do not
// matter (`get_pet`, `getPet` and "Get pet" are one name); an id outranks a bare id, and that a readable name. Built once.

import type { Skill } from '../catalog/skill.ts';

export interface NameIndex {
  /** The skills that a name may mean: none, the one, or several that it does not tell apart. */
  find(name: string): readonly Skill[];
  /** The names that a text begins with, the longest first. */
  findAtStart(text: string): readonly NameAtStart[];
}

export interface NameAtStart {
  readonly skills: readonly Skill[];
  /** As it is written. */
  readonly name: string;
}

// No id, operationId of sense, or readable name is longer; hostile names are not worth folding.
const longestName = 256;

export function createNameIndex(skills: readonly Skill[]): NameIndex {
  const ranks = [
    group(skills, (skill) => [skill.id]),
    group(skills, (skill) => [skill.bareId, skill.operation.operationId]),
    group(skills, (skill) => [skill.name]),
  ];
  const lookUp = (folded: string, name: string): readonly Skill[] => {
    for (const rank of ranks) {
      const found = rank.get(folded);
      if (found !== undefined) return preferExact(found, name);
    }
    return [];
  };
  return {
    find: (name) => (name.length > longestName ? [] : lookUp(foldName(name), name)),
    findAtStart: (text) => {
      const found: NameAtStart[] = [];
      for (const { name, folded } of startsOf(text.slice(0, longestStart))) {
        const skills = lookUp(folded, name);
        if (skills.length > 0) found.unshift({ skills, name });
      }
      return found;
    },
  };
}

// Ids have at most 64 characters, readable names 40.
const longestStart = 100;

/** One word, two words, and so on, up to what no name goes on after. `get-pet` and `get_pet` are one word. */
function* startsOf(text: string): Generator<{ readonly name: string; readonly folded: string }> {
  const word = /([^\p{L}\p{N}]*)([\p{L}\p{N}]+_*)/uy;
  let folded = '';
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const [, gap = '', letters = ''] = match;
    if (folded === '' ? !/^_*$/.test(gap) : endsNames.test(gap)) return;
    folded += foldName(letters);
    if (!goesOn.test(text.slice(word.lastIndex, word.lastIndex + 3)))
      yield { name: text.slice(0, word.lastIndex), folded };
  }
}

const endsNames = /[{}=<>\n`"“”]|: |--/;
const goesOn = /^[-_.]{0,2}[\p{L}\p{N}]/u;

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

export function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
