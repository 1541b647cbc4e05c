// A skill, compiled once on its first use: everything about its HTTP request that does not depend on a call is decided here, so that
// a call only fills values in.

import { GatewayError } from '../errors.ts';
import { isMediaRange, isSameMediaType } from '../lib/media-type.ts';
import type { Argument, Skill } from '../catalog/skill.ts';
import type { Parameter } from '../spec/operation.ts';
import { buildAccept } from './accept.ts';
import { findBodyCodec } from './body/codec.ts';
import type { BodyWriter } from './body/written.ts';
import { chooseCredentials } from './credentials.ts';
import { readConversation } from './conversation/read-conversation.ts';
import { createAddresses } from './job/address.ts';
import type { JobPlan } from './job/plan.ts';
import { readJobRules } from './job/read-rules.ts';
import { compileHeaderPlan, isReservedHeader, isTrusted, type HeaderPlan } from './headers.ts';
import { compileNames, type ArgumentNames } from './name-arguments.ts';
import { compileIsFailure, type IsFailure } from './reply/disguised-failure.ts';
import { compileParameter } from './serialise/parameter.ts';
import type { CompiledStyle } from './serialise/style.ts';
import { compileTemplate, type CompiledTemplate } from './serialise/template.ts';
import type { TargetPolicy } from './target-policy.ts';

export interface CompiledArgument {
  readonly key: string;
  /** On the wire; of a header in lower case. */
  readonly name: string;
  readonly write: CompiledStyle;
}

export interface CompiledBody {
  readonly key: string;
  readonly layout: 'fields' | 'whole';
  readonly required: boolean;
  /** True when a field of the body has the name under which the whole body would stand. */
  readonly keyIsField: boolean;
  /** From key to the name in the body. */
  readonly fields: ReadonlyMap<string, string>;
  /** Keys that go elsewhere than the body. */
  readonly parameters: ReadonlySet<string>;
  /** True when all arguments are fields under their own names: then they are the body as they are. */
  readonly isAll: boolean;
  readonly bytesAs: 'base64' | 'latin1';
  readonly write: BodyWriter;
}

export interface CompiledSkill {
  readonly skill: Skill;
  readonly names: ArgumentNames;
  /** All keys that a caller may use. */
  readonly keys: ReadonlySet<string>;
  readonly baseUrl: string;
  readonly timeout: number;
  readonly safe: boolean;
  readonly template: CompiledTemplate;
  readonly query: readonly CompiledArgument[];
  /** Encoded pairs of the operator's credentials, which go last. */
  readonly ownQuery: readonly string[];
  readonly headers: readonly CompiledArgument[];
  readonly cookies: readonly CompiledArgument[];
  readonly headerPlan: HeaderPlan;
  readonly body: CompiledBody | undefined;
  readonly jobs: JobPlan;
  readonly isFailure: IsFailure;
}

/** Methods that change nothing, beside what the skill itself says. RFC 9110 §9.2.1, OAS 3.2 (QUERY). */
const safeMethods: ReadonlySet<string> = new Set(['OPTIONS', 'TRACE', 'QUERY']);

/** True when the target declares the method at the path. */
export type IsDeclared = (target: string, method: string, path: string) => boolean;

export function compileSkill(skill: Skill, policy: TargetPolicy, isDeclared: IsDeclared = () => false): CompiledSkill {
  const { operation, input } = skill;
  const baseUrl = policy.baseUrl ?? skill.baseUrl;
  if (baseUrl === undefined) {
    throw new GatewayError(
      'target_unavailable',
      `The base URL of "${skill.target}" is unknown; configure its upstreams.`,
    );
  }
  const own = chooseCredentials(operation.security, policy.credentials ?? new Map());
  const at = (place: Argument['in']): readonly CompiledArgument[] =>
    input.arguments.filter((argument) => argument.in === place).map((argument) => compileArgument(skill, argument));
  return {
    skill,
    names: compileNames(input),
    keys: new Set([...input.arguments.map(({ key }) => key), ...(input.body === undefined ? [] : [input.body.key])]),
    baseUrl,
    timeout: policy.timeout,
    safe: skill.readOnly || safeMethods.has(operation.method),
    template: compileTemplate(operation.path, new Map(at('path').map((argument) => [argument.name, argument]))),
    query: at('query'),
    ownQuery: isTrusted(policy, baseUrl) ? own.query : [],
    headers: at('header').filter(({ name }) => !isReservedHeader(name)),
    cookies: at('cookie'),
    headerPlan: compileHeaderPlan({
      policy,
      baseUrl,
      accept: buildAccept(operation.responses),
      credentials: operation.credentialParameters,
      own,
    }),
    body: compileBody(skill),
    isFailure: compileIsFailure(() => ({ success: skill.outputSchema(), errors: skill.errorSchemas() })),
    jobs: {
      skill,
      rules: readJobRules(skill),
      addresses: createAddresses(skill, baseUrl, policy),
      isDeclared: (method, path) => isDeclared(skill.target, method, path),
      conversation: readConversation(skill),
    },
  };
}

function compileArgument(skill: Skill, argument: Argument): CompiledArgument {
  const parameter = skill.operation.parameters.find((candidate) => isParameterOf(candidate, argument));
  if (parameter === undefined) {
    throw new GatewayError('internal', undefined, {
      detail: `skill ${skill.id} has no ${argument.in} parameter ${argument.wireName}`,
    });
  }
  const name = argument.in === 'header' ? argument.wireName.toLowerCase() : argument.wireName;
  return { key: argument.key, name, write: compileParameter(parameter, argument.key) };
}

function isParameterOf(parameter: Parameter, argument: Argument): boolean {
  if (parameter.in !== argument.in) return false;
  if (parameter.in === 'header') return parameter.name.toLowerCase() === argument.wireName.toLowerCase();
  return parameter.name === argument.wireName;
}

function compileBody({ id, input, operation }: Skill): CompiledBody | undefined {
  if (input.body === undefined) return undefined;
  const { key, layout, required, mediaType } = input.body;
  const content = operation.requestBody?.content ?? [];
  // A range such as `*/*` in the document is a skill's `application/json`.
  const media =
    content.find((one) => isSameMediaType(one.mediaType, mediaType)) ??
    content.find((one) => isMediaRange(one.mediaType));
  if (media === undefined)
    throw new GatewayError('internal', undefined, { detail: `skill ${id} has no request body ${mediaType}` });
  const codec = findBodyCodec(mediaType);
  const fields = new Map(
    input.arguments.filter((argument) => argument.in === 'field').map((argument) => [argument.key, argument.wireName]),
  );
  const parameters = input.arguments.filter((argument) => argument.in !== 'field').map((argument) => argument.key);
  return {
    key,
    layout,
    required,
    keyIsField: fields.has(key),
    fields,
    parameters: new Set(parameters),
    isAll: parameters.length === 0 && [...fields].every(([name, wireName]) => name === wireName),
    bytesAs: codec.bytesAs,
    write: codec.compile({ ...media, mediaType }, key),
  };
}
