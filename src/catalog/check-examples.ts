// Examples are literal calls, so they must be accepted. Compiling the checks of every skill is too dear for the start; this goes
// over a catalog afterwards, a skill at a time, and gives a catalog without the examples that are refused.

import { buildLookUp } from './build-catalog.ts';
import type { Catalog } from './catalog.ts';
import { readCallLine } from './example.ts';
import type { Skill } from './skill.ts';

export interface CheckExamplesDeps {
  /** True when the skill accepts the arguments as they are. */
  accepts(skill: Skill, args: unknown): boolean;
  /** Lets other work go on; rejects when the check is to be given up. */
  pause(): Promise<void>;
}

/** Larger schemas take too long to compile in one piece; their examples stay unchecked. */
const largestSchema = 100_000;

/** The same catalog when every example is accepted. */
export async function checkExamples(catalog: Catalog, { accepts, pause }: CheckExamplesDeps): Promise<Catalog> {
  const kept = new Map<Skill, readonly string[]>();
  for (const skill of catalog.skills) {
    await pause();
    if (JSON.stringify(skill.input.schema()).length > largestSchema) continue;
    const examples = skill.examples();
    const accepted = examples.filter((line) => {
      const args = readCallLine(skill.id, line);
      return args === undefined || accepts(skill, args);
    });
    if (accepted.length < examples.length) kept.set(skill, accepted);
  }
  if (kept.size === 0) return catalog;
  const skills = catalog.skills.map((skill): Skill => {
    const examples = kept.get(skill);
    return examples === undefined ? skill : { ...skill, examples: () => examples };
  });
  return { ...catalog, skills, ...buildLookUp(skills) };
}
