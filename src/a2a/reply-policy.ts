// How a skill answers, as the operator decided for it or for its target. A message is enough for what finishes within the call; a
// task can wait, be followed and be asked for later. A2A 1.0 §3.1.1.

export interface ReplyPolicy {
  /** `auto`: a message for a plain blocking call that finishes, a task for everything else. */
  readonly reply: 'auto' | 'message' | 'task';
  /** What a call becomes that the service refuses or fails: a failed task, or an error. */
  readonly failures: 'task' | 'error';
  /** Whether a call may take longer than a caller is to wait: only then its time is watched. */
  readonly mayOutlast: boolean;
}
