// Whether the skills of an agent are about something: then a word such as "tools" means that, and not what the agent can do.

import type { Skill } from '../../catalog/skill.ts';

/** `stem` is the beginning of a word, in lower case. */
export function hasWord(skills: readonly Skill[], stem: string): boolean {
  const word = new RegExp(`(?<![a-z])${stem}`);
  return skills.some(({ id, name }) =>
    word.test(`${id} ${name}`.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()),
  );
}
