// One line per call, whatever became of it. In goes what the rooms noted about the call; bodies, header values and other things
// that may be secret never do.

import type { FailureCode } from '../errors.ts';
import { failures } from '../errors.ts';
import type { Log } from './log.ts';

/** Facts of one call, noted on the way by whoever learns them. */
export interface CallRecord {
  readonly requestId: string;
  /** Trace id of the W3C trace context. */
  readonly traceId: string;
  /** `performance.now()` when the request was read. */
  readonly startedAt: number;
  method: string;
  dialect: string;
  target: string | undefined;
  skill: string | undefined;
  resolvedBy: string | undefined;
  /** What kind of question was the answer. */
  asked: string | undefined;
  upstreamStatus: number | undefined;
  /** How the service failed, where the caller is told by a task and not by an error. */
  failure: CallFailure | undefined;
  /** Id of the task, when there is one. */
  task: string | undefined;
}

export interface CallRecordStart {
  readonly requestId: string;
  readonly traceId: string;
}

export function startCallRecord({ requestId, traceId }: CallRecordStart): CallRecord {
  return {
    requestId,
    traceId,
    startedAt: performance.now(),
    method: '',
    dialect: '',
    target: undefined,
    skill: undefined,
    resolvedBy: undefined,
    asked: undefined,
    upstreamStatus: undefined,
    failure: undefined,
    task: undefined,
  };
}

export interface CallFailure {
  readonly code: FailureCode;
  /** What callers are not told: the text that belongs in the log alone. */
  readonly detail?: string | undefined;
}

export interface CallEnd {
  readonly status: 'ok' | FailureCode;
  readonly detail?: string | undefined;
}

/** Writes the line at the level of the failure's row; a good call is `info`. */
export function writeCallLog(log: Log, record: CallRecord, end: CallEnd): void {
  const { failure } = record;
  const { status, detail } =
    end.status === 'ok' && failure !== undefined ? { status: failure.code, detail: failure.detail } : end;
  const level = status === 'ok' ? 'info' : failures[status].level;
  const durationMs = Math.round((performance.now() - record.startedAt) * 100) / 100;
  const { requestId, traceId, method, dialect, target, skill, resolvedBy, asked, upstreamStatus, task } = record;
  log[level](
    {
      requestId,
      traceId,
      method,
      dialect,
      target,
      skill,
      resolvedBy,
      asked,
      status,
      upstreamStatus,
      task,
      durationMs,
      detail,
    },
    'call',
  );
}
