// The errors of this room, as sentences for people and models alike: what was found, which skills come near (up to five), and a
// call line that can be sent as it is.

import type { Skill } from '../catalog/skill.ts';
import { GatewayError, type GatewayErrorOptions } from '../errors.ts';
import { skillContractExtension } from '../lib/extension.ts';
import type { Agent } from './agent.ts';
import type { Contents } from './contents.ts';

/** What is wrong with a message, and the skills that it may be about. To somebody who speaks text it can be put as a question. */
export class Refusal extends GatewayError {
  /** Without the place and the advice. */
  readonly problem: string;
  readonly skills: readonly Skill[];

  constructor(code: RefusalCode, message: string, options: GatewayErrorOptions & Pick<Refusal, 'problem' | 'skills'>) {
    super(code, message, options);
    this.problem = options.problem;
    this.skills = options.skills;
  }
}

const skillsNamed = 5;
const longestQuote = 60;
const longestLine = 160;

/** The first example of a skill: a message text that calls it. */
function callLine(skill: Skill): string {
  return skill.examples()[0] ?? skill.id;
}

/** Something that the caller wrote, quoted, on one line and cut. */
function quote(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}

export function unknownSkill(name: string, field: string, agent: Agent): Refusal {
  const nearest = agent.suggest(name);
  const hint = nearest.length === 0 ? offer(agent) : `The nearest: ${listIds(nearest)}. ${pasteLine(nearest)}`;
  const problem = `there is no skill ${quote(name)}`;
  return refuse('skill_not_found', `${field}: ${problem}. ${hint}`, { field, problem, skills: nearest });
}

export function ambiguousName(name: string, field: string, skills: readonly Skill[]): Refusal {
  const problem = `${quote(name)} may mean ${listIds(skills)}`;
  const message = `${field}: ${problem}. Use the full id of one. ${pasteLine(skills)}`;
  return refuse('skill_ambiguous', message, { field, problem, skills });
}

/** Two places of the message name different skills. */
export function conflictingNames(first: Located, second: Located): Refusal {
  const problem = `${first.field} names the skill ${first.skill.id}, but ${second.field} names ${second.skill.id}`;
  const skills = [first.skill, second.skill];
  return refuse('skill_ambiguous', `${problem}. Name one skill. ${pasteLine(skills)}`, {
    field: second.field,
    problem,
    skills,
  });
}

interface Located {
  readonly skill: Skill;
  readonly field: string;
}

export function severalAccept(field: string, skills: readonly Skill[]): Refusal {
  const problem = `the data may be meant for more than one skill: ${listIds(skills)}`;
  const [first] = skills;
  const how = `Name the one that is meant, for instance with message.metadata.skillId = ${quote(first?.id ?? '')}`;
  return refuse('skill_ambiguous', `${field}: ${problem}. ${how}, or send a text. ${pasteLine(skills)}`, {
    field,
    problem,
    skills,
  });
}

export function noneAccepts(field: string, nearest: readonly Skill[], why: string): Refusal {
  const lines = nearest.slice(0, skillsNamed).map(shortLine);
  const hint = lines.length === 0 ? '' : ` The nearest skills, each with a text that calls it: ${lines.join(' | ')}`;
  return refuse('skill_unresolved', `${field}: ${why}.${hint}`, { field, problem: why, skills: nearest });
}

/** A text that can only be meant as JSON. */
export function malformedJson(field: string, reason: string, agent: Agent): Refusal {
  const problem = `the text begins like JSON but cannot be parsed: ${reason}`;
  const skills = agent.skills.slice(0, skillsNamed);
  return refuse('skill_unresolved', `${field}: ${problem}. ${offer(agent)}`, { field, problem, skills });
}

/** Nothing of the message says which skill is meant. */
export function unresolved(contents: Contents, agent: Agent): Refusal {
  const { data, text } = contents;
  if (data !== undefined && text.value !== '') {
    const problem = 'a text beside a data part can only be the name of a skill, unless the metadata names one';
    return refuse('part_not_usable', `${text.field} cannot be used: ${problem}. ${offer(agent)}`, {
      field: text.field,
      problem,
      skills: agent.skills.slice(0, skillsNamed),
    });
  }
  const problem =
    text.value === ''
      ? 'the message has no data part and no text that says which skill to use'
      : `the text ${quote(text.value)} does not say which skill to use in a form that is understood`;
  const nearest = nearestToText(text.value, agent);
  const hint = nearest.length === 0 ? offer(agent) : `The nearest: ${listIds(nearest)}. ${pasteLine(nearest)}`;
  return refuse('skill_unresolved', `${text.field}: ${problem}. ${hint}${unheardExtension(contents)}`, {
    field: text.field,
    problem,
    skills: nearest.length === 0 ? agent.skills.slice(0, skillsNamed) : nearest,
  });
}

export function unusablePart(field: string, problem: string, skill?: Skill): Refusal {
  const hint = skill === undefined ? '' : ` A text that calls ${skill.id}: ${callLine(skill)}`;
  return refuse('part_not_usable', `${field} cannot be used: ${problem}.${hint}`, {
    field,
    problem,
    skills: skill ? [skill] : [],
  });
}

/** The skill is known, but what should be its arguments cannot be read. */
export function unreadableArguments(field: string, problem: string, skill: Skill): Refusal {
  const message = `${field}: ${problem}. A text that calls ${skill.id}: ${callLine(skill)}`;
  return refuse('invalid_arguments', message, { field, problem, skills: [skill] });
}

interface Facts {
  readonly field: string;
  readonly problem: string;
  readonly skills: readonly Skill[];
}

type RefusalCode = 'skill_not_found' | 'skill_ambiguous' | 'skill_unresolved' | 'part_not_usable' | 'invalid_arguments';

function refuse(code: RefusalCode, message: string, { field, problem, skills }: Facts): Refusal {
  const ids = skills.slice(0, skillsNamed).map(({ id }) => id);
  return new Refusal(code, message.trim(), {
    problem,
    skills,
    violations: [{ field, description: problem }],
    ...(ids.length > 0 && { metadata: { skills: ids.join(',') } }),
  });
}

function offer(agent: Agent): string {
  const shown = agent.skills.slice(0, skillsNamed);
  if (shown.length === 0) return 'This agent has no skills.';
  const more = agent.skills.length > shown.length ? '; its card lists all' : '';
  const count = agent.skills.length === 1 ? 'one skill' : `${agent.skills.length} skills`;
  return `This agent has ${count}: ${listIds(shown)}${more}. ${pasteLine(shown)}`;
}

function pasteLine(skills: readonly Skill[]): string {
  const [first] = skills;
  return first === undefined ? '' : `A text that works: ${callLine(first)}`;
}

function shortLine(skill: Skill): string {
  const line = callLine(skill);
  return line.length > longestLine ? skill.id : line;
}

function listIds(skills: readonly Skill[]): string {
  return skills
    .slice(0, skillsNamed)
    .map(({ id }) => id)
    .join(', ');
}

/** A text that begins with a name is most likely about that skill; one word may be a name with a slip. */
function nearestToText(text: string, agent: Agent): readonly Skill[] {
  const [word = '', other] = text.slice(0, 200).split(/\s+/, 2);
  const named = agent.named(word);
  if (named.length > 0) return named;
  return word !== '' && other === undefined ? agent.suggest(word) : [];
}

/** What became of a call that stands where only the extension is read. */
export function unheardExtension({ turn }: Contents): string {
  const given = [turn.metadata, turn.requestMetadata].some((metadata) =>
    Object.hasOwn(metadata, skillContractExtension),
  );
  if (!given || turn.extensions.has(skillContractExtension)) return '';
  return ` (The metadata ${skillContractExtension} was not read: activate it with the header A2A-Extensions.)`;
}
