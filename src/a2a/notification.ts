// The body of a push notification in the wire that its webhook was registered over: 1.0 sends the event, 0.3 the whole task.
// A2A 1.0 §4.3.3, 0.3 §9.5.

import type { Task, TaskEvent } from '../task/task.ts';
import type { ProtocolVersion } from './methods.ts';
import { writeTaskV03 } from './write-v03.ts';
import { writeEventV1 } from './write-v1.ts';

export function writeNotification(task: Task, event: TaskEvent, version: ProtocolVersion): string {
  return version === '1.0' ? writeEventV1(task, event) : writeTaskV03(task);
}
