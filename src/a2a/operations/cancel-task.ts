// CancelTask: the work is stopped, where it can be, and the task answered as it stands then. A2A 1.0 §3.1.5.

import { GatewayError } from '../../errors.ts';
import type { Operation } from '../exchange.ts';
import { toTaskContext } from '../task-message.ts';

export const cancelTask: Operation = async ({ tasks }, { codec, params, context }) => {
  const { id } = codec.readCancelTask(params);
  context.record.task = id.slice(0, 128);
  const caller = tasks.callerOf(context.call);
  if (codec.cancelsOnce && (await tasks.service.get(caller, id)).status.state === 'canceled') {
    throw new GatewayError('task_not_cancelable', 'The task is cancelled already.', { metadata: { taskId: id } });
  }
  const task = await tasks.service.cancel(caller, id, toTaskContext(context.call));
  return { kind: 'result', json: codec.writeTask(task) };
};
