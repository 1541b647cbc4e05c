// A text that names a skill and gives its arguments: `getPet {"petId":10}`, `getPet petId=10`, `GET /pets/10?x=y`, `curl …`, and
// each of them in the other ways that people and models write it. Prose is none of these and gives undefined.

import { GatewayError } from '../errors.ts';
import type { Agent } from './agent.ts';
import type { Located } from './contents.ts';
import { parseRouteCall } from './route-call.ts';
import { parseCallLine } from './typed-call.ts';
import { parseCallAtStart, type TypedCall } from './typed/call-at-start.ts';
import { parseCallInProse, parseSpanInProse } from './typed/call-in-prose.ts';
import { parseCurlCall } from './typed/curl-call.ts';
import { withoutTrimmings } from './typed/trimmings.ts';

type Reading = () => TypedCall | undefined;

/** The skill that a text names, and the arguments that it gives. Throws when they are malformed. */
export function parseTypedText(given: Located<string>, agent: Agent): TypedCall | undefined {
  const text = { ...given, value: withoutFullStop(given.value) };
  // The plain forms first: they are the most common, and need no second look.
  const exact = [() => parseRouteCall(text, agent), () => parseCallLine(text, agent)];
  const first = tryInTurn(exact);
  if (first.call !== undefined || (first.refusal === undefined && agent.listener !== undefined)) return first.call;
  const written = tryInTurn(agent.listener === undefined ? looseReadings(given, agent) : []);
  if (written.call !== undefined) return written.call;
  const refusal = first.refusal ?? written.refusal;
  if (refusal !== undefined) throw refusal;
  return undefined;
}

function looseReadings(given: Located<string>, agent: Agent): readonly Reading[] {
  const trimmed = withoutTrimmings(given.value);
  const text = { ...given, value: trimmed.text };
  const line = (located: Located<string>): TypedCall | undefined =>
    parseRouteCall(located, agent) ??
    parseCallLine(located, agent) ??
    parseCallAtStart({ text: located.value, isQuestion: false }, { field: located.field, agent });
  return [
    ...(text.value === given.value || trimmed.isQuestion ? [] : [() => parseCallLine(text, agent)]),
    () => parseRouteCall(text, agent, trimmed),
    () => parseCurlCall(text, agent),
    () => parseCallAtStart(trimmed, { field: given.field, agent }),
    () => parseSpanInProse(given, line),
    () => parseCallInProse(given.value, agent),
  ];
}

/** The first reading that is a call; else the first complaint. */
function tryInTurn(readings: readonly Reading[]): { readonly call?: TypedCall; readonly refusal?: GatewayError } {
  let refusal: GatewayError | undefined;
  for (const read of readings) {
    try {
      const call = read();
      if (call !== undefined) return { call };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      refusal ??= error;
    }
  }
  return refusal === undefined ? {} : { refusal };
}

/** A full stop behind a number ends a sentence. */
function withoutFullStop(text: string): string {
  return /[=:\s/]-?\d{1,40}[.!]$/.test(text.slice(-44)) ? text.slice(0, -1) : text;
}
