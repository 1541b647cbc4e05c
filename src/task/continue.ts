// Another turn of a task that waits for its caller. Everything that can be wrong with it is found before anything is stored, and of
// two turns at once exactly one is taken. A2A 1.0 §3.4.

import { GatewayError } from '../errors.ts';
import type { AskedTask } from './ask.ts';
import type { BeginDeps } from './begin.ts';
import { buildMessage, unchanged, withStatus, type Change } from './change.ts';
import type { StoredTask, TaskEntry } from './record.ts';
import type { Continue, Next } from './service.ts';
import type { Task } from './task.ts';
import { isTerminal, isWaiting } from './transitions.ts';
import { toTurnFacts } from './turn-facts.ts';
import { assertVisible } from './visible.ts';

/** As it went on, and as it stands: what the gateway says at once is an event between them. */
export async function continueTask(deps: BeginDeps, input: Continue): Promise<AskedTask> {
  const found = await deps.table.read(input.taskId);
  const waiting = assertTakesTurn(found?.task, input);
  const next = await input.resolve(waiting);
  if (next.kind === 'call') {
    const task = await work(deps, input, { found, waiting, next });
    return { begun: task, task };
  }
  const { clock, newId } = deps;
  let begun = waiting;
  const { task } = await storeEntry(deps, input, found, (task) => {
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
  return { begun, task };
}

interface Turn {
  readonly found: TaskEntry | undefined;
  readonly waiting: StoredTask;
  readonly next: Extract<Next, { kind: 'call' }>;
}

async function work(deps: BeginDeps, input: Continue, { found, waiting, next }: Turn): Promise<Task> {
  const { call, answer } = next;
  const { runner, budget, clock, holder } = deps;
  const { caller, taskId, message, context, streams = true } = input;
  const session = waiting.work?.kind === 'waiting' ? waiting.work.session : undefined;
  const release = budget.takeTask(caller);
  try {
    const entry = await storeEntry(deps, input, found, (task) => {
      // Another turn may be spoken where the last one was data.
      const { answer: _, ...rest } = task;
      const change = unchanged({ ...rest, skill: call.skill.id, ...(answer === undefined ? {} : { answer }) });
      const work = { kind: 'calling', safe: call.skill.readOnly } as const;
      const begun = withStatus(change, { state: 'working', at: clock.now(), heard: message, work });
      return { ...begun, task: { ...begun.task, holder } };
    });
    const turn = toTurnFacts(message, { contextId: entry.task.contextId, taskId, session });
    runner.start(entry, { kind: 'call', call, context, streams, turn }, release);
    return entry.task;
  } catch (error) {
    release();
    throw error;
  }
}

async function storeEntry(
  { table, push }: BeginDeps,
  input: Continue,
  found: TaskEntry | undefined,
  change: (task: StoredTask) => Change,
): Promise<TaskEntry> {
  const { taskId } = input;
  if (input.push !== undefined) await push.set(taskId, input.push, found?.task.seq ?? 0);
  const entry = await table.update(
    taskId,
    (task) => {
      assertTakesTurn(task, input);
      return change(task);
    },
    found,
  );
  if (entry === undefined) throw new GatewayError('task_not_found', 'Task not found: it is not kept any more.');
  return entry;
}

function assertTakesTurn(found: StoredTask | undefined, { caller, contextId }: Continue): StoredTask {
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
  if (!isWaiting(task)) {
    throw refuse(task, 'The task is at work and takes no message now; wait until it needs input, or cancel it.');
  }
  return task;
}

function refuse({ id }: StoredTask, text: string): GatewayError {
  return new GatewayError('unsupported_operation', text, { metadata: { taskId: id } });
}
