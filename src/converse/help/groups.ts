// The skills of an agent by their first tag, in the order of the catalog.

import type { Skill } from '../../catalog/skill.ts';

export interface Group {
  readonly tag: string;
  readonly skills: readonly Skill[];
}

export function toGroups(skills: readonly Skill[]): readonly Group[] {
  const byTag = new Map<string, Skill[]>();
  for (const skill of skills) {
    const [tag = 'other'] = skill.tags;
    const group = byTag.get(tag);
    if (group === undefined) byTag.set(tag, [skill]);
    else group.push(skill);
  }
  return Array.from(byTag, ([tag, members]) => ({ tag, skills: members }));
}

/** All skills with the tag, in any spelling; undefined when there is none. */
export function findGroup(skills: readonly Skill[], name: string): Group | undefined {
  const wanted = fold(name);
  if (wanted === '') return undefined;
  let tag: string | undefined;
  const members = skills.filter((skill) => {
    const found = skill.tags.find((one) => fold(one) === wanted);
    tag ??= found;
    return found !== undefined;
  });
  return tag === undefined ? undefined : { tag, skills: members };
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
