// The answer to a task id that leads to no task of this caller.

import { GatewayError } from '../errors.ts';

export function taskNotFound(id: string): GatewayError {
  return new GatewayError('task_not_found', 'Task not found.', { metadata: { taskId: id.slice(0, 128) } });
}
