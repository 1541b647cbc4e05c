// What the document (`x-skillgate.job`) or the configuration says of an operation's jobs. Where neither says anything, replies have to
// be clear by themselves. What is wrong with it is refused.

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Skill } from '../../catalog/skill.ts';
import type { JobFile } from '../../config/schema-agent.ts';
import { schemaOfSkill } from '../../config/schema-shape.ts';
import { GatewayError } from '../../errors.ts';
import { once } from '../../lib/once.ts';
import { reduceWord, type JobState } from './words.ts';

export interface JobRules extends Readonly<Omit<JobFile, 'words' | 'cancel'>> {
  /** True when something is said: then replies of 200 are looked at, too. */
  readonly given: boolean;
  /** By reduced word. */
  readonly words: ReadonlyMap<string, JobState>;
  readonly cancel?: CancelRule;
}

export interface CancelRule {
  readonly method: string;
  /** A path below the base URL with fields of the reply, or a JSON pointer to an address in it. */
  readonly template: string;
}

const check = once(() => new Ajv2020({ allErrors: true, strict: false }).compile<JobFile>(schemaOfSkill('job')));

/** Throws `config_invalid`. */
export function readJobRules(skill: Skill): JobRules {
  const written = skill.job ?? skill.operation.extension['job'];
  if (written === undefined) return { given: false, words: new Map() };
  const isValid = check();
  if (!isValid(written)) {
    throw refuse(
      skill,
      (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
    );
  }
  const { words = {}, cancel, ...rest } = written;
  return {
    ...rest,
    given: true,
    words: new Map(Object.entries(words).map(([word, state]) => [reduceWord(word), state])),
    ...(cancel === undefined ? {} : { cancel: parseCancel(skill, cancel) }),
  };
}

function parseCancel(skill: Skill, text: string): CancelRule {
  const [, method, template] = /^\s*([A-Za-z]+)\s+(\S+)\s*$/.exec(text) ?? [];
  if (method !== undefined && template !== undefined) return { method: method.toUpperCase(), template };
  throw refuse(skill, [`/cancel is ${JSON.stringify(text)}; expected a method and a path, such as DELETE /jobs/{id}`]);
}

function refuse(skill: Skill, problems: readonly string[]): GatewayError {
  const message = `What is said of the jobs of the skill "${skill.id}" cannot be used: ${problems.join('; ')}.`;
  return new GatewayError('config_invalid', message, { metadata: { skill: skill.id } });
}
