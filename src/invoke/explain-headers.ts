// Why a header of the caller does not reach the service: the question that operators ask most. Made for a dry run and for the
// debug log alone, never for an ordinary call.

import { connectionHeaders, framingHeaders } from '../lib/http-headers.ts';
import type { CallContext } from './call.ts';
import { listedInConnection, ownHeaders, type HeaderPlan } from './headers.ts';

export interface DroppedHeader {
  readonly name: string;
  readonly reason: string;
}

const connection = new Set(connectionHeaders);
const framing = new Set(framingHeaders);
const own = new Set(ownHeaders);

/** The caller's headers that were not passed on, each with the reason, in the order they came. */
export function explainDropped(
  plan: HeaderPlan,
  fromArguments: Readonly<Record<string, string>>,
  context: CallContext,
): readonly DroppedHeader[] {
  const listed = listedInConnection(context.headers['connection']);
  const forward = new Set(plan.forward);
  const dropped: DroppedHeader[] = [];
  for (const name of Object.keys(context.headers)) {
    const reason = findReason(name, { plan, forward, listed, fromArguments });
    if (reason !== undefined) dropped.push({ name, reason });
  }
  return dropped;
}

interface Facts {
  readonly plan: HeaderPlan;
  readonly forward: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
  readonly fromArguments: Readonly<Record<string, string>>;
}

function findReason(name: string, { plan, forward, listed, fromArguments }: Facts): string | undefined {
  if (name === 'traceparent' || name === 'tracestate') return undefined;
  if (connection.has(name) || listed.has(name)) return 'belongs to the connection between the caller and the gateway';
  if (framing.has(name)) return "describes the caller's own message";
  if (own.has(name)) return 'is written by the gateway';
  if (name.startsWith('a2a-') || name === 'x-a2a-extensions') return 'is meant for the gateway';
  if (plan.fixed[name] !== undefined) return "the target's own value is sent instead";
  if (!plan.trusted)
    return 'the service of this operation is at another origin than the target, and credentials are bound to one';
  if (!forward.has(name)) return 'is not in forwardHeaders of the target';
  return fromArguments[name] === undefined ? undefined : 'an argument of the skill is sent instead';
}
