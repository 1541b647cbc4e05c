// A call in the middle of prose: one JSON object, and the unmistakable name of one skill (`Look it up with getPetById:
// {"petId":10}, thanks!`); or one code span or fence that is a call line. Prose that speaks against it gives undefined.

import type { Agent } from '../agent.ts';
import type { Located } from '../contents.ts';
import { findJsonInProse, findJsonObject } from '../json-text.ts';
import type { TypedCall } from './call-at-start.ts';
import { toGivenJson } from './given-pairs.ts';
import { isRequestFor } from './request-words.ts';
import { findNameInProse } from './unmistakable.ts';

export function parseCallInProse(text: string, agent: Agent): TypedCall | undefined {
  if (!text.includes('{')) return undefined;
  const found = findJsonObject(text) ?? findJsonInProse(text);
  if (found === undefined) return undefined;
  const prose = `${found.before} ${found.after}`;
  const named = findNameInProse(prose, agent);
  if (named === undefined || !isRequestFor(prose, named)) return undefined;
  return { skill: named.skill, given: toGivenJson(found.value, named.skill) };
}

const longestProse = 5000;

/** `parse` reads a call line. */
export function parseSpanInProse(
  { value, field }: Located<string>,
  parse: (line: Located<string>) => TypedCall | undefined,
): TypedCall | undefined {
  if (!value.includes('`') || value.length > longestProse) return undefined;
  const [span, other] = [...value.matchAll(/(`{3}|`)(?:[\w-]*\n)?([^`]+)\1/g)];
  if (span === undefined || other !== undefined) return undefined;
  const [whole, , line = ''] = span;
  const call = parse({ value: line.trim(), field });
  if (call?.given === undefined) return undefined;
  const prose = value.replace(whole, ' ');
  return isRequestFor(prose, { skill: call.skill, written: call.skill.id }) ? call : undefined;
}
