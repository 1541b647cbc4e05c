// Search among skills by a few words, as an agent or a person types them: "close an issue", "who starred my repo". The index is
// built on first use, and kept as long as the list of skills.

import type { Skill } from '../skill.ts';
import { parseQuery } from './query.ts';
import { rankingOf } from './ranking.ts';

export interface FoundSkill {
  readonly skill: Skill;
  /** 0 to 1; comparable within one search only. */
  readonly score: number;
}

/** Best first; empty when no word of the query belongs to a skill. */
export type SkillSearch = (query: string, limit: number) => readonly FoundSkill[];

export function createSkillSearch(skills: readonly Skill[]): SkillSearch {
  return (query, limit) =>
    rankingOf(skills)
      .rank(parseQuery(query), limit)
      .map(({ profile, score }) => ({ skill: profile.skill, score }));
}
