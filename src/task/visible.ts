// Whose tasks a caller sees: the own ones, and those that nobody owns, whose ids cannot be guessed: a caller without credentials
// may come back with some that the service asked for. A task of somebody else is as unknown as one that does not exist. A2A 1.0 §13.1.

import { GatewayError } from '../errors.ts';
import type { StoredTask } from './record.ts';
import type { Caller } from './service.ts';

export function assertVisible(task: StoredTask | undefined, { owner }: Caller): StoredTask {
  if (task !== undefined && (task.owner === owner || task.owner === '')) return task;
  throw new GatewayError('task_not_found', 'Task not found: you have no task with this id.');
}
