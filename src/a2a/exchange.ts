// What passes between a binding, the request handler and its operations: one request with its codec and context, and the reply.

import type { Skill } from '../catalog/skill.ts';
import type { Turn } from '../converse/turn.ts';
import type { Call, CallContext, Invoker } from '../invoke/call.ts';
import type { CallRecord } from '../observe/call-log.ts';
import type { Codec } from './codec.ts';
import type { Failure } from './failure.ts';
import type { Method } from './methods.ts';

export interface A2AHandlerDeps {
  /** The skills of the agent that is addressed; the same array until the catalog is replaced. */
  skills(): readonly Skill[];
  /** From what was said to a call; throws the `skill_*` failures. */
  resolve(turn: Turn): Call;
  readonly invoker: Pick<Invoker, 'invoke'>;
  /** A new unguessable id. */
  newId(): string;
}

/** What a binding knows about one request. */
export interface RequestContext {
  readonly call: CallContext;
  /** URIs of the extensions that the request's headers activate. */
  readonly extensions: ReadonlySet<string>;
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
  | { readonly kind: 'failure'; readonly failure: Failure };

export type Operation = (deps: A2AHandlerDeps, exchange: Exchange) => Reply | Promise<Reply>;

export interface A2AHandler {
  /** Throws `GatewayError` for what is wrong with the request or keeps it from being answered. */
  handle(exchange: Exchange): Promise<Reply>;
}
