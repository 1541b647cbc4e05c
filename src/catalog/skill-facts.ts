// What there is to say of a skill for people and programs that want more than the card says; schemas aside.

import type { Skill } from './skill.ts';

export interface SkillFacts {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly target: string;
  readonly method: string;
  readonly path: string;
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly destructive: boolean;
  readonly deprecated: boolean;
  readonly examples: readonly string[];
}

export function toSkillFacts(skill: Skill): SkillFacts {
  const { id, name, description, tags, target, operation, readOnly, idempotent, destructive } = skill;
  const { method, path, deprecated } = operation;
  return {
    id,
    name,
    description,
    tags,
    target,
    method,
    path,
    readOnly,
    idempotent,
    destructive,
    deprecated,
    examples: skill.examples(),
  };
}
