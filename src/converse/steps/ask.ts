// Step 10: nothing decided, so the caller is asked: which of the skills that come nearest is meant.

import type { Skill } from '../../catalog/skill.ts';
import type { Agent } from '../agent.ts';
import { askWhich } from '../ask/choose.ts';
import type { Possible } from '../ask/candidate.ts';
import type { Contents } from '../contents.ts';
import { unheardExtension, unresolved, type Refusal } from '../refusal.ts';
import type { Resolution } from '../resolution.ts';
import type { UnderstoodSkill } from '../understand/understanding.ts';

const longestQuote = 100;
const mostOffered = 5;

export function ask(contents: Contents, agent: Agent, why?: string): Resolution {
  const refusal = unresolved(contents, agent);
  const understood = agent.understand(contents.text.value).candidates;
  const isNear = refusal.skills.some((skill, at) => skill !== agent.skills[at]);
  const samples = isNear ? refusal.skills : harmlessFirst(agent.skills).slice(0, mostOffered);
  const possible = understood.length > 0 ? understood.map(toPossible) : samples.map(toUnknown);
  const reason = why ?? `I am not sure what is meant by ${quote(contents.text.value)}.`;
  const hint = unheardExtension(contents);
  return {
    kind: 'question',
    question: askWhich({ why: `${reason}${hint}`, possible, refusal, isSample: understood.length === 0 }),
  };
}

/** The question that an error of the steps before comes to. */
export function askAbout(refusal: Refusal, agent: Agent, text: string): Resolution {
  const understood = refusal.skills.length > 0 ? [] : agent.understand(text).candidates;
  // Nothing comes near: any skill tells the caller more than none.
  const offered = refusal.skills.length > 0 ? refusal.skills : harmlessFirst(agent.skills);
  const possible = understood.length > 0 ? understood.map(toPossible) : offered.slice(0, mostOffered).map(toUnknown);
  const why = `${refusal.problem.charAt(0).toUpperCase()}${refusal.problem.slice(1)}.`;
  const isSample = understood.length === 0 && refusal.skills.length === 0;
  return { kind: 'question', question: askWhich({ why, possible, refusal, isSample }) };
}

export function toPossible({ skill, arguments: args, missing }: UnderstoodSkill): Possible {
  return { skill, arguments: args, coerce: false, missing };
}

function toUnknown(skill: Possible['skill']): Possible {
  const schema = skill.input.schema();
  return { skill, arguments: {}, coerce: false, missing: typeof schema === 'boolean' ? [] : (schema.required ?? []) };
}

/** Samples of what there is: what changes nothing stands first. */
function harmlessFirst(skills: readonly Skill[]): readonly Skill[] {
  return [...skills.filter(({ readOnly }) => readOnly), ...skills.filter(({ readOnly }) => !readOnly)];
}

function quote(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote).toWellFormed()}…` : text);
}
