// One validated use of a skill, and what the caller's side adds to it.

import type { Skill } from '../catalog/skill.ts';
import type { GatewayError } from '../errors.ts';
import type { Fields } from '../lib/fields.ts';
import type { EndSignal, UpstreamRequest } from '../upstream/request.ts';
import type { Job, JobLook } from './job.ts';
import type { Outcome } from './outcome.ts';

/** Who calls and over what request; the same for all that one request does. */
export interface CallContext {
  readonly requestId: string;
  /** W3C trace context for requests that go out: the caller's trace, if it has one, under a parent id of ours. */
  readonly traceparent?: string;
  readonly tracestate?: string | undefined;
  /** Names the message among all of all callers: writes carry a hash of it and the skill as `Idempotency-Key`. */
  readonly idempotency?: string;
  /** The caller's HTTP headers, names in lower case. Which go on is decided per target. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Aborted when the caller has gone away. Only safe calls heed it. */
  readonly signal?: EndSignal;
}

/** How the caller's message named the skill, in the order that they are tried. */
export type ResolvedBy =
  | 'agent'
  | 'extension'
  | 'metadata'
  | 'envelope'
  | 'only skill'
  | 'default skill'
  | 'schema'
  | 'json text'
  | 'typed text'
  /** A plain sentence that was understood without a model. */
  | 'sentence'
  | 'model'
  /** The caller was asked, and this is what was agreed on. */
  | 'answer';

export interface Call {
  readonly skill: Skill;
  /** The arguments as given: names may be wire names, numbers may be raw. */
  readonly arguments: unknown;
  /** True for key=value and query text: strings are turned into what the schema asks for. */
  readonly coerce: boolean;
  readonly resolvedBy: ResolvedBy;
  /** What of the answer is wanted; all of it by default. */
  readonly fields?: Fields;
}

/** A request that would go out, and what of the caller's would not. */
export interface PreparedRequest {
  readonly request: UpstreamRequest;
  /** Names of headers whose values are the operator's secrets. */
  readonly secretHeaders: readonly string[];
  /** Encoded pairs of the path's query that are the operator's secrets. */
  readonly secretQuery: readonly string[];
  /** The caller's headers that are not passed on, and why. */
  readonly droppedHeaders: readonly { readonly name: string; readonly reason: string }[];
}

export interface InvokeOptions {
  /** True: a streamed reply comes as `Streamed`; else it is read to its end and comes as one `Success`. */
  readonly streams?: boolean;
  /** A2A facts for an operation with a mapping: what it answers comes as `Mapped`, unless it is streamed or still running. */
  readonly turn?: TurnFacts;
  /** True: the call waits for its turn when the target is busy, until it is aborted. */
  readonly patient?: boolean;
  /** Ends the call whatever it is, also one that is not safe and a stream: a task that is cancelled or whose time is up. */
  readonly abort?: EndSignal;
}

/** What an operation that is an agent itself may be told of the message. */
export interface TurnFacts {
  readonly text: string;
  /** All parts, as JSON values in the shape of A2A 1.0; made only when they are asked for. */
  readonly parts?: () => readonly unknown[];
  readonly messageId: string;
  readonly contextId: string;
  readonly taskId?: string;
  /** The service's own id of the conversation, from an earlier reply. */
  readonly session?: string;
}

export interface Invoker {
  /** The steps of a call up to the request, which is not sent. Throws `invalid_arguments`. */
  prepare(call: Call, context: CallContext): PreparedRequest;
  /** Runs the steps of a call. Throws `invalid_arguments` and the `upstream_*` failures; any reply is an outcome. */
  invoke(call: Call, context: CallContext, options?: InvokeOptions): Promise<Outcome>;
  /** Asks once how a job stands. Throws the `upstream_*` failures, which may be passing. */
  lookAt(job: Job, context: CallContext): Promise<JobLook>;
  /** Tells the service to stop, where it has a way; false when it has none. */
  cancelJob(job: Job, context: CallContext): Promise<boolean>;
  /** What is wrong with the arguments, as `prepare` would throw it; nothing is built. */
  check(call: Call): GatewayError | undefined;
  /** The same call with the skill's own names, and values in place of the strings that stand for them. */
  toPlain(call: Call): Call;
  /** True when the skill accepts the arguments as they are; nothing is sent. */
  accepts(skill: Skill, args: unknown): boolean;
}
