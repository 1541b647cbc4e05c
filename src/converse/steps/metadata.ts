// Step 3: the metadata of the message or the request names the skill, or `params.skill` does; the parts give the arguments.
// `skillId`, `skill_id` and `operationId` must name a skill. `skill` is a common word: there it counts only if it does.

import { GatewayError } from '../../errors.ts';
import { describeJson } from '../../lib/json.ts';
import type { Agent } from '../agent.ts';
import type { Contents } from '../contents.ts';
import { findSkill } from '../find-skill.ts';
import { toGiven, type Chosen } from '../given.ts';
import { conflictingNames } from '../refusal.ts';
import type { Step } from './step.ts';

export const metadata: Step = (contents, agent) => {
  const chosen = findNamed(contents, agent);
  if (chosen === undefined) return undefined;
  return { skill: chosen.skill, ...toGiven(chosen, contents, agent), resolvedBy: 'metadata' };
};

const certainKeys = ['skillId', 'skill_id', 'operationId'];

/** Throws when a name is no skill, or two names are different ones. */
export function findNamed({ turn }: Contents, agent: Agent): Chosen | undefined {
  const named = [
    ...fromRecord(turn.metadata, 'message.metadata', agent),
    ...fromRecord(turn.requestMetadata, 'metadata', agent),
    ...(turn.skill === undefined || turn.skill === ''
      ? []
      : [{ skill: findSkill(turn.skill, 'skill', agent), field: 'skill' }]),
  ];
  const [first] = named;
  const other = named.find(({ skill }) => skill !== first?.skill);
  if (first !== undefined && other !== undefined) throw conflictingNames(first, other);
  return first;
}

function fromRecord(record: Readonly<Record<string, unknown>>, place: string, agent: Agent): readonly Chosen[] {
  const named: Chosen[] = [];
  for (const key of certainKeys) {
    const value = Object.hasOwn(record, key) ? record[key] : undefined;
    // Forms send empty strings and nulls for what was not filled in.
    if (value === undefined || value === null || value === '') continue;
    const field = `${place}.${key}`;
    if (typeof value !== 'string') throw notAString(field, value);
    named.push({ skill: findSkill(value, field, agent), field });
  }
  const hint = Object.hasOwn(record, 'skill') ? record['skill'] : undefined;
  const [skill, several] = typeof hint === 'string' ? agent.named(hint) : [];
  if (skill !== undefined && several === undefined) named.push({ skill, field: `${place}.skill` });
  return named;
}

function notAString(field: string, value: unknown): GatewayError {
  const description = `expected the id of a skill as a string, found ${describeJson(value)}`;
  return new GatewayError('invalid_params', `${field}: ${description}.`, { violations: [{ field, description }] });
}
