// GetTask of an agent whose calls all end within their request: there are no tasks to find. A2A 1.0 §3.1.3.

import type { Operation } from '../exchange.ts';
import { taskNotFound } from '../task-not-found.ts';

export const getTask: Operation = (_deps, { codec, params }) => {
  throw taskNotFound(codec.readGetTask(params).id);
};
