// Names for people: the summary, else the operationId in words. Clients make tool names of them, so they are at most 40
// characters and stay different after everything but `[A-Za-z0-9_]` is dropped.

import { createHash } from 'node:crypto';

export interface Nameable {
  readonly id: string;
  readonly bareId: string;
  readonly summary: string;
  /** Set by the operator: taken as it is. */
  readonly name?: string;
}

const maxLength = 40;

/** Names in the order given. Those whose first choice is taken by another fall back to the id in words, then to a hash. */
export function buildSkillNames(skills: readonly Nameable[]): readonly string[] {
  const choices = skills.map((skill) => [
    skill.name ?? cut(skill.summary),
    cut(inWords(skill.bareId)),
    withHash(skill),
  ]);
  const chosen = skills.map(() => 0);
  for (let round = 0; round < 2; round++) {
    const count = new Map<string, number>();
    const current = choices.map((names, at) => reduce(names[chosen[at] ?? 0] ?? ''));
    for (const name of current) count.set(name, (count.get(name) ?? 0) + 1);
    current.forEach((name, at) => {
      if (name === '' || ((count.get(name) ?? 0) > 1 && skills[at]?.name === undefined))
        chosen[at] = (chosen[at] ?? 0) + 1;
    });
  }
  return distinct(
    choices.map((names, at) => names[chosen[at] ?? 2] ?? ''),
    skills,
  );
}

// After the rounds only a fallback can still meet a first choice of another skill.
function distinct(names: readonly string[], skills: readonly Nameable[]): readonly string[] {
  const seen = new Set<string>();
  return names.map((name, at) => {
    const skill = skills[at];
    const kept = seen.has(reduce(name)) && skill !== undefined ? withHash(skill) : name;
    seen.add(reduce(kept));
    return kept;
  });
}

function cut(text: string): string {
  const line = text.split(/\r?\n/)[0]?.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '') ?? '';
  if (line.length <= maxLength) return line;
  const space = line.lastIndexOf(' ', maxLength);
  return line.slice(0, space > 15 ? space : maxLength).trim();
}

/** `getPetById` → `Get pet by id`. */
function inWords(id: string): string {
  const words = id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function withHash({ id, bareId }: Nameable): string {
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 6);
  return `${cut(inWords(bareId)).slice(0, maxLength - hash.length - 1)} ${hash}`;
}

function reduce(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '_').toLowerCase();
}
