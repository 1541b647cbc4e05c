// Another turn of a task that waits for its caller. Everything that can be wrong with it is found before anything is stored, and of
// two turns at once exactly one is taken. A2A 1.0 §3.4.

import { GatewayError } from '../errors.ts';
import type { Call } from '../invoke/call.ts';
import type { BeginDeps } from './begin.ts';
import { unchanged, withStatus } from './change.ts';
import type { StoredTask } from './record.ts';
import type { Continue } from './service.ts';
import type { Task } from './task.ts';
import { isTerminal, isWaiting } from './transitions.ts';
import { toTurnFacts } from './turn-facts.ts';
import { assertVisible } from './visible.ts';

export async function continueTask(deps: BeginDeps, input: Continue): Promise<Task> {
  const { table, runner, budget, push, clock, holder } = deps;
  const { caller, taskId, message, context, streams = true } = input;
  const found = await table.read(taskId);
  const waiting = assertTakesTurn(found?.task, input);
  const call: Call = input.resolve(waiting);
  const session = waiting.work?.kind === 'waiting' ? waiting.work.session : undefined;
  const release = budget.takeTask(caller);
  try {
    if (input.push !== undefined) await push.set(taskId, input.push, waiting.seq);
    const entry = await table.update(
      taskId,
      (task) => {
        assertTakesTurn(task, input);
        const change = unchanged({ ...task, skill: call.skill.id });
        const work = { kind: 'calling', safe: call.skill.readOnly } as const;
        const next = withStatus(change, { state: 'working', at: clock.now(), heard: message, work });
        return { ...next, task: { ...next.task, holder } };
      },
      found,
    );
    if (entry === undefined) throw new GatewayError('task_not_found', 'Task not found: it is not kept any more.');
    const turn = toTurnFacts(message, { contextId: entry.task.contextId, taskId, session });
    runner.start(entry, { kind: 'call', call, context, streams, turn }, release);
    return entry.task;
  } catch (error) {
    release();
    throw error;
  }
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
