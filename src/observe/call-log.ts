// One line per call, whatever became of it. In goes what the rooms noted about the call; bodies, header values and other things
// that may be secret never do.

import type { FailureCode } from '../errors.ts';
import { failures } from '../errors.ts';
import { SelfWritten, type Log } from './log.ts';

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
export type WriteCallLog = (record: CallRecord, end: CallEnd) => void;

export function createCallLog(log: Log): WriteCallLog {
  const linesOf = createLines(log);
  return (record, end) => {
    const { failure } = record;
    const told: CallEnd =
      end.status === 'ok' && failure !== undefined ? { status: failure.code, detail: failure.detail } : end;
    const level = told.status === 'ok' ? 'info' : failures[told.status].level;
    linesOf(record)[level](new CallFacts(record, told), 'call');
  };
}

/** What is told of one call alone. */
class CallFacts extends SelfWritten {
  readonly requestId: string;
  readonly traceId: string;
  readonly asked: string | undefined;
  readonly status: CallEnd['status'];
  readonly upstreamStatus: number | undefined;
  readonly task: string | undefined;
  readonly durationMs: number;
  readonly detail: string | undefined;

  constructor({ requestId, traceId, startedAt, asked, upstreamStatus, task }: CallRecord, { status, detail }: CallEnd) {
    super();
    this.requestId = requestId;
    this.traceId = traceId;
    this.asked = asked;
    this.status = status;
    this.upstreamStatus = upstreamStatus;
    this.task = task;
    this.durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
    this.detail = detail;
  }

  toMembers(): string {
    const { requestId, traceId, asked, status, upstreamStatus, task, durationMs, detail } = this;
    const start = `,"requestId":${JSON.stringify(requestId)},"traceId":"${traceId}"${writeText('asked', asked)}`;
    const end = `,"durationMs":${durationMs}${writeText('detail', detail)}`;
    const reply = upstreamStatus === undefined ? '' : `,"upstreamStatus":${upstreamStatus}`;
    return `${start},"status":"${status}"${reply}${writeText('task', task)}${end}`;
  }
}

function writeText(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
}

type Kind = Pick<CallRecord, 'method' | 'dialect' | 'target' | 'skill' | 'resolvedBy'>;

interface Lines {
  readonly kind: Kind;
  readonly log: Log;
}

/** Of one skill or method; usually all its callers are alike. */
const mostKinds = 8;

/** What the calls of a skill have alike is written out once, in a child of the log. */
function createLines(log: Log): (kind: Kind) => Log {
  const bySkill = new Map<string, readonly Lines[]>();
  return (wanted) => {
    const { method, dialect, target, skill, resolvedBy } = wanted;
    const known = bySkill.get(skill ?? method) ?? [];
    const found = known.find(({ kind }) => isSame(kind, wanted));
    if (found !== undefined) return found.log;
    const kind = { method, dialect, target, skill, resolvedBy };
    const fresh = { kind, log: log.child(kind) };
    bySkill.set(skill ?? method, [...known.slice(1 - mostKinds), fresh]);
    return fresh.log;
  };
}

function isSame(one: Kind, other: Kind): boolean {
  return (
    one.method === other.method &&
    one.dialect === other.dialect &&
    one.target === other.target &&
    one.skill === other.skill &&
    one.resolvedBy === other.resolvedBy
  );
}
