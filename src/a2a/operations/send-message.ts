// SendMessage: a message for what finishes within the call, a task for what does not or should not. A blocking caller waits until
// the task ends or needs it; if it waits too long, it gets the task as it stands. A2A 1.0 §3.1.1, §3.2.2.

import type { Task } from '../../task/task.ts';
import { isTerminal } from '../../task/transitions.ts';
import type { Answer } from '../answer.ts';
import { answerMessage } from '../answer-message.ts';
import type { A2AHandlerDeps, Operation, Reply } from '../exchange.ts';
import { hear, type Heard } from '../hear.ts';
import { toView, viewTask } from '../task-view.ts';

export const sendMessage: Operation = (deps, exchange) => {
  const heard = hear(deps, exchange);
  return answerMessage(deps, heard).then((answer) => toReply(deps, heard, answer));
};

function toReply(deps: A2AHandlerDeps, heard: Heard, answer: Answer): Reply | Promise<Reply> {
  if (answer.kind === 'failure') return answer;
  if (answer.kind === 'task') return toTaskReply(deps, heard, answer);
  return { kind: 'result', json: heard.exchange.codec.writeMessage(answer.message) };
}

type TaskAnswer = Extract<Answer, { kind: 'task' }>;

function toTaskReply(deps: A2AHandlerDeps, heard: Heard, answer: TaskAnswer): Reply | Promise<Reply> {
  const task = heard.request.returnImmediately ? readTask(deps, heard, answer) : waitFor(deps, heard, answer);
  return task instanceof Promise ? task.then((found) => writeTask(heard, found)) : writeTask(heard, task);
}

function writeTask({ request, exchange }: Heard, task: Task): Reply {
  return { kind: 'result', json: exchange.codec.writeTaskAnswer(viewTask(task, toView(request))) };
}

function readTask({ tasks }: A2AHandlerDeps, { caller }: Heard, { id, begun }: TaskAnswer): Task | Promise<Task> {
  return begun ?? tasks.service.get(caller, id);
}

function waitFor({ tasks }: A2AHandlerDeps, { exchange }: Heard, answer: TaskAnswer): Task | Promise<Task> {
  const { id, begun, isLate } = answer;
  if (begun !== undefined && (isLate === true || isTerminal(begun))) return begun;
  const { signal } = exchange.context.call;
  return tasks.service.settled(id, {
    limit: tasks.longestWait,
    ...(signal === undefined ? {} : { signal }),
  });
}
