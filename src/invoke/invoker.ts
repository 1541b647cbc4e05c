// A call becomes an outcome. This file is the list of the steps; each has a file of its own. What is wrong with the arguments and
// what kept us from having a reply is thrown; any reply of the service is an outcome.

import { GatewayError } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import type { Skill } from '../catalog/skill.ts';
import type { EndSignal, Upstream, UpstreamRequest, UpstreamResponse } from '../upstream/request.ts';
import { buildRequest, type BuiltRequest } from './build-request.ts';
import type { Call, CallContext, InvokeOptions, Invoker, PreparedRequest } from './call.ts';
import type { Outcome } from './outcome.ts';
import { createCheckCache } from './check/check-cache.ts';
import type { SchemaCheck } from './check/schema-check.ts';
import { compileCoercion, type Coercion } from './coerce.ts';
import { compileSkill, type CompiledSkill } from './compile.ts';
import { fillArguments } from './conversation/fill-arguments.ts';
import { createJobs } from './job/follow.ts';
import { wait } from './end-signal.ts';
import { nameArguments } from './name-arguments.ts';
import { explainDropped } from './explain-headers.ts';
import type { TargetPolicy } from './target-policy.ts';
import { createSkillIndex } from './skill-index.ts';
import { toReply } from './to-reply.ts';
import { acceptsArguments, layoutOf, validateArguments } from './validate-arguments.ts';

export interface InvokerDeps {
  readonly upstream: Upstream;
  readonly targets: ReadonlyMap<string, TargetPolicy>;
  readonly log: Log;
  /** Told of every request before it goes out; for the trace of calls, not set as a rule. */
  readonly onRequest?: (call: Call, prepared: PreparedRequest, context: CallContext) => void;
  /** The skills of the moment: jobs name theirs by id. Without them no job can be followed. */
  readonly skills?: () => readonly Skill[];
  /** Milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number;
  /** Waits between two connections of one stream; rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal: EndSignal | undefined) => Promise<void>;
}

const noSkills: readonly Skill[] = [];

export function createInvoker(deps: InvokerDeps): Invoker {
  const { upstream, targets, log, onRequest, skills = () => noSkills, now = Date.now, sleep = wait } = deps;
  const index = createSkillIndex(skills);
  const checks = createCheckCache(log);
  // Compiled on first use: most skills of a large document are never called. A reload brings new skills, and the old ones go.
  const compiled = new WeakMap<Skill, CompiledSkill>();
  const compile = (skill: Skill): CompiledSkill => {
    const known = compiled.get(skill);
    if (known !== undefined) return known;
    const fresh = compileSkill(skill, policyOf(skill, targets), index.isDeclared);
    compiled.set(skill, fresh);
    return fresh;
  };

  const coercions = new WeakMap<SchemaCheck, Coercion>();
  const coerce = (check: SchemaCheck, args: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const known = coercions.get(check);
    if (known !== undefined) return known(args);
    const fresh = compileCoercion(check.schema);
    coercions.set(check, fresh);
    return fresh(args);
  };

  const read = (call: Call): ReadCall => {
    const skill = compile(call.skill);
    const named = nameArguments(call.skill, skill.names, call.arguments);
    const args = call.coerce ? coerce(checks(call.skill, layoutOf(skill, named)), named) : named;
    return { skill, args };
  };
  const validate = ({ skill, args }: ReadCall): boolean => validateArguments(skill, args, checks);
  const build = (call: Call, context: CallContext, options?: InvokeOptions): BuiltRequest => {
    const found = read(call);
    const isJson = validate(found);
    return buildRequest(found.skill, found.args, { context, isJson, options });
  };

  const send = (request: UpstreamRequest): Promise<UpstreamResponse> => upstream.send(request);

  /** Throws at once what is wrong with the arguments. */
  const invoke = (call: Call, context: CallContext, options: InvokeOptions): Promise<Outcome> => {
    const { turn, streams = false } = options;
    const conversation = turn === undefined ? undefined : compile(call.skill).jobs.conversation;
    const filled =
      turn === undefined || conversation === undefined
        ? call
        : { ...call, arguments: fillArguments(call.arguments, conversation, turn) };
    const built = build(filled, context, options);
    onRequest?.(call, explain(built, context), context);
    const { compiled: skill, request, forwardedCredentials } = built;
    return upstream.send(request).then((response) =>
      toReply(response, {
        compiled: skill,
        request,
        forwardedCredentials,
        send,
        sleep,
        now,
        streams,
        mapped: conversation !== undefined,
        session: turn?.session,
      }),
    );
  };

  return {
    prepare: (call, context) => explain(build(call, context), context),
    invoke: (call, context, options = {}) => {
      try {
        return invoke(call, context, options);
      } catch (error) {
        return Promise.reject(error);
      }
    },
    ...createJobs({ upstream, find: index.find, compile, now }),
    check: (call) => refusalOf(() => validate(read(call))),
    toPlain: (call) => {
      let plain = call;
      refusalOf(() => {
        plain = { ...call, arguments: { ...read(call).args }, coerce: false };
      });
      return plain;
    },
    accepts: (skill, args) => {
      const known = compile(skill);
      let isAccepted = false;
      const refusal = refusalOf(() => {
        isAccepted = acceptsArguments(known, nameArguments(skill, known.names, args), checks);
      });
      return refusal === undefined && isAccepted;
    },
  };
}

interface ReadCall {
  readonly skill: CompiledSkill;
  readonly args: Readonly<Record<string, unknown>>;
}

function refusalOf(check: () => unknown): GatewayError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'invalid_arguments') return error;
    throw error;
  }
}

function explain(
  { compiled: { headerPlan, ownQuery }, request, fromArguments }: BuiltRequest,
  context: CallContext,
): PreparedRequest {
  return {
    request,
    secretHeaders: [...Object.keys(headerPlan.fixed), ...(headerPlan.cookies.length > 0 ? ['cookie'] : [])],
    secretQuery: ownQuery,
    droppedHeaders: explainDropped(headerPlan, fromArguments, context),
  };
}

function policyOf(skill: Skill, targets: ReadonlyMap<string, TargetPolicy>): TargetPolicy {
  const policy = targets.get(skill.target);
  if (policy !== undefined) return policy;
  throw new GatewayError('target_unavailable', undefined, { detail: `no policy for target ${skill.target}` });
}
