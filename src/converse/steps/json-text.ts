// Step 6: a text that is a JSON object, or holds exactly one in a fence, is read like a data part: as an envelope or as bare
// data. In prose only an envelope counts. Text that begins like JSON and is none is refused here, since nothing else could be made
// of it.

import type { Call } from '../../invoke/call.ts';
import type { Agent } from '../agent.ts';
import { withKnownNames } from '../argument-names.ts';
import { toJsonSource, type Located } from '../contents.ts';
import { findJsonInProse, findJsonObject, tryWrittenJson, type JsonText } from '../json-text.ts';
import { malformedJson } from '../refusal.ts';
import { mayBeMeant } from '../typed/request-words.ts';
import { withoutTrimmings } from '../typed/trimmings.ts';
import { findNameInProse } from '../typed/unmistakable.ts';
import { toDataCall } from './bare-data.ts';
import { toEnvelopeCall } from './envelope.ts';
import type { Step } from './step.ts';

export const jsonText: Step = ({ data, text }, agent) => {
  if (data !== undefined || text.value === '' || !text.value.includes('{')) return undefined;
  const found = findJsonObject(text.value);
  if (found !== undefined) return readFound(found, text, agent);
  // An agent that is talked to may be sent any text.
  if (agent.listener !== undefined) return undefined;
  // `{"petId":10}, please` is JSON, too.
  const trimmed = text.value.startsWith('{') ? findJsonObject(withoutTrimmings(text.value).text) : undefined;
  if (trimmed !== undefined) return readFound(trimmed, text, agent);
  const call = readEnvelopeInProse(text, agent);
  if (call === undefined) assertNoBrokenJson(text, agent);
  return call;
};

function readFound(found: JsonText, text: Located<string>, agent: Agent): Call | undefined {
  // `getPet` before a fence names the skill: that is typed text.
  if (agent.named(found.before).length > 0) return undefined;
  const source = toJsonSource(found.value, text);
  const call = toEnvelopeCall(source, agent, 'json text');
  const prose = `${found.before} ${found.after}`;
  if (call !== undefined) return prose === ' ' || mayBeMeant(prose, call.skill) ? withNames(call) : undefined;
  if (agent.listener !== undefined || findNameInProse(prose, agent) !== undefined) return undefined;
  return withNames(toDataCall(source, agent, () => 'json text'));
}

const envelopeKey = /["'“]?(?:skill|skillId|skill_id|operationId|tool|name)["'”]?\s*:/;

function readEnvelopeInProse(text: Located<string>, agent: Agent): Call | undefined {
  if (!envelopeKey.test(text.value)) return undefined;
  const found = findJsonInProse(text.value);
  const call = found && toEnvelopeCall(toJsonSource(found.value, text), agent, 'json text');
  return call !== undefined && mayBeMeant(`${found?.before} ${found?.after}`, call.skill) ? withNames(call) : undefined;
}

function withNames(call: Call): Call {
  return { ...call, arguments: withKnownNames(call.arguments, call.skill) };
}

function assertNoBrokenJson({ value, field }: Located<string>, agent: Agent): void {
  if (!/^\{\s*(?:["'}]|$)/.test(value.slice(0, 200)) || findJsonInProse(value) !== undefined) return;
  const parsed = tryWrittenJson(value);
  if (!parsed.ok) throw malformedJson(field, parsed.reason, agent);
}
