// A message of a request with everything that is found out about it before anything is called: who says it, under which id, and which
// call it makes. What can be refused is refused here.

import { GatewayError } from '../errors.ts';
import type { Skill } from '../catalog/skill.ts';
import type { Question } from '../converse/resolution.ts';
import type { Turn } from '../converse/turn.ts';
import type { Call, CallContext } from '../invoke/call.ts';
import type { Caller } from '../task/service.ts';
import type { A2AHandlerDeps, Exchange } from './exchange.ts';
import { assertMediaTypes } from './input-modes.ts';
import type { SendMessageRequest } from './requests.ts';
import { toTurn } from './turn.ts';

/** A message and its sender. */
export interface Heard {
  readonly exchange: Exchange;
  readonly request: SendMessageRequest;
  readonly caller: Caller;
  /** The caller's, or a new one. */
  readonly messageId: string;
  /** Names the message among those of all callers; undefined where an id may be anybody's. */
  readonly idempotency: string | undefined;
  /** True when nobody waits for the answer as a whole: then pieces of a streamed reply are told as they arrive. */
  readonly inPieces: boolean;
}

export function hear(deps: A2AHandlerDeps, exchange: Exchange): Heard {
  const request = exchange.codec.readSendMessage(exchange.params);
  if (request.push !== undefined && !deps.capabilities.pushNotifications) {
    throw new GatewayError(
      'push_not_supported',
      'This agent sends no push notifications; leave the push configuration out.',
    );
  }
  const caller = deps.tasks.callerOf(exchange.context.call);
  const { messageId } = request;
  return {
    exchange,
    request,
    caller,
    idempotency:
      caller.anonymous || messageId === undefined
        ? undefined
        : JSON.stringify([caller.owner, exchange.context.agent.id, messageId]),
    messageId: messageId ?? deps.newId(),
    inPieces: exchange.method.streams || request.returnImmediately || request.push !== undefined,
  };
}

/** The context of what is called for the message. */
export function contextOf({ exchange, idempotency }: Heard): CallContext {
  const { call } = exchange.context;
  return idempotency === undefined ? call : { ...call, idempotency };
}

/** The message for whoever works out what is wanted of which of these skills. Throws for parts that no skill takes. */
export function toHeardTurn(
  { errata }: Pick<A2AHandlerDeps, 'errata'>,
  { request, exchange }: Heard,
  skills: readonly Skill[],
): Turn {
  const { extensions, call } = exchange.context;
  if (errata === '1.0.1') assertMediaTypes(request.parts, skills);
  return toTurn(request, { skills, extensions, signal: call.signal });
}

export function noteCall({ exchange }: Heard, { skill, resolvedBy }: Call): void {
  const { record } = exchange.context;
  record.target = skill.target;
  record.skill = skill.id;
  record.resolvedBy = resolvedBy;
}

export function noteQuestion({ exchange }: Heard, { skill, resolvedBy, open }: Question): void {
  const { record } = exchange.context;
  record.target = skill?.target;
  record.skill = skill?.id;
  record.resolvedBy = resolvedBy ?? 'asking';
  record.asked = open.kind;
}
