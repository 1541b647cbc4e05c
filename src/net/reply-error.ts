// What can be wrong with a reply that did arrive. The rooms that asked for it turn these into their own failures.

export type ReplyProblem = 'too_large' | 'bad_encoding';

export class ReplyError extends Error {
  readonly problem: ReplyProblem;

  constructor(problem: ReplyProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ReplyError';
    this.problem = problem;
  }
}
