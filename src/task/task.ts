// A task: a call that outlives its request or needs another turn, without a wire. What is stored is this, as JSON; codecs of the
// wires write it in their shapes. A2A 1.0 §4.1.

import type { ResolvedBy } from '../invoke/call.ts';
import type { Job } from '../invoke/job.ts';
import type { AnswerForm } from './answer-form.ts';

/** A2A's states in the words of 0.3; 1.0 writes them TASK_STATE_X. */
export type TaskState =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'auth-required'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected';

/** A part as it is kept: JSON as its own text, so that digits stay; bytes in base64. */
export type TaskPart =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** True when it tells what the JSON part beside it holds; never shown to callers. */
      readonly isRendering?: true;
      readonly mediaType?: string;
      readonly filename?: string;
      readonly metadata?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'json';
      readonly json: string;
      readonly mediaType?: string;
      readonly filename?: string;
      readonly metadata?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'bytes';
      readonly base64: string;
      readonly mediaType?: string;
      readonly filename?: string;
      readonly metadata?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly mediaType?: string;
      readonly filename?: string;
      readonly metadata?: Readonly<Record<string, unknown>>;
    };

export interface TaskMessage {
  readonly messageId: string;
  readonly role: 'user' | 'agent';
  readonly parts: readonly TaskPart[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly extensions?: readonly string[];
  readonly referenceTaskIds?: readonly string[];
}

export interface Artifact {
  readonly artifactId: string;
  readonly name?: string;
  readonly description?: string;
  readonly parts: readonly TaskPart[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface TaskStatus {
  readonly state: TaskState;
  readonly message?: TaskMessage;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Task {
  readonly id: string;
  readonly contextId: string;
  /** Who may see it: the principal's key. */
  readonly owner: string;
  /** The agent that it belongs to; `root` for now. */
  readonly agent: string;
  /** Skill that works on it, once that is known. */
  readonly skill?: string;
  readonly status: TaskStatus;
  readonly artifacts: readonly Artifact[];
  /** Chronological; the message of the current status is not in it yet. */
  readonly history: readonly TaskMessage[];
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly createdAt: number;
  /** Number of its last event. */
  readonly seq: number;
  /** How its caller wants JSON to be told; never shown to callers. */
  readonly answer?: AnswerForm | undefined;
  /** What the runner needs to go on after a restart; never shown to callers. */
  readonly work?: Work | undefined;
  /** Messages that came while the task was at work, in order; each is in the history already. Never shown to callers. */
  readonly queue?: readonly QueuedTurn[] | undefined;
}

export interface QueuedTurn {
  readonly id: string;
  /** Place of the message in the history. */
  readonly at: number;
  /** The process that took the message. It alone has what came with it and is not kept: the caller's headers. */
  readonly holder: string;
  /** For another process, where the call needs nothing else. */
  readonly call?: KeptCall;
  /** How its answer is told; as data by default. */
  readonly answer?: AnswerForm;
}

/** A call as it is kept, of which another process can make the same. */
export interface KeptCall {
  readonly skill: string;
  readonly arguments: unknown;
  readonly coerce: boolean;
  readonly resolvedBy: ResolvedBy;
  readonly idempotency?: string;
}

/** Where the work on a task stands, so that another process can take it over. */
export type Work =
  /** A request may be under way. `safe`: it may be sent again. `turn`: of a message that waited for it. */
  | { readonly kind: 'calling'; readonly safe: boolean; readonly turn?: string }
  /** A job at the service is polled. */
  | { readonly kind: 'polling'; readonly job: Job; readonly deadline: number }
  /** The next turn has its message, and its call is not made yet. */
  | { readonly kind: 'turn'; readonly turn: QueuedTurn; readonly session?: string }
  /** The caller has the next turn. `session`: the service's own id of the conversation, for a mapped operation. */
  | { readonly kind: 'waiting'; readonly session?: string; readonly question?: OpenQuestion };

/** What the caller was asked before anything was called. The answer is read with it. */
export interface OpenQuestion {
  /** Which of them; what is still missing of the only one; whether the only one is to be called. */
  readonly kind: 'choose' | 'complete' | 'confirm';
  /** In the order that they were shown, numbered from 1. */
  readonly candidates: readonly Candidate[];
  /** True for what was only understood from a sentence: it is asked back before anything is changed. */
  readonly guessed?: true;
}

/** A call that may be meant. */
export interface Candidate {
  /** Id of the skill. */
  readonly skill: string;
  /** What is known of its arguments. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** As in a call: strings stand for what the schema asks for. */
  readonly coerce: boolean;
  /** Required arguments that are not known. */
  readonly missing: readonly string[];
  /** Fields of the answer that are wanted; all by default. */
  readonly fields?: readonly string[];
}

/** What happened to a task, in order. `seq` of a stored event is its number in the task's log. */
export type TaskEvent =
  | { readonly kind: 'status'; readonly status: TaskStatus }
  | { readonly kind: 'artifact'; readonly artifact: Artifact; readonly append: boolean; readonly lastChunk: boolean };

export interface NumberedEvent {
  readonly seq: number;
  readonly event: TaskEvent;
}

export const terminalStates: ReadonlySet<TaskState> = new Set(['completed', 'failed', 'canceled', 'rejected']);
export const interruptedStates: ReadonlySet<TaskState> = new Set(['input-required', 'auth-required']);
