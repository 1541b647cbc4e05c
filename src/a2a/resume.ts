// A message to a task that waits for its caller, named by its id or by its context: it answers what was asked, is said to the service that
// asked, or is about something else and begins another task.

import type { Resolution } from '../converse/resolution.ts';
import type { Skill } from '../catalog/skill.ts';
import type { Next } from '../task/service.ts';
import type { Task } from '../task/task.ts';
import type { Answer } from './answer.ts';
import type { A2AHandlerDeps, AddressedAgent } from './exchange.ts';
import { contextOf, noteCall, noteQuestion, toHeardTurn, type Heard } from './hear.ts';
import { say, toAskedQuestion } from './say.ts';
import { toAnswer } from './start-task.ts';
import { toTaskContext, toTaskMessage } from './task-message.ts';

/** What a message to a waiting task came to. */
export type Resumed =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** The task is not meant. */
  | { readonly kind: 'other'; readonly resolution: Resolution; readonly contextId: string };

/** The one task of the message's context that waits for its caller, unless the message says that it is about something else. */
export async function findWaiting(deps: A2AHandlerDeps, heard: Heard): Promise<string | undefined> {
  const { tasks, resolver } = deps;
  const { request, caller, exchange } = heard;
  const { agent } = exchange.context;
  const { contextId } = request;
  if (contextId === undefined || !resolver.mayAnswer(toHeardTurn(deps, heard, agent.skills))) return undefined;
  const { tasks: waiting } = await tasks.service.list(caller, {
    contextId,
    state: 'input-required',
    pageSize: mostLooked,
  });
  const [task, other] = waiting.filter((one) => one.agent === agent.id);
  return other === undefined ? task?.id : undefined;
}

const mostLooked = 20;

export async function resumeTask(deps: A2AHandlerDeps, heard: Heard, taskId: string): Promise<Resumed> {
  const { request, caller, exchange, messageId, inPieces } = heard;
  exchange.context.record.task = taskId;
  try {
    const { begun, task } = await deps.tasks.service.continue({
      caller,
      taskId,
      message: toTaskMessage(request, messageId),
      resolve: (task) => toNext(deps, heard, task),
      context: toTaskContext(contextOf(heard)),
      streams: inPieces,
      ...(request.contextId === undefined ? {} : { contextId: request.contextId }),
      ...(request.push === undefined ? {} : { push: request.push }),
    });
    return { kind: 'answer', answer: { kind: 'task', id: task.id, begun: exchange.method.streams ? begun : task } };
  } catch (thrown) {
    if (!(thrown instanceof Aside)) throw thrown;
    const { resolution, contextId } = thrown;
    if (resolution.kind === 'saying') {
      return { kind: 'answer', answer: say(deps, heard, { contextId, saying: resolution.saying }) };
    }
    await deps.tasks.service.cancel(caller, taskId, exchange.context.call);
    exchange.context.record.task = undefined;
    return { kind: 'other', resolution, contextId };
  }
}

/** Thrown through `continue` when the message is no turn of the task. */
class Aside extends Error {
  readonly resolution: Resolution;
  readonly contextId: string;

  constructor(resolution: Resolution, contextId: string) {
    super('the message is about something else');
    this.resolution = resolution;
    this.contextId = contextId;
  }
}

async function toNext(deps: A2AHandlerDeps, heard: Heard, task: Task): Promise<Next> {
  const { resolver } = deps;
  const { agent } = heard.exchange.context;
  const open = task.work?.kind === 'waiting' ? task.work.question : undefined;
  if (open === undefined) return toServiceTurn(deps, heard, task);
  const resolution = await resolver.answer(toHeardTurn(deps, heard, agent.skills), open);
  switch (resolution.kind) {
    case 'declined':
      return { kind: 'cancel', text: resolution.text };
    case 'call': {
      const { call, spoken } = resolution;
      const wrong = spoken ? deps.invoker.check(call) : undefined;
      if (wrong !== undefined)
        return { kind: 'ask', question: toAskedQuestion(resolver.askForArguments(call, wrong), heard) };
      // Structured arguments that are wrong are told at once, and the task still waits.
      if (!spoken) deps.invoker.prepare(call, contextOf(heard));
      noteCall(heard, call);
      return { kind: 'call', call, ...toAnswer(deps, heard, call) };
    }
    case 'question':
      noteQuestion(heard, resolution.question);
      return { kind: 'ask', question: toAskedQuestion(resolution.question, heard) };
    case 'saying':
      throw new Aside(resolution, task.contextId);
    default:
      throw new Aside(resolution.resolution, task.contextId);
  }
}

/** A turn for the service that asked: the skill that works on the task leaves no choice, and need not be named again. */
async function toServiceTurn(deps: A2AHandlerDeps, heard: Heard, task: Task): Promise<Next> {
  const resolution = await deps.resolver.resolve(
    toHeardTurn(deps, heard, skillsOf(heard.exchange.context.agent, task)),
  );
  if (resolution.kind === 'saying') throw new Aside(resolution, task.contextId);
  if (resolution.kind === 'question') throw resolution.question.refusal;
  noteCall(heard, resolution.call);
  return { kind: 'call', call: resolution.call, ...toAnswer(deps, heard, resolution.call) };
}

// Indexes are kept by the list of skills, so a skill has always the same list of its own.
const alone = new WeakMap<Skill, readonly Skill[]>();

function skillsOf({ skills }: AddressedAgent, task: Task): readonly Skill[] {
  const skill = skills.find(({ id }) => id === task.skill);
  if (skill === undefined) return skills;
  const list = alone.get(skill) ?? [skill];
  alone.set(skill, list);
  return list;
}
