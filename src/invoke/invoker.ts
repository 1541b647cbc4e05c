// A call becomes an outcome. This file is the list of the steps; each has a file of its own. What is wrong with the arguments and
// what kept us from having a reply is thrown; any reply of the service is an outcome.

import { GatewayError } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import type { Skill } from '../catalog/skill.ts';
import type { Upstream } from '../upstream/request.ts';
import { buildRequest, type BuiltRequest } from './build-request.ts';
import type { Call, CallContext, Invoker, PreparedRequest } from './call.ts';
import { createCheckCache } from './check/check-cache.ts';
import { coerceArguments } from './coerce.ts';
import { compileSkill, type CompiledSkill } from './compile.ts';
import { nameArguments } from './name-arguments.ts';
import { explainDropped } from './explain-headers.ts';
import type { TargetPolicy } from './target-policy.ts';
import { toOutcome } from './to-outcome.ts';
import { acceptsArguments, layoutOf, validateArguments } from './validate-arguments.ts';

export interface InvokerDeps {
  readonly upstream: Upstream;
  readonly targets: ReadonlyMap<string, TargetPolicy>;
  readonly log: Log;
  /** Told of every request before it goes out; for the trace of calls, not set as a rule. */
  readonly onRequest?: (call: Call, prepared: PreparedRequest, context: CallContext) => void;
  /** Milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number;
}

export function createInvoker({ upstream, targets, log, onRequest, now = Date.now }: InvokerDeps): Invoker {
  const checks = createCheckCache(log);
  // Compiled on first use: most skills of a large document are never called. A reload brings new skills, and the old ones go.
  const compiled = new WeakMap<Skill, CompiledSkill>();
  const compile = (skill: Skill): CompiledSkill => {
    const known = compiled.get(skill);
    if (known !== undefined) return known;
    const fresh = compileSkill(skill, policyOf(skill, targets));
    compiled.set(skill, fresh);
    return fresh;
  };

  const build = (call: Call, context: CallContext): BuiltRequest => {
    const skill = compile(call.skill);
    const named = nameArguments(call.skill, skill.names, call.arguments);
    const args = call.coerce ? coerceArguments(named, checks(call.skill, layoutOf(skill, named)).schema) : named;
    validateArguments(skill, args, checks);
    return buildRequest(skill, args, context);
  };

  return {
    prepare: (call, context) => explain(build(call, context), context),
    invoke: async (call, context) => {
      const built = build(call, context);
      const { request, forwardedCredentials } = built;
      onRequest?.(call, explain(built, context), context);
      const response = await upstream.send(request);
      return toOutcome(response, { method: request.method, forwardedCredentials, now: now() });
    },
    accepts: (skill, args) => {
      try {
        const known = compile(skill);
        return acceptsArguments(known, nameArguments(skill, known.names, args), checks);
      } catch (error) {
        if (error instanceof GatewayError && error.code === 'invalid_arguments') return false;
        throw error;
      }
    },
  };
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
