// What was made of a plain sentence: the skills that it may mean, best first, each with the arguments that were found in it.

import type { Skill } from '../../catalog/skill.ts';

export interface UnderstoodSkill {
  readonly skill: Skill;
  /** 0 to 1: how much of the sentence and of the skill's words agree. Comparable within one sentence only. */
  readonly score: number;
  /** By argument key; values are JSON as the schema wants it. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Required arguments for which nothing was found. */
  readonly missing: readonly string[];
}

export interface Understanding {
  /** At most five. */
  readonly candidates: readonly UnderstoodSkill[];
  /**
   * True when the first is meant beyond reasonable doubt: its lead over the second is clear, and no value of the sentence is left
   * over. Its arguments may still be incomplete, and it may be unsafe: whether to act is for the step to decide.
   */
  readonly clear: boolean;
}

export const nothingUnderstood: Understanding = { candidates: [], clear: false };
