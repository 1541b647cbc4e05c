// CancelTask of an agent whose calls all end within their request: there are no tasks to find. A2A 1.0 §3.1.5.

import type { Operation } from '../exchange.ts';
import { taskNotFound } from '../task-not-found.ts';

export const cancelTask: Operation = (_deps, { codec, params }) => {
  throw taskNotFound(codec.readCancelTask(params).id);
};
