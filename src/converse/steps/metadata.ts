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
  const { arguments: args, coerce } = toGiven(chosen, contents, agent);
  return { skill: chosen.skill, arguments: args, coerce, resolvedBy: 'metadata' };
};

const certainKeys = ['skillId', 'skill_id', 'operationId'];

/** Throws when a name is no skill, or two names are different ones. */
export function findNamed({ turn }: Contents, agent: Agent): Chosen | undefined {
  const first = fromRecord(turn.metadata, 'message.metadata', { agent, before: undefined });
  const second = fromRecord(turn.requestMetadata, 'metadata', { agent, before: first });
  if (turn.skill === undefined || turn.skill === '') return second;
  return same(second, { skill: findSkill(turn.skill, 'skill', agent), field: 'skill' });
}

/** The one that was named first. Throws when they are different. */
function same(first: Chosen | undefined, next: Chosen): Chosen {
  if (first !== undefined && first.skill !== next.skill) throw conflictingNames(first, next);
  return first ?? next;
}

interface Naming {
  readonly agent: Agent;
  /** What was named elsewhere. */
  readonly before: Chosen | undefined;
}

function fromRecord(
  record: Readonly<Record<string, unknown>>,
  place: string,
  { agent, before }: Naming,
): Chosen | undefined {
  let chosen = before;
  for (const key of certainKeys) {
    const value = Object.hasOwn(record, key) ? record[key] : undefined;
    // Forms send empty strings and nulls for what was not filled in.
    if (value === undefined || value === null || value === '') continue;
    const field = `${place}.${key}`;
    if (typeof value !== 'string') throw notAString(field, value);
    chosen = same(chosen, { skill: findSkill(value, field, agent), field });
  }
  const hint = Object.hasOwn(record, 'skill') ? record['skill'] : undefined;
  if (typeof hint !== 'string') return chosen;
  const [skill, several] = agent.named(hint);
  return skill === undefined || several !== undefined ? chosen : same(chosen, { skill, field: `${place}.skill` });
}

function notAString(field: string, value: unknown): GatewayError {
  const description = `expected the id of a skill as a string, found ${describeJson(value)}`;
  return new GatewayError('invalid_params', `${field}: ${description}.`, { violations: [{ field, description }] });
}
