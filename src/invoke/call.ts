// One validated use of a skill, and what the caller's side adds to it.

import type { Skill } from '../catalog/skill.ts';
import type { UpstreamRequest } from '../upstream/request.ts';
import type { EndSignal } from '../upstream/request.ts';
import type { Outcome } from './outcome.ts';

/** Who calls and over what request; the same for all that one request does. */
export interface CallContext {
  readonly requestId: string;
  /** W3C trace context for requests that go out: the caller's trace, if it has one, under a parent id of ours. */
  readonly traceparent?: string;
  readonly tracestate?: string | undefined;
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
  | 'typed text';

export interface Call {
  readonly skill: Skill;
  /** The arguments as given: names may be wire names, numbers may be raw. */
  readonly arguments: unknown;
  /** True for key=value and query text: strings are turned into what the schema asks for. */
  readonly coerce: boolean;
  readonly resolvedBy: ResolvedBy;
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

export interface Invoker {
  /** The steps of a call up to the request, which is not sent. Throws `invalid_arguments`. */
  prepare(call: Call, context: CallContext): PreparedRequest;
  /** Runs the steps of a call. Throws `invalid_arguments` and the `upstream_*` failures; any reply is an outcome. */
  invoke(call: Call, context: CallContext): Promise<Outcome>;
  /** True when the skill accepts the arguments as they are; nothing is sent. */
  accepts(skill: Skill, args: unknown): boolean;
}
