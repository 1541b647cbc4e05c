// Step 6: a text that is a JSON object, or holds exactly one in a fence, is read like a data part: as an envelope or as bare
// data. Text that begins like JSON and is none is refused here, since nothing else could be made of it.

import type { Agent } from '../agent.ts';
import { toJsonSource } from '../contents.ts';
import { findJsonObject, tryJson } from '../json-text.ts';
import { malformedJson } from '../refusal.ts';
import { toDataCall } from './bare-data.ts';
import { toEnvelopeCall } from './envelope.ts';
import type { Step } from './step.ts';

export const jsonText: Step = ({ data, text }, agent) => {
  if (data !== undefined || text.value === '') return undefined;
  const found = findJsonObject(text.value);
  // An agent that is talked to may be sent any text.
  if (agent.listener !== undefined && found === undefined) return undefined;
  if (found === undefined) {
    assertNoBrokenJson(text.value, text.field, agent);
    return undefined;
  }
  // `getPet` before a fence names the skill: that is typed text.
  if (agent.named(found.before).length > 0) return undefined;
  const source = toJsonSource(found.value, text);
  const call = toEnvelopeCall(source, agent, 'json text');
  return call ?? (agent.listener === undefined ? toDataCall(source, agent, () => 'json text') : undefined);
};

function assertNoBrokenJson(text: string, field: string, agent: Agent): void {
  if (!/^\{\s*(?:["'}]|$)/.test(text.slice(0, 200))) return;
  const parsed = tryJson(text);
  if (!parsed.ok) throw malformedJson(field, parsed.reason, agent);
}
