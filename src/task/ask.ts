// A task that begins with a question to its caller: nothing is called before the answer. A2A 1.0 §3.4.3, §4.1.3.

import { buildMessage, unchanged, withStatus } from './change.ts';
import type { BeginDeps } from './begin.ts';
import type { StoredTask } from './record.ts';
import type { Ask } from './service.ts';
import type { Task } from './task.ts';

/** As it began, and as it stands. The one event between them is the question. */
export interface AskedTask {
  readonly begun: Task;
  readonly task: Task;
}

export async function askFirst(
  { table, push, clock, newId }: Pick<BeginDeps, 'table' | 'push' | 'clock' | 'newId'>,
  input: Ask,
): Promise<AskedTask> {
  const { caller, agent, contextId, message, question, taskId = newId() } = input;
  const at = clock.now();
  const begun: StoredTask = {
    id: taskId,
    contextId,
    owner: caller.owner,
    agent,
    ...(question.skill === undefined ? {} : { skill: question.skill }),
    status: { state: 'submitted', at },
    artifacts: [],
    history: [message],
    createdAt: at,
    seq: 0,
  };
  const change = withStatus(unchanged(begun), {
    state: 'input-required',
    at,
    message: buildMessage(newId(), question.parts),
    work: { kind: 'waiting', question: question.open },
  });
  if (input.push !== undefined) await push.set(taskId, { id: taskId, ...input.push }, 0);
  return { begun, task: (await table.create(change)).task };
}
