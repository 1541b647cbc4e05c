// Names that are no words of a language: `getPetById`, `get_pet`, `pets__get`, `repos-list-all`. In prose only these name a skill;
// "list" and "search" may be meant as words.

import type { Skill } from '../../catalog/skill.ts';
import type { Agent } from '../agent.ts';
import { foldName } from '../name-index.ts';

export function isUnmistakable(name: string): boolean {
  return (
    /^[\p{L}\p{N}_.-]{3,100}$/u.test(name) &&
    (/\p{Ll}\p{Lu}|[\p{L}\p{N}](?:_+|\.)[\p{L}\p{N}]/u.test(name) || name.split('-').length > 2)
  );
}

export interface NameInProse {
  readonly skill: Skill;
  readonly written: string;
}

const longestProse = 5000;

/** The one skill that prose names by an id, or by any name in quotes. Undefined when it names none or several. */
export function findNameInProse(prose: string, agent: Agent): NameInProse | undefined {
  if (prose.length > longestProse) return undefined;
  const named = new Map<Skill, string>();
  const quoted = prose.matchAll(/(?<![\p{L}\p{N}])["'`“‘]([^"'`”’“‘\n]{1,100})["'`”’]/gu);
  for (const [, written = ''] of quoted) {
    const [skill, other] = agent.named(written.trim());
    if (skill !== undefined && other === undefined) named.set(skill, written);
  }
  for (const [word] of prose.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu)) {
    const written = word.replace(/[.-]+$/, '');
    if (!isUnmistakable(written)) continue;
    for (const skill of agent.named(written)) if (isIdOf(skill, written)) named.set(skill, written);
  }
  const [first, second] = named;
  return first === undefined || second !== undefined ? undefined : { skill: first[0], written: first[1] };
}

/** A name of several words may fold to something that is written in prose by chance. */
function isIdOf({ id, bareId, operation }: Skill, written: string): boolean {
  const folded = foldName(written);
  return [id, bareId, operation.operationId ?? ''].some((own) => foldName(own) === folded);
}
