// Another message to a task: the next turn of one that waits for its caller, at once; for one at work it waits until its turn comes.
// Everything that can be wrong with it is found before anything is stored. A2A 1.0 §3.4.

import { GatewayError } from '../errors.ts';
import type { Call, CallContext } from '../invoke/call.ts';
import type { AskedTask } from './ask.ts';
import type { BeginDeps } from './begin.ts';
import { buildMessage, unchanged, withQueued, withStatus, type Change } from './change.ts';
import type { StoredTask, TaskEntry } from './record.ts';
import type { Continue, Next } from './service.ts';
import type { Task } from './task.ts';
import { isTerminal, isWaiting } from './transitions.ts';
import { toTurnFacts } from './turn-facts.ts';
import { toKeptCall, type TurnQueue } from './turn-queue.ts';
import { assertVisible } from './visible.ts';

export interface ContinueDeps extends BeginDeps {
  readonly turns: Pick<TurnQueue, 'keep'>;
  readonly isPersonal: (call: Call, context: CallContext) => boolean;
}

type NextCall = Extract<Next, { kind: 'call' }>;

/** As it went on, and as it stands: what the gateway says at once is an event between them. */
export async function continueTask(deps: ContinueDeps, input: Continue): Promise<AskedTask> {
  const found = await deps.table.read(input.taskId);
  const open = assertTakesMessage(found?.task, input);
  const next = await input.resolve(open);
  if (next.kind === 'call') {
    const task = await work(deps, input, { found, next });
    return { begun: task, task };
  }
  return reply(deps, input, { found, next });
}

interface Turn<Kind extends Next> {
  readonly found: TaskEntry | undefined;
  readonly next: Kind;
}

/** What the gateway answers itself, where the task waited for its caller. */
async function reply(
  deps: ContinueDeps,
  input: Continue,
  { found, next }: Turn<Exclude<Next, NextCall>>,
): Promise<AskedTask> {
  const { clock, newId } = deps;
  let begun: Task | undefined;
  const { task } = await store(deps, input, found, (task) => {
    if (!isWaiting(task)) throw refuse(task, 'The task went on meanwhile; look at it, and send the message again.');
    const at = clock.now();
    const heard = withStatus(unchanged(task), { state: 'working', at, heard: input.message });
    begun = { ...heard.task, seq: task.seq + heard.events.length };
    if (next.kind === 'cancel') {
      return withStatus(heard, { state: 'canceled', at, message: buildMessage(newId(), next.text) });
    }
    const { parts, open, skill } = next.question;
    return withStatus(skill === undefined ? heard : { ...heard, task: { ...heard.task, skill } }, {
      state: 'input-required',
      at,
      message: buildMessage(newId(), parts),
      work: { kind: 'waiting', question: open },
    });
  });
  return { begun: begun ?? task, task };
}

async function work(deps: ContinueDeps, input: Continue, { found, next }: Turn<NextCall>): Promise<Task> {
  const { runner, turns, budget, newId } = deps;
  const { caller, taskId, message, context, streams = true } = input;
  const { call } = next;
  const release = budget.takeTask(caller);
  const turnId = newId();
  let isQueued = false;
  let session: string | undefined;
  try {
    const entry = await store(deps, input, found, (task) => {
      isQueued = !isWaiting(task);
      session = task.work?.kind === 'waiting' ? task.work.session : undefined;
      return isQueued ? enqueue(deps, task, { input, next, turnId }) : begin(deps, task, { input, next });
    });
    if (isQueued) {
      turns.keep(taskId, turnId, { call, context, streams, release });
      return entry.task;
    }
    const turn = toTurnFacts(message, { contextId: entry.task.contextId, taskId, session });
    runner.start(entry, { kind: 'call', call, context, streams, turn }, release);
    return entry.task;
  } catch (error) {
    release();
    throw error;
  }
}

async function store(
  { table, push }: ContinueDeps,
  input: Continue,
  found: TaskEntry | undefined,
  change: (task: StoredTask) => Change,
): Promise<TaskEntry> {
  const { taskId } = input;
  if (input.push !== undefined) await push.set(taskId, input.push, found?.task.seq ?? 0);
  const entry = await table.update(
    taskId,
    (task) => {
      assertTakesMessage(task, input);
      return change(task);
    },
    found,
  );
  if (entry === undefined) throw new GatewayError('task_not_found', 'Task not found: it is not kept any more.');
  return entry;
}

interface Beginning {
  readonly input: Continue;
  readonly next: NextCall;
}

function begin(
  { clock, holder }: ContinueDeps,
  task: StoredTask,
  { input, next: { call, answer } }: Beginning,
): Change {
  // Another turn may be spoken where the last one was data.
  const { answer: _, ...rest } = task;
  const change = unchanged({ ...rest, skill: call.skill.id, ...(answer === undefined ? {} : { answer }) });
  const work = { kind: 'calling', safe: call.skill.readOnly } as const;
  const begun = withStatus(change, { state: 'working', at: clock.now(), heard: input.message, work });
  return { ...begun, task: { ...begun.task, holder } };
}

interface Queueing extends Beginning {
  readonly turnId: string;
}

function enqueue(
  { holder, limits, isPersonal }: ContinueDeps,
  task: StoredTask,
  { input: { message, context }, next: { call, answer }, turnId }: Queueing,
): Change {
  if ((task.queue?.length ?? 0) >= limits.queuedTurns) {
    const text = `The task is at work and ${limits.queuedTurns} messages wait for their turn already, the limit; send this one later.`;
    throw new GatewayError('overloaded', text, { metadata: { taskId: task.id } });
  }
  const kept = toKeptCall({ call, context }, isPersonal(call, context));
  return withQueued(task, message, {
    id: turnId,
    holder,
    ...(kept === undefined ? {} : { call: kept }),
    ...(answer === undefined ? {} : { answer }),
  });
}

function assertTakesMessage(found: StoredTask | undefined, { caller, contextId }: Continue): StoredTask {
  const task = assertVisible(found, caller);
  const { state } = task.status;
  if (contextId !== undefined && contextId !== task.contextId) {
    const description = 'is not the context of the task; leave it out or give the right one';
    throw new GatewayError('invalid_params', `\`contextId\` ${description}.`, {
      violations: [{ field: 'message.contextId', description }],
    });
  }
  if (isTerminal(task)) {
    throw refuse(task, `The task is ${state} and takes no more messages; begin a new one in its context.`);
  }
  return task;
}

function refuse({ id }: StoredTask, text: string): GatewayError {
  return new GatewayError('unsupported_operation', text, { metadata: { taskId: id } });
}
