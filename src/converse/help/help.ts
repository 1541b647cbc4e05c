// "help", "what can you do?", "list skills": what the agent has, as a list that a person can read and copy from. "help GROUP" and
// "help SKILL" tell more. Texts only, and none that names a skill or that somebody behind the agent would be told.

import type { Skill } from '../../catalog/skill.ts';
import type { Agent } from '../agent.ts';
import type { Contents } from '../contents.ts';
import type { Saying } from '../resolution.ts';
import { describeSkill } from './describe-skill.ts';
import { findGroup } from './groups.ts';
import { sayGroup, sayOverview } from './overview.ts';
import { readHelpRequest } from './phrases.ts';
import { hasWord } from './words.ts';

/** Undefined when the message asks for something else. */
export function help({ data, files, text }: Contents, agent: Agent): Saying | undefined {
  if (data !== undefined || files.length > 0 || agent.listener !== undefined) return undefined;
  const request = text.value === '' ? undefined : readHelpRequest(text.value);
  if (request === undefined || agent.named(text.value).length > 0) return undefined;
  if (request.kind === 'subject') return sayMore(request.subject, request.isCommand, agent);
  if (agent.only !== undefined) {
    // To a single skill, a word of greeting may be what it is to work on.
    return request.kind === 'greeting' ? undefined : toSaying(describeSkill(agent.only));
  }
  if (request.kind === 'overview' && request.noun !== undefined && hasWord(agent.skills, stemOf(request.noun)))
    return undefined;
  return toSaying(sayOverview(agent.skills));
}

type Said = Omit<Saying, 'topic'>;

function toSaying(said: Said): Saying {
  return { ...said, topic: 'help' };
}

/** A word that belongs to nothing may begin a sentence about something else, unless it stands behind the command `/help`. */
function sayMore(subject: string, isCommand: boolean, agent: Agent): Saying | undefined {
  const exact = agent.skills.find(({ id, bareId }) => id === subject || bareId === subject);
  const group = exact === undefined ? findGroup(agent.skills, subject) : undefined;
  if (group !== undefined) return toSaying(sayGroup(group));
  const named = exact === undefined ? agent.named(subject.replace(/^\//, '')) : [exact];
  const [skill, other] = named;
  if (skill !== undefined) {
    return toSaying(other === undefined ? describeSkill(skill) : sayGroup({ tag: subject, skills: named }));
  }
  return isCommand ? toSaying(sayUnknown(subject, agent)) : undefined;
}

function sayUnknown(subject: string, agent: Agent): Said {
  const near: readonly Skill[] = agent.suggest(subject);
  const hint = near.length === 0 ? '' : ` Did you mean ${near.map(({ id }) => id).join(', ')}?`;
  const { text, data } = sayOverview(agent.skills);
  const shown = JSON.stringify(subject.slice(0, 60).toWellFormed());
  return { text: `There is no group and no skill ${shown}.${hint}\n\n${text}`, data };
}

function stemOf(noun: string): string {
  return noun.replace(/(?:ies|y|s)$/, '');
}
