// The one skill that a name means, or the error that says why there is none: for places where a name can be nothing else.

import type { Skill } from '../catalog/skill.ts';
import type { Agent } from './agent.ts';
import { ambiguousName, unknownSkill } from './refusal.ts';

/** Throws `skill_not_found` or `skill_ambiguous`. */
export function findSkill(name: string, field: string, agent: Agent): Skill {
  const skills = agent.named(name);
  const [skill, other] = skills;
  if (skill === undefined) throw unknownSkill(name, field, agent);
  if (other !== undefined) throw ambiguousName(name, field, skills);
  return skill;
}
