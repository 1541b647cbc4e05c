// A message becomes a task. The task goes on without the request: it is given no signal of it.

import type { Call } from '../invoke/call.ts';
import type { Outcome } from '../invoke/outcome.ts';
import type { AnswerForm } from '../task/answer-form.ts';
import type { EarlyCall } from '../task/early.ts';
import type { Task } from '../task/task.ts';
import { toAnswerForm } from './answer-form.ts';
import type { A2AHandlerDeps } from './exchange.ts';
import { contextOf, type Heard } from './hear.ts';
import { toTaskContext, toTaskMessage } from './task-message.ts';

export interface Start {
  readonly call: Call;
  readonly taskId?: string | undefined;
  readonly contextId: string;
  /** Of a call that was made within the request. */
  readonly outcome?: Outcome | undefined;
  /** The same, and it goes on. */
  readonly early?: EarlyCall | undefined;
  /** Throws for a call that cannot be made. */
  readonly check?: (() => void) | undefined;
}

/** How the task tells JSON, where that is not as data. */
export function toAnswer(
  { answers }: A2AHandlerDeps,
  { request }: Heard,
  call: Call,
): { readonly answer?: AnswerForm } {
  const answer = toAnswerForm(answers, request, call);
  return answer === undefined ? {} : { answer };
}

export async function beginTask(deps: A2AHandlerDeps, heard: Heard, start: Start): Promise<Task> {
  const { request, caller, exchange, messageId, inPieces } = heard;
  const { call, taskId, contextId, outcome, early, check } = start;
  const task = await deps.tasks.service.begin({
    caller,
    agent: exchange.context.agent.id,
    message: toTaskMessage(request, messageId),
    context: toTaskContext(contextOf(heard)),
    streams: inPieces,
    awaited: !inPieces,
    call,
    taskId,
    contextId,
    outcome,
    early,
    check,
    answer: toAnswerForm(deps.answers, request, call),
    push: request.push,
  });
  exchange.context.record.task = task.id;
  return task;
}
