// A text that begins with the name of a skill, after nothing but words that ask for it, and goes on with arguments to its end:
// `please call getPetById with petId=10`, `getPetById(10)`, `tool: getPetById`. Prose that begins like that gives undefined.

import type { Skill } from '../../catalog/skill.ts';
import type { Agent } from '../agent.ts';
import type { Located } from '../contents.ts';
import { ambiguousName, unreadableArguments } from '../refusal.ts';
import { parseAfterName } from './after-name.ts';
import { readable, type Given } from './given-pairs.ts';
import { afterLeadIn } from './lead-in.ts';
import { endOfQuoted, isQuote } from './quoted.ts';
import { moodOf } from './request-words.ts';
import type { Trimmed } from './trimmings.ts';
import { isUnmistakable } from './unmistakable.ts';

export interface TypedCall {
  readonly skill: Skill;
  /** Undefined when the text is the name alone. */
  readonly given: Given | undefined;
}

export function parseCallAtStart({ text, isQuestion }: Trimmed, { field, agent }: Place): TypedCall | undefined {
  for (const led of afterLeadIn(text)) {
    for (const name of namesAt(led.text, agent)) {
      const call = parseNamed({ ...name, field, lead: led.lead, isQuestion });
      if (call !== undefined) return call;
    }
  }
  return undefined;
}

export interface Place extends Pick<Located<string>, 'field'> {
  readonly agent: Agent;
}

interface Name {
  readonly skills: readonly Skill[];
  readonly name: string;
  readonly rest: string;
  readonly isQuoted: boolean;
}

/** The name in quotes, or the names that the words may be, the longest first. */
function namesAt(text: string, agent: Agent): readonly Name[] {
  const plain = text.replace(/^[@/!](?=[\p{L}\p{N}_])/u, '');
  if (!isQuote(plain[0]) && plain[0] !== '`')
    return agent
      .namedAtStart(plain)
      .map((found) => ({ ...found, rest: plain.slice(found.name.length), isQuoted: false }));
  const start = plain.slice(0, longestQuoted);
  const end = plain[0] === '`' ? start.indexOf('`', 1) + 1 : (endOfQuoted(start, 0) ?? 0);
  const name = plain.slice(1, Math.max(1, end - 1)).trim();
  const skills = name === '' ? [] : agent.named(name);
  return skills.length === 0 ? [] : [{ skills, name, rest: plain.slice(end), isQuoted: true }];
}

const longestQuoted = 200;

interface Request extends Name {
  readonly field: string;
  /** The words before the name. */
  readonly lead: string;
  /** True when the text ends with a question mark. */
  readonly isQuestion: boolean;
}

/** True when a change may be made for such words: an order, or a request that says what with. */
function isWish({ lead, isQuestion }: Request, isPrecise: boolean): boolean {
  const mood = moodOf(lead);
  return mood === 'request' ? isPrecise : mood === 'order' && !isQuestion;
}

function parseNamed(request: Request): TypedCall | undefined {
  const { skills, name, rest, isQuoted, field, lead } = request;
  const [skill, other] = skills;
  if (skill === undefined) return undefined;
  const isSure = isQuoted || isUnmistakable(name);
  const isAlone = /^[\s.,;:!*]*$/.test(rest);
  // "Do you search?" asks about a word.
  if (isAlone && !isSure && !/\s/.test(name.trim()) && moodOf(lead) !== 'order') return undefined;
  if (!skill.readOnly && !isWish(request, isSure && !isAlone)) return undefined;
  const given = isAlone ? undefined : parseRest(rest, { skill, isSure, field });
  if (!isAlone && given === undefined) return undefined;
  if (other !== undefined) throw ambiguousName(name, field, skills);
  return { skill, given };
}

function parseRest(
  rest: string,
  { skill, isSure, field }: { skill: Skill; isSure: boolean; field: string },
): Given | undefined {
  const parse = (): Given | undefined => parseAfterName(rest, { skill, isSure });
  if (isSure) {
    const given = readable(skill, field, parse);
    // `getPetById(1, 2)` is a call and nothing else.
    if (given === undefined && rest.startsWith('('))
      throw unreadableArguments(field, 'the arguments in parentheses cannot be read; write name=value', skill);
    return given;
  }
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
