// Step 5: a data part alone. The configured default skill takes it; else the only safe skill whose schema accepts it. Skills
// that may change something are never chosen by the look of the data: they have to be named.

import type { Call, ResolvedBy } from '../../invoke/call.ts';
import { describeJson, isJsonObject } from '../../lib/json.ts';
import type { Agent } from '../agent.ts';
import type { Located } from '../contents.ts';
import { noneAccepts, severalAccept, unusablePart } from '../refusal.ts';
import { isSaid } from './said-text.ts';
import type { Step } from './step.ts';

export const bareData: Step = (contents, agent) => {
  const { data, text } = contents;
  // A text beside the data may say what is wanted; by the data alone it would not be heard.
  if (data === undefined || text.value !== '') return undefined;
  if (agent.listener !== undefined && isSaid(agent.listener, contents)) return undefined;
  return toDataCall(data, agent, (by) => by);
};

/** `name` gives the way of resolving that is recorded. */
export function toDataCall(data: Located<unknown>, agent: Agent, name: (by: ResolvedBy) => ResolvedBy): Call {
  const { value, field } = data;
  const { defaultSkill } = agent;
  if (defaultSkill !== undefined) {
    return { skill: defaultSkill, arguments: value, coerce: false, resolvedBy: name('default skill') };
  }
  if (!isJsonObject(value))
    throw unusablePart(field, `expected a JSON object with arguments, found ${describeJson(value)}`);
  const match = agent.matchData(value);
  if (match.kind === 'several') throw severalAccept(field, match.skills);
  if (match.kind === 'one') return { skill: match.skill, arguments: value, coerce: false, resolvedBy: name('schema') };
  const [nearest] = match.nearest;
  const isUnsafeFit = nearest !== undefined && !nearest.readOnly && agent.accepts(nearest, value);
  const why = isUnsafeFit
    ? `the data fits ${nearest.id}, which may change something and so has to be named`
    : 'the data names no skill, and no read-only skill accepts it as its arguments';
  throw noneAccepts(field, match.nearest, why);
}
