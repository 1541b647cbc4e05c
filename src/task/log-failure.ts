// The line of a task that failed after its request was answered: nobody may be there to hear of it, and the operator should. Of what
// nobody expected the words are in this line alone.

import { failures, type FailureCode } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import type { Task } from './task.ts';

export interface FailureFacts {
  readonly code: FailureCode;
  readonly detail?: string | undefined;
}

/** Says nothing of a task that stands otherwise, for instance because it was cancelled in the same moment. */
export function logFailure(log: Log, { id, skill, status }: Task, { code, detail }: FailureFacts): void {
  if (status.state !== 'failed') return;
  const facts = { taskId: id, skill, code, ...(detail === undefined ? {} : { detail }) };
  log[failures[code].level === 'error' ? 'error' : 'warn'](facts, 'a task failed');
}
