// Step 4: the data part names the skill beside its arguments. A name that is unknown is an error, unless the object is what
// some skill takes as bare data; a name without arguments counts only if no skill takes it so.

import type { Call, ResolvedBy } from '../../invoke/call.ts';
import { isJsonObject } from '../../lib/json.ts';
import type { Agent } from '../agent.ts';
import type { JsonSource } from '../contents.ts';
import { parseEnvelope, toEnvelopeArguments } from '../envelope.ts';
import { findSkill } from '../find-skill.ts';
import type { Step } from './step.ts';

export const envelope: Step = ({ data }, agent) =>
  data === undefined ? undefined : toEnvelopeCall(data, agent, 'envelope');

export function toEnvelopeCall(data: JsonSource, agent: Agent, resolvedBy: ResolvedBy): Call | undefined {
  const found = parseEnvelope(data.value);
  if (found === undefined) return undefined;
  const isKnown = agent.named(found.name).length > 0;
  if (!isKnown && !found.certain) return undefined;
  if ((!isKnown || found.argumentsKey === undefined) && isTakenAsData(data.value, agent)) return undefined;
  const skill = findSkill(found.name, `${data.inner}.${found.nameKey}`, agent);
  const wanted = found.fields === undefined ? {} : { fields: found.fields };
  return { skill, arguments: toEnvelopeArguments(found, skill, data.inner), coerce: false, resolvedBy, ...wanted };
}

function isTakenAsData(value: unknown, agent: Agent): boolean {
  if (!isJsonObject(value)) return false;
  if (agent.defaultSkill !== undefined && agent.accepts(agent.defaultSkill, value)) return true;
  return agent.matchData(value).kind !== 'none';
}
