// How a task ends whose work was cut off with its process. What the service made of a write is then not known.

import { unchanged, type Change } from './change.ts';
import { withMessage, type EndingFacts } from './ending.ts';
import type { StoredTask } from './record.ts';

export function withInterruption(task: StoredTask, facts: EndingFacts): Change {
  const isSafe = task.work?.kind === 'calling' && task.work.safe;
  const text = isSafe
    ? 'The call was interrupted before its end: the gateway stopped. Nothing was changed; send the message again.'
    : 'The call was interrupted: the gateway stopped while the service worked on it. The outcome is unknown; look before you send it again.';
  return withMessage(unchanged(task), { state: 'failed', text }, facts);
}
