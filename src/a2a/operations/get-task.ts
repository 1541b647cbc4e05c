// GetTask: the task as it stands, with so much of its history. A2A 1.0 §3.1.3.

import type { Operation } from '../exchange.ts';
import { viewTask } from '../task-view.ts';

export const getTask: Operation = async ({ tasks }, { codec, params, context }) => {
  const { id, historyLength } = codec.readGetTask(params);
  context.record.task = id.slice(0, 128);
  const task = await tasks.service.get(tasks.callerOf(context.call), id);
  return { kind: 'result', json: codec.writeTask(viewTask(task, { historyLength })) };
};
