// A message becomes a task, or the next turn of one. The task goes on without the request: it is given no signal of it.

import type { Skill } from '../catalog/skill.ts';
import type { Call } from '../invoke/call.ts';
import type { Outcome } from '../invoke/outcome.ts';
import type { EarlyCall } from '../task/early.ts';
import type { Task } from '../task/task.ts';
import type { A2AHandlerDeps } from './exchange.ts';
import { contextOf, resolveCall, type Heard } from './hear.ts';
import { toTaskContext, toTaskMessage } from './task-message.ts';

export interface Start {
  readonly call: Call;
  readonly taskId?: string;
  readonly contextId: string;
  /** Of a call that was made within the request. */
  readonly outcome?: Outcome;
  /** The same, and it goes on. */
  readonly early?: EarlyCall;
  /** Throws for a call that cannot be made. */
  readonly check?: () => void;
}

export async function beginTask(deps: A2AHandlerDeps, heard: Heard, start: Start): Promise<Task> {
  const { request, caller, exchange, messageId, inPieces } = heard;
  const task = await deps.tasks.service.begin({
    caller,
    agent: deps.tasks.agent,
    message: toTaskMessage(request, messageId),
    context: toTaskContext(contextOf(heard)),
    streams: inPieces,
    awaited: !inPieces,
    ...start,
    ...(request.push === undefined ? {} : { push: request.push }),
  });
  exchange.context.record.task = task.id;
  return task;
}

export async function continueTask(deps: A2AHandlerDeps, heard: Heard, taskId: string): Promise<Task> {
  const { request, caller, exchange, messageId, inPieces } = heard;
  exchange.context.record.task = taskId;
  return deps.tasks.service.continue({
    caller,
    taskId,
    message: toTaskMessage(request, messageId),
    resolve: (task) => resolveCall(deps, heard, skillsOf(deps, task)),
    context: toTaskContext(contextOf(heard)),
    streams: inPieces,
    ...(request.contextId === undefined ? {} : { contextId: request.contextId }),
    ...(request.push === undefined ? {} : { push: request.push }),
  });
}

// Indexes are kept by the list of skills, so a skill has always the same list of its own.
const alone = new WeakMap<Skill, readonly Skill[]>();

/** The skill that works on the task already leaves no choice; the message need not name it again. */
function skillsOf(deps: A2AHandlerDeps, task: Task): readonly Skill[] {
  const skills = deps.skills();
  const skill = skills.find(({ id }) => id === task.skill);
  if (skill === undefined) return skills;
  const list = alone.get(skill) ?? [skill];
  alone.set(skill, list);
  return list;
}
