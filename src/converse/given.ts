// The arguments for a skill that something else of the message has named: from the data part, or from the text. A text beside
// a data part is commentary. A text that cannot be read as arguments is refused, unless the skill takes none.

import type { Skill } from '../catalog/skill.ts';
import type { Agent } from './agent.ts';
import { toJsonSource, type Contents, type JsonSource } from './contents.ts';
import { parseEnvelope, toEnvelopeArguments } from './envelope.ts';
import { findJsonObject } from './json-text.ts';
import { findMetadataArguments } from './metadata-arguments.ts';
import { conflictingNames, unreadableArguments } from './refusal.ts';
import { takesText } from './takes-text.ts';
import { parseArgumentsInProse, parseExactArguments } from './typed-call.ts';
import { parseTypedText } from './typed-text.ts';
import { toGivenJson, type Given } from './typed/given-pairs.ts';

export interface Chosen {
  readonly skill: Skill;
  /** Where it is named: `message.metadata.skillId`. */
  readonly field: string;
}

export function toGiven(chosen: Chosen, contents: Contents, agent: Agent): Given {
  const { data, text, turn } = contents;
  if (data !== undefined) return { arguments: unwrap(chosen, data, agent), coerce: false };
  const beside = findMetadataArguments(turn, chosen.skill);
  if (text.value === '' || takesText(chosen.skill)) return beside ?? { arguments: {}, coerce: false };
  const json = findJsonObject(text.value);
  if (json !== undefined) return toGivenJson(unwrap(chosen, toJsonSource(json.value, text), agent), chosen.skill);
  const exact = parseExactArguments(text.value, chosen.skill, text.field);
  if (exact !== undefined) return exact;
  const typed = parseTypedText(text, agent);
  if (typed !== undefined) {
    assertSame(chosen, { skill: typed.skill, field: text.field });
    return typed.given ?? { arguments: {}, coerce: false };
  }
  const inProse = parseArgumentsInProse(text.value, chosen.skill);
  if (inProse !== undefined) return inProse;
  if (beside !== undefined) return beside;
  if (takesNothing(chosen.skill)) return { arguments: {}, coerce: false };
  const problem = `the text cannot be read as arguments of ${chosen.skill.id}; write JSON or key=value, or send a data part`;
  throw unreadableArguments(text.field, problem, chosen.skill);
}

/** Data as arguments; an envelope around them may repeat the name of the skill. */
export function unwrap(chosen: Chosen, data: JsonSource, agent: Agent): unknown {
  const envelope = parseEnvelope(data.value);
  if (envelope?.argumentsKey === undefined) return data.value;
  const [named] = agent.named(envelope.name);
  if (named === undefined) return data.value;
  if (!agent.named(envelope.name).includes(chosen.skill)) {
    throw conflictingNames(chosen, { skill: named, field: `${data.inner}.${envelope.nameKey}` });
  }
  return toEnvelopeArguments(envelope, chosen.skill, data.inner);
}

function assertSame(chosen: Chosen, other: Chosen): void {
  if (other.skill !== chosen.skill) throw conflictingNames(chosen, other);
}

function takesNothing({ input }: Skill): boolean {
  return input.arguments.length === 0 && input.body === undefined;
}
