// The one way of a message to its answer, for blocking and streaming callers: which call or question it comes to, whether that is made
// now or in a task, and that the same message sent twice is answered once. A2A 1.0 §3.1.1, §3.1.2, §3.3.1.

import { hash } from 'node:crypto';
import { failures, GatewayError } from '../errors.ts';
import type { Question, Resolution } from '../converse/resolution.ts';
import type { Call } from '../invoke/call.ts';
import type { Task } from '../task/task.ts';
import { stringifyJson } from '../lib/json.ts';
import { answerText, type Answer } from './answer.ts';
import { callNow } from './call-now.ts';
import type { A2AHandlerDeps } from './exchange.ts';
import { contextOf, noteCall, noteQuestion, toHeardTurn, type Heard } from './hear.ts';
import { findWaiting, resumeTask } from './resume.ts';
import { askInTask, say, toAskedQuestion } from './say.ts';
import { beginTask } from './start-task.ts';
import { takesTurns, toTaskMessage } from './task-message.ts';

/** Throws, at once or later, what is wrong with the message. */
export function answerMessage(deps: A2AHandlerDeps, heard: Heard): Promise<Answer> {
  const { taskId, contextId } = heard.request;
  if (taskId !== undefined) return resume(deps, heard, taskId);
  if (contextId === undefined) return answerAnew(deps, heard);
  return findWaiting(deps, heard).then((waiting) =>
    waiting === undefined ? answerAnew(deps, heard) : resume(deps, heard, waiting),
  );
}

function answerAnew(deps: A2AHandlerDeps, heard: Heard): Promise<Answer> {
  const found = deps.resolver.resolve(toHeardTurn(deps, heard, heard.exchange.context.agent.skills));
  return found instanceof Promise
    ? found.then((resolution) => carryOut(deps, heard, resolution))
    : carryOut(deps, heard, found);
}

function carryOut(deps: A2AHandlerDeps, heard: Heard, resolution: Resolution): Promise<Answer> {
  const contextId = heard.request.contextId ?? deps.newId();
  const making = planAnswer(deps, heard, { resolution, contextId, isOther: false });
  return making.isRepeatable || heard.idempotency === undefined ? making.make(undefined) : once(deps, heard, making);
}

function resume(deps: A2AHandlerDeps, heard: Heard, taskId: string): Promise<Answer> {
  const make = async (): Promise<Answer> => {
    const resumed = await resumeTask(deps, heard, taskId);
    if (resumed.kind === 'answer') return resumed.answer;
    const making = planAnswer(deps, heard, { ...resumed, isOther: true });
    return making.make(making.taskId?.());
  };
  if (heard.idempotency === undefined) return make();
  return once(deps, heard, {
    taskId: () => taskId,
    make,
    hasBegun: async () => {
      const task = await findTask(deps, heard, taskId);
      return task?.history.some((message) => message.messageId === heard.messageId) === true;
    },
  });
}

interface Resolved {
  readonly resolution: Resolution;
  readonly contextId: string;
  /** True when another task was left for it: then it is a task, too. */
  readonly isOther: boolean;
}

/** Asking twice what changes nothing does no harm, and is answered without touching the store. */
type Plan = Making & { readonly isRepeatable: boolean };

function planAnswer(deps: A2AHandlerDeps, heard: Heard, { resolution, contextId, isOther }: Resolved): Plan {
  if (resolution.kind === 'saying') {
    const { saying } = resolution;
    return { isRepeatable: true, make: async () => say(deps, heard, { contextId, saying }) };
  }
  if (resolution.kind === 'question') {
    const { question } = resolution;
    return inNewTask(deps, heard, (taskId) => askCaller(deps, heard, { question, contextId, taskId }));
  }
  const { call, spoken } = resolution;
  noteCall(heard, call);
  const policy = deps.tasks.policyOf(call.skill);
  const isTask = policy.reply === 'task' || ((heard.inPieces || isOther) && policy.reply === 'auto');
  const make: Making['make'] = isTask
    ? (taskId) => begin(deps, heard, { call, contextId, taskId })
    : () => callNow(deps, heard, { call, policy, contextId });
  const made = spoken ? orAsk(deps, heard, { call, contextId, make }) : make;
  return isTask ? inNewTask(deps, heard, made) : { isRepeatable: call.skill.readOnly, make: made };
}

/** The id is known before the task is: whoever sends the message again after a crash gets the task, if there was one. */
function inNewTask(deps: A2AHandlerDeps, heard: Heard, make: Making['make']): Plan {
  const hasBegun = async (id: string): Promise<boolean> => (await findTask(deps, heard, id)) !== undefined;
  return { isRepeatable: false, taskId: deps.newId, make, hasBegun };
}

interface Spoken {
  readonly call: Call;
  readonly contextId: string;
  readonly make: Making['make'];
}

/** Arguments of a text that turn out wrong are asked for. */
function orAsk(deps: A2AHandlerDeps, heard: Heard, { call, contextId, make }: Spoken): Making['make'] {
  return (taskId) =>
    make(taskId).catch((thrown: unknown) => {
      if (!(thrown instanceof GatewayError) || thrown.code !== 'invalid_arguments') throw thrown;
      const question = deps.resolver.askForArguments(call, thrown);
      return askCaller(deps, heard, { question, contextId, taskId });
    });
}

async function findTask({ tasks }: A2AHandlerDeps, { caller }: Heard, id: string): Promise<Task | undefined> {
  try {
    return await tasks.service.get(caller, id);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'task_not_found') return undefined;
    throw error;
  }
}

interface Asking {
  readonly question: Question;
  readonly contextId: string;
  readonly taskId: string | undefined;
}

/** Where there is no task that could wait for the answer, the question is a message, or the error that it stands for. */
async function askCaller(deps: A2AHandlerDeps, heard: Heard, { question, contextId, taskId }: Asking): Promise<Answer> {
  noteQuestion(heard, question);
  if (!deps.asks || heard.exchange.codec.prefersMessages) throw question.refusal;
  const { agent } = heard.exchange.context;
  const ids = new Set(question.open.candidates.map((candidate) => candidate.skill));
  const skills = agent.skills.filter(({ id }) => ids.has(id));
  if (skills.length > 0 && skills.every((skill) => deps.tasks.policyOf(skill).reply === 'message')) {
    const { parts } = toAskedQuestion(question, heard);
    return { kind: 'message', message: { messageId: deps.newId(), contextId, parts } };
  }
  return askInTask(deps, heard, { question, contextId, ...(taskId === undefined ? {} : { taskId }) });
}

interface Beginning {
  readonly call: Call;
  readonly contextId: string;
  readonly taskId: string | undefined;
}

async function begin(deps: A2AHandlerDeps, heard: Heard, { call, contextId, taskId }: Beginning): Promise<Answer> {
  // Wrong arguments are told at once, not by a task that fails. Those of a conversation are only known when the turn is taken.
  const check = takesTurns(call.skill) ? undefined : () => void deps.invoker.prepare(call, contextOf(heard));
  const begun = await beginTask(deps, heard, { call, contextId, taskId, check });
  return { kind: 'task', id: begun.id, begun };
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

/** Not for the anonymous: without credentials nobody can tell one caller's message ids from another's. */
async function once(deps: A2AHandlerDeps, heard: Heard, { taskId, make, hasBegun }: Making): Promise<Answer> {
  const { caller, exchange, messageId } = heard;
  const key = { caller, agent: exchange.context.agent.id, messageId, content: hashOf(heard) };
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
