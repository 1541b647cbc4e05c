// Step 8: what names no skill is said to the skill that takes text as it is, when the agent has one for that: its only skill or the
// default one. Its mapping puts the text, and all parts if it takes them, where the service wants them.

import { isJsonObject } from '../../lib/json.ts';
import type { Skill } from '../../catalog/skill.ts';
import type { Contents } from '../contents.ts';
import { takesParts } from '../takes-text.ts';
import type { Step } from './step.ts';

export const saidText: Step = (contents, { listener, only }) => {
  if (listener === undefined || !isSaid(listener, contents)) return undefined;
  return { skill: listener, arguments: {}, coerce: false, resolvedBy: only === undefined ? 'default skill' : 'agent' };
};

/** False for a message that says nothing in a way that the skill would hear. */
export function isSaid(listener: Skill, { data, text, files }: Contents): boolean {
  if (!takesParts(listener)) return data === undefined && text.value !== '';
  if (text.value !== '') return true;
  return data === undefined ? files.length > 0 : !isArguments(listener, data.value);
}

/** Data that holds nothing but arguments of the skill is a call of it. */
function isArguments({ input }: Skill, value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const names = new Set(input.arguments.flatMap(({ key, wireName }) => [key, wireName]));
  if (input.body !== undefined) names.add(input.body.key);
  return Object.keys(value).every((name) => names.has(name));
}
