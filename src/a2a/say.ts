// What the gateway says itself: the answer that needs no service, and the question that a task begins or goes on with.

import type { Question, Saying } from '../converse/resolution.ts';
import type { AskedQuestion } from '../task/service.ts';
import type { Answer } from './answer.ts';
import type { A2AHandlerDeps } from './exchange.ts';
import type { Heard } from './hear.ts';
import { toSaidParts } from './said-parts.ts';
import { toTaskMessage } from './task-message.ts';

export interface Say {
  readonly contextId: string;
  readonly saying: Saying;
}

export function say({ newId }: Pick<A2AHandlerDeps, 'newId'>, heard: Heard, { contextId, saying }: Say): Answer {
  heard.exchange.context.record.resolvedBy = saying.topic;
  const parts = toSaidParts(saying, heard.request.acceptedOutputModes);
  return { kind: 'message', message: { messageId: newId(), contextId, parts } };
}

export function toAskedQuestion(question: Question, { request }: Heard): AskedQuestion {
  return {
    parts: toSaidParts(question, request.acceptedOutputModes),
    open: question.open,
    ...(question.skill === undefined ? {} : { skill: question.skill.id }),
  };
}

export interface AskInTask {
  readonly contextId: string;
  readonly question: Question;
  readonly taskId?: string;
}

/** The task is given as it began to those who follow it: the question is its first event. */
export async function askInTask(deps: A2AHandlerDeps, heard: Heard, asking: AskInTask): Promise<Answer> {
  const { request, caller, exchange, messageId } = heard;
  const { contextId, question, taskId } = asking;
  const { begun, task } = await deps.tasks.service.ask({
    caller,
    agent: exchange.context.agent.id,
    contextId,
    message: toTaskMessage(request, messageId),
    question: toAskedQuestion(question, heard),
    ...(taskId === undefined ? {} : { taskId }),
    ...(request.push === undefined ? {} : { push: request.push }),
  });
  exchange.context.record.task = task.id;
  return { kind: 'task', id: task.id, begun: exchange.method.streams ? begun : task };
}
