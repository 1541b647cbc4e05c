// SubscribeToTask of an agent whose calls all end within their request: there are no tasks to find. A2A 1.0 §3.1.6.

import type { Operation } from '../exchange.ts';
import { taskNotFound } from '../task-not-found.ts';

export const subscribeToTask: Operation = (_deps, { codec, params }) => {
  throw taskNotFound(codec.readSubscribe(params).id);
};
