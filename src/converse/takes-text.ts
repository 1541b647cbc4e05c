// Whether a skill takes the words of a message as they are: an operation that is an agent itself, whose mapping says where they go.

import type { Skill } from '../catalog/skill.ts';
import { isJsonObject } from '../lib/json.ts';

export function takesText(skill: Skill): boolean {
  return isMapped(skill, 'text') || takesParts(skill);
}

/** True when it is given data and files of the message, too. */
export function takesParts(skill: Skill): boolean {
  return isMapped(skill, 'parts');
}

function isMapped({ conversation, operation }: Skill, fact: string): boolean {
  const mapping: unknown = conversation ?? operation.extension['conversation'];
  return isJsonObject(mapping) && Object.hasOwn(mapping, fact);
}
