// What the task engine asks of whoever sends push notifications. The engine stores a change first and tells of it afterwards, so a
// crash between the two is possible: the sender keeps each task with webhooks in an index of its own until the task is terminal and
// all of its events are delivered, watches the task's key meanwhile, and needs `notify` only to be quick. Events and tasks are read
// with `readEvents` and `readTask` of `record.ts`. A2A 1.0 §4.3.

import type { PushConfig, StoredPushConfig } from './service.ts';
import type { Task } from './task.ts';

export interface PushSender {
  /**
   * Checks and stores a webhook; one with the same id is replaced. Delivery begins after the event `after` of the task. For a new
   * task it is called before the task itself is stored. Throws `invalid_params` and `overloaded` (too many of one task).
   */
  set(taskId: string, config: PushConfig, after: number): Promise<StoredPushConfig>;
  /** Without secrets; without an id the only or first one. Throws `task_not_found` when there is none. */
  get(taskId: string, id: string | undefined): Promise<StoredPushConfig>;
  /** Without secrets. */
  list(taskId: string): Promise<readonly StoredPushConfig[]>;
  /** Removing what is not there is fine. */
  remove(taskId: string, id: string): Promise<void>;
  /** The task stands like this since its last event was stored. Called for every change of every task; returns at once. */
  notify(task: Task): void;
  /** Takes up what an earlier process left undelivered. */
  start(): void;
  close(): Promise<void>;
}
