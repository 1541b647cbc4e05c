// How much one task and one caller may use. Whatever is over a limit is refused or ended with a clear text, never cut silently.

export interface TaskLimits {
  /** Milliseconds that a task may work without a turn of the caller. */
  readonly taskTime: number;
  /** Requests to the service for one turn of a task: the call and each look at its job. */
  readonly upstreamCalls: number;
  /** Bytes of all artifacts of a task. */
  readonly taskBytes: number;
  /** Messages to one task that wait for their turn. */
  readonly queuedTurns: number;
  /** Tasks of one caller that work at the same time in this process. Callers that nobody knows only share the total. */
  readonly tasksPerOwner: number;
  readonly tasks: number;
  /** Open streams of one caller in this process, and of all. */
  readonly streamsPerOwner: number;
  readonly streams: number;
  /** Milliseconds that a stream stays open while the task waits for its caller. */
  readonly waitingStream: number;
  /** Milliseconds that a task is kept after its last change. */
  readonly retention: number;
  /** Milliseconds in which the first answer to a message id is repeated. */
  readonly replayWindow: number;
  /** What becomes of a message whose id was seen before: it gets the first answer, or is refused. */
  readonly replay: 'join' | 'reject';
  /** Milliseconds without a sign of life after which another process takes the tasks of this one over. */
  readonly lease: number;
  /** Tasks of unknown callers can be listed without a context; for test benches. */
  readonly listAnonymous: boolean;
}

const minute = 60_000;

export const defaultLimits: TaskLimits = {
  taskTime: 60 * minute,
  upstreamCalls: 10_000,
  taskBytes: 50_000_000,
  queuedTurns: 8,
  tasksPerOwner: 1_000,
  tasks: 20_000,
  streamsPerOwner: 1_000,
  streams: 20_000,
  waitingStream: 15 * minute,
  retention: 24 * 60 * minute,
  replayWindow: 24 * 60 * minute,
  replay: 'join',
  lease: 10_000,
  listAnonymous: false,
};
