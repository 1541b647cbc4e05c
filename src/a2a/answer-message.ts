// The one way of a message to its answer, for blocking and streaming callers: which call it makes, whether that is made now or in a
// task, and that the same message sent twice is answered once. A2A 1.0 §3.1.1, §3.1.2, §3.3.1.

import { hash } from 'node:crypto';
import { failures, GatewayError } from '../errors.ts';
import type { Skill } from '../catalog/skill.ts';
import type { Call } from '../invoke/call.ts';
import type { Task } from '../task/task.ts';
import { stringifyJson } from '../lib/json.ts';
import { answerText, type Answer } from './answer.ts';
import { callNow } from './call-now.ts';
import type { A2AHandlerDeps } from './exchange.ts';
import { contextOf, resolveCall, type Heard } from './hear.ts';
import type { ReplyPolicy } from './reply-policy.ts';
import { beginTask, continueTask } from './start-task.ts';
import { toTaskMessage } from './task-message.ts';

export async function answerMessage(deps: A2AHandlerDeps, heard: Heard): Promise<Answer> {
  const { taskId } = heard.request;
  if (taskId !== undefined) {
    const { messageId } = heard;
    return once(deps, heard, {
      taskId: () => taskId,
      make: async () => {
        const begun = await continueTask(deps, heard, taskId);
        return { kind: 'task', id: begun.id, begun };
      },
      hasBegun: async () => {
        const task = await findTask(deps, heard, taskId);
        return task?.history.some((message) => message.messageId === messageId) === true;
      },
    });
  }
  const call = resolveCall(deps, heard, deps.skills());
  const policy = deps.tasks.policyOf(call.skill);
  const isTask = policy.reply === 'task' || (heard.inPieces && policy.reply === 'auto');
  if (isTask) {
    // The id is known before the task is: whoever sends the message again after a crash gets the task, if there was one.
    return once(deps, heard, {
      taskId: deps.newId,
      make: (id) => begin(deps, heard, { call, taskId: id }),
      hasBegun: async (id) => (await findTask(deps, heard, id)) !== undefined,
    });
  }
  const make = (): Promise<Answer> => start(deps, heard, { call, policy });
  // Asking twice what changes nothing does no harm, and is answered without touching the store.
  return await (call.skill.readOnly ? make() : once(deps, heard, { make }));
}

async function findTask({ tasks }: A2AHandlerDeps, { caller }: Heard, id: string): Promise<Task | undefined> {
  try {
    return await tasks.service.get(caller, id);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'task_not_found') return undefined;
    throw error;
  }
}

async function begin(
  deps: A2AHandlerDeps,
  heard: Heard,
  { call, taskId }: { readonly call: Call; readonly taskId: string | undefined },
): Promise<Answer> {
  // Wrong arguments are told at once, not by a task that fails. Those of a conversation are only known when the turn is taken.
  const check = takesTurns(call.skill) ? {} : { check: () => void deps.invoker.prepare(call, contextOf(heard)) };
  const begun = await beginTask(deps, heard, {
    call,
    contextId: contextIdOf(deps, heard),
    ...check,
    ...(taskId === undefined ? {} : { taskId }),
  });
  return { kind: 'task', id: begun.id, begun };
}

function takesTurns({ conversation, operation }: Skill): boolean {
  return conversation !== undefined || operation.extension['conversation'] !== undefined;
}

function start(
  deps: A2AHandlerDeps,
  heard: Heard,
  { call, policy }: { readonly call: Call; readonly policy: ReplyPolicy },
): Promise<Answer> {
  return callNow(deps, heard, { call, policy, contextId: contextIdOf(deps, heard) });
}

function contextIdOf(deps: A2AHandlerDeps, { request }: Heard): string {
  return request.contextId ?? deps.newId();
}

/** Thrown through `once` for an answer that must not be repeated: the same message may succeed later. */
class Passing extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('a passing failure');
    this.answer = answer;
  }
}

interface Making {
  /** The task that will be the answer, where that is known before. */
  readonly taskId?: () => string;
  make(taskId: string | undefined): Promise<Answer>;
  /** Whether an attempt that was interrupted came so far. */
  hasBegun?(taskId: string): Promise<boolean>;
}

function idOf(plan: Answer): string {
  return plan.kind === 'task' ? plan.id : '';
}

// Without credentials nobody can tell one caller's message ids from another's, so nothing is repeated for the anonymous.
async function once(deps: A2AHandlerDeps, heard: Heard, { taskId, make, hasBegun }: Making): Promise<Answer> {
  const { caller, messageId, idempotency } = heard;
  if (idempotency === undefined) return await make(undefined);
  const key = { caller, agent: deps.tasks.agent, messageId, content: hashOf(heard) };
  try {
    return await deps.tasks.service.once<Answer>(key, {
      ...answerText,
      ...(taskId === undefined ? {} : { plan: { kind: 'task', id: taskId() } }),
      make: async (plan) => refusePassing(await make(plan === undefined ? undefined : idOf(plan))),
      ...(hasBegun === undefined ? {} : { hasBegun: (plan) => hasBegun(idOf(plan)) }),
    });
  } catch (thrown) {
    if (thrown instanceof Passing) return thrown.answer;
    throw thrown;
  }
}

function refusePassing(answer: Answer): Answer {
  if (answer.kind === 'failure' && failures[answer.failure.code].retryable) throw new Passing(answer);
  return answer;
}

function hashOf({ request, messageId }: Heard): string {
  const { contextId, taskId, skill, requestMetadata } = request;
  const said = [toTaskMessage(request, messageId), contextId, taskId, skill, requestMetadata];
  return hash('sha256', stringifyJson(said), 'base64url');
}
