// What became of a message: it was answered at once, it failed, or there is a task. Kept as text for the repetition of a message
// whose answer got lost; of a task only the id, since it goes on.

import type { Task } from '../task/task.ts';
import type { Failure } from './failure.ts';
import type { ReplyMessage } from './requests.ts';

export type Answer =
  | { readonly kind: 'message'; readonly message: ReplyMessage }
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** `begun` is the task as it began, for the one who began it; `isLate`: after as long as the caller may wait. */
  | { readonly kind: 'task'; readonly id: string; readonly begun?: Task; readonly isLate?: true };

export const answerText = {
  toText(answer: Answer): string {
    return JSON.stringify(answer.kind === 'task' ? { kind: 'task', id: answer.id } : answer);
  },
  // Only what `toText` wrote comes here.
  fromText(text: string): Answer {
    return JSON.parse(text) as Answer;
  },
};
