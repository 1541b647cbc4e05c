// What passes between a binding, the request handler and its operations: one request with its codec and context, and the reply.

import type { Skill } from '../catalog/skill.ts';
import type { Resolver } from '../converse/resolve.ts';
import type { CallContext, Invoker } from '../invoke/call.ts';
import type { CallRecord } from '../observe/call-log.ts';
import type { Clock } from '../task/clock.ts';
import type { Caller, TaskService } from '../task/service.ts';
import type { NumberedEvent, TaskEvent } from '../task/task.ts';
import type { AnswerLimits } from './answer-form.ts';
import type { Capabilities } from './capabilities.ts';
import type { Codec } from './codec.ts';
import type { Failure } from './failure.ts';
import type { Method } from './methods.ts';
import type { ReplyPolicy } from './reply-policy.ts';
import type { Summarise } from './summary.ts';

export interface A2AHandlerDeps {
  /** From what was said to a call or a question. */
  readonly resolver: Resolver;
  readonly summarise?: Summarise;
  /** Whether who speaks text is asked; else what is not understood is an error. */
  readonly asks: boolean;
  readonly invoker: Pick<Invoker, 'invoke' | 'prepare' | 'check'>;
  readonly tasks: TaskDeps;
  readonly capabilities: Capabilities;
  readonly answers: AnswerLimits;
  /** The text of A2A 1.0 that counts where its corrections differ. */
  readonly errata: '1.0.0' | '1.0.1';
  /** A new unguessable id. */
  newId(): string;
}

export interface TaskDeps {
  readonly service: TaskService;
  callerOf(context: CallContext): Caller;
  policyOf(skill: Skill): ReplyPolicy;
  /** Milliseconds that a blocking call waits for its task; then the task is answered as it stands. */
  readonly longestWait: number;
  readonly clock: Clock;
}

/** The agent that a request is sent to: a view of the catalog with its own card and addresses. */
export interface AddressedAgent {
  /** Tasks belong to it. */
  readonly id: string;
  /** The same array until the catalog is replaced. */
  readonly skills: readonly Skill[];
}

/** What a binding knows about one request. */
export interface RequestContext {
  readonly agent: AddressedAgent;
  readonly call: CallContext;
  /** URIs of the extensions that the request's headers activate. */
  readonly extensions: ReadonlySet<string>;
  /** Number of the last event that a caller who lost its stream has seen. */
  readonly resumeAfter: number | undefined;
  /** The operations note here what the log line of the call says. */
  readonly record: CallRecord;
}

export interface Exchange {
  readonly method: Method;
  readonly codec: Codec;
  /** The request object as it came, parsed with its digits kept. */
  readonly params: unknown;
  readonly context: RequestContext;
}

/** A result is JSON text in the wire's shape, ready to be spliced. */
export type Reply =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | StreamReply;

/** What could fail has been tried: only events follow. It must be read or left, since the events hold a place until then. */
export interface StreamReply {
  readonly kind: 'stream';
  /** There at once, unless a lost stream goes on. `seq` numbers it for a later resume. */
  readonly first: { readonly json: string; readonly seq: number | undefined } | undefined;
  readonly events: AsyncIterable<NumberedEvent>;
  readonly write: (event: TaskEvent) => string;
}

export type Operation = (deps: A2AHandlerDeps, exchange: Exchange) => Reply | Promise<Reply>;

export interface A2AHandler {
  /** Throws, at once or later, `GatewayError` for what is wrong with the request or keeps it from being answered. */
  handle(exchange: Exchange): Reply | Promise<Reply>;
}
