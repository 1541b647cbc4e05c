// SendMessage: what was said becomes one call of a skill, and its outcome a message. Everything that can be refused is refused
// before the service is called. `returnImmediately` has no bearing on an answer that is a message. A2A 1.0 §3.1.1, §3.2.2.

import { GatewayError } from '../../errors.ts';
import type { Operation } from '../exchange.ts';
import { problemToFailure } from '../failure.ts';
import { assertMediaTypes } from '../input-modes.ts';
import { toReplyParts } from '../reply-parts.ts';
import { taskNotFound } from '../task-not-found.ts';
import { toTurn } from '../turn.ts';

export const sendMessage: Operation = async (deps, { codec, params, context }) => {
  const request = codec.readSendMessage(params);
  if (request.wantsPush) {
    throw new GatewayError(
      'push_not_supported',
      'This agent sends no push notifications; leave the push configuration out.',
    );
  }
  if (request.taskId !== undefined) throw taskNotFound(request.taskId);
  const skills = deps.skills();
  assertMediaTypes(request.parts, skills);
  const call = deps.resolve(toTurn(request, { skills, extensions: context.extensions }));

  const { record } = context;
  record.target = call.skill.target;
  record.skill = call.skill.id;
  record.resolvedBy = call.resolvedBy;
  const outcome = await deps.invoker.invoke(call, context.call);
  record.upstreamStatus = outcome.status;
  if (outcome.kind === 'problem') return { kind: 'failure', failure: problemToFailure(outcome) };

  const json = codec.writeMessage({
    messageId: deps.newId(),
    contextId: request.contextId ?? deps.newId(),
    parts: toReplyParts(outcome, request),
  });
  return { kind: 'result', json };
};
