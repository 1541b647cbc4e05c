// The mapping of an operation that is an agent itself, from the document (`x-skillgate.conversation`) or the configuration, made ready
// for use. What is wrong with it is refused with the place: an argument that the skill does not have would be lost in silence.

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Skill } from '../../catalog/skill.ts';
import type { ConversationFile } from '../../config/schema-agent.ts';
import { schemaOfSkill } from '../../config/schema-shape.ts';
import { GatewayError } from '../../errors.ts';
import { once } from '../../lib/once.ts';
import { reduceWord } from '../job/words.ts';
import type { TurnFacts } from '../call.ts';
import type { ConversationState } from './states.ts';

type Reply = NonNullable<ConversationFile['reply']>;

export interface Conversation {
  /** From fact to the argument that takes it: a name, or a JSON pointer into the arguments. */
  readonly facts: ReadonlyMap<keyof TurnFacts, string>;
  readonly constants: Readonly<Record<string, unknown>>;
  readonly reply: Readonly<Omit<Reply, 'states'>>;
  /** By reduced word. */
  readonly states: ReadonlyMap<string, ConversationState>;
}

const facts = ['text', 'parts', 'messageId', 'contextId', 'taskId', 'session'] as const;

const check = once(() =>
  new Ajv2020({ allErrors: true, strict: false }).compile<ConversationFile>(schemaOfSkill('conversation')),
);

/** Undefined when the operation has no mapping. Throws `config_invalid`. */
export function readConversation(skill: Skill): Conversation | undefined {
  const written = skill.conversation ?? skill.operation.extension['conversation'];
  if (written === undefined) return undefined;
  const isValid = check();
  if (!isValid(written))
    throw refuse(
      skill,
      (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
    );
  const { arguments: constants = {}, reply: { states = {}, ...reply } = {} } = written;
  const named = new Map(
    facts.flatMap((fact) => (written[fact] === undefined ? [] : [[fact, toPlace(skill, written[fact])] as const])),
  );
  const unknown = [...named].filter(([, name]) => !hasArgument(skill, name));
  if (unknown.length > 0)
    throw refuse(
      skill,
      unknown.map(([fact, name]) => `/${fact} names "${name}", which is no argument of the skill`),
    );
  return {
    facts: named,
    constants,
    reply,
    states: new Map(Object.entries(states).map(([word, state]) => [reduceWord(word), state])),
  };
}

/** A pointer into the body leads to its fields, where these stand beside the parameters. */
function toPlace(skill: Skill, name: string): string {
  const { body, arguments: known } = skill.input;
  if (body?.layout !== 'fields' || known.some(({ key }) => key === body.key)) return name;
  const field = name.startsWith(`/${body.key}/`) ? name.slice(body.key.length + 1) : name;
  return hasArgument(skill, field) ? field : name;
}

function hasArgument({ input }: Skill, name: string): boolean {
  const key = name.startsWith('/') ? (name.split('/')[1] ?? '') : name;
  if (input.body?.key === key) return true;
  return input.arguments.some(
    (argument) =>
      argument.key === key ||
      argument.wireName === key ||
      (argument.in === 'header' && argument.wireName.toLowerCase() === key.toLowerCase()),
  );
}

function refuse(skill: Skill, problems: readonly string[]): GatewayError {
  const message = `The conversation mapping of the skill "${skill.id}" cannot be used: ${problems.join('; ')}.`;
  return new GatewayError('config_invalid', message, { metadata: { skill: skill.id } });
}
