// Step 1: the address names an agent with one skill, so that the message need not. Data, or text read as JSON or key=value, is
// the arguments. A message that names a skill itself is left to the later steps, which know what to do with a wrong name.

import type { Skill } from '../../catalog/skill.ts';
import type { Call } from '../../invoke/call.ts';
import type { Agent } from '../agent.ts';
import type { Located } from '../contents.ts';
import { parseEnvelope } from '../envelope.ts';
import { findJsonObject } from '../json-text.ts';
import { Refusal } from '../refusal.ts';
import { parseArgumentsInProse, parseCallLine, parseExactArguments } from '../typed-call.ts';
import { findContract } from './extension.ts';
import { findNamed } from './metadata.ts';
import { isSaid } from './said-text.ts';
import type { Step } from './step.ts';

export const onlySkill: Step = (contents, agent) => {
  const skill = agent.only;
  if (skill === undefined) return undefined;
  if (findContract(contents) !== undefined || findNamed(contents, agent) !== undefined) return undefined;
  if (agent.listener !== undefined && isSaid(agent.listener, contents)) return undefined;
  const { data, text, files } = contents;
  const call = (args: unknown, coerce: boolean): Call => ({ skill, arguments: args, coerce, resolvedBy: 'agent' });
  if (data !== undefined) return isEnvelopeFor(skill, data.value, agent) ? undefined : call(data.value, false);
  if (text.value === '') return files.length === 0 ? undefined : call({}, false);
  const json = findJsonObject(text.value);
  if (json !== undefined && (isEnvelopeFor(skill, json.value, agent) || agent.named(json.before).length > 0))
    return undefined;
  const given =
    parseExactArguments(text.value, skill, text.field) ??
    (namesSkill(text, agent) ? undefined : parseArgumentsInProse(text.value, skill));
  return given === undefined ? undefined : call(given.arguments, given.coerce);
};

const request = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+(?:\/|https?:)/i;

/** True for a call line or a route, and for what can only be one with a name that is none. */
function namesSkill(text: Located<string>, agent: Agent): boolean {
  if (request.test(text.value)) return true;
  try {
    return parseCallLine(text, agent) !== undefined;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** True for an envelope that names a known skill, or an unknown one where the skill has no such arguments of its own. */
function isEnvelopeFor(skill: Skill, value: unknown, agent: Agent): boolean {
  const envelope = parseEnvelope(value);
  if (envelope === undefined) return false;
  const isOwn = (key: string | undefined) =>
    skill.input.arguments.some((argument) => argument.key === key || argument.wireName === key);
  if (agent.named(envelope.name).length > 0) return envelope.argumentsKey !== undefined || !isOwn(envelope.nameKey);
  return envelope.certain && !isOwn(envelope.nameKey) && !isOwn(envelope.argumentsKey);
}
