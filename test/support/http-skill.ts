// Skills with everything that an HTTP request needs, made by hand in a few lines; and an invoker whose upstream is a function.

import { createInvoker } from '../../src/invoke/invoker.ts';
import type { Call, CallContext, Invoker } from '../../src/invoke/call.ts';
import type { TargetPolicy } from '../../src/invoke/target-policy.ts';
import type { Skill } from '../../src/catalog/skill.ts';
import type { Encoding, Operation, Parameter } from '../../src/spec/operation.ts';
import type { JsonSchema } from '../../src/spec/json-schema.ts';
import { createLog } from '../../src/observe/log.ts';
import type { UpstreamRequest, UpstreamResponse } from '../../src/upstream/request.ts';
import { createSkill, type SkillSketch } from './skills.ts';

export interface HttpSkillSketch extends SkillSketch {
  /** What differs from the defaults of a place (simple or form), by argument key. */
  readonly styles?: Readonly<Record<string, Partial<Parameter>>>;
  readonly encoding?: Readonly<Record<string, Encoding>>;
  readonly responses?: Operation['responses'];
  readonly credentials?: readonly string[];
  /** The published schema, in place of the one made from the arguments. */
  readonly schema?: JsonSchema;
  readonly wholeBodySchema?: JsonSchema;
}

export function createHttpSkill(sketch: HttpSkillSketch): Skill {
  const skill = createSkill(sketch);
  const parameters = skill.input.arguments.flatMap(({ key, wireName, in: place, required }): Parameter[] => {
    if (place === 'field') return [];
    const style = place === 'path' || place === 'header' ? 'simple' : 'form';
    const given = sketch.styles?.[key] ?? {};
    const explode = given.explode ?? (given.style ?? style) === 'form';
    const plain = { description: '', deprecated: false, allowReserved: false, schema: undefined, examples: [] };
    return [{ ...plain, name: wireName, in: place, required, style, explode, ...given }];
  });
  const { body } = skill.input;
  const media = body && {
    mediaType: body.mediaType,
    schema: undefined,
    examples: [],
    encoding: new Map(Object.entries(sketch.encoding ?? {})),
  };
  return {
    ...skill,
    operation: {
      ...skill.operation,
      parameters,
      requestBody: media && { required: body?.required ?? false, description: '', content: [media] },
      responses: sketch.responses ?? [],
      credentialParameters: new Set(sketch.credentials ?? []),
    },
    input: {
      ...skill.input,
      ...(sketch.schema !== undefined && { schema: () => sketch.schema ?? true }),
      ...(sketch.wholeBodySchema !== undefined && { wholeBodySchema: () => sketch.wholeBodySchema ?? true }),
    },
  };
}

export interface Bench {
  readonly invoker: Invoker;
  /** What was sent, oldest first. */
  readonly sent: readonly UpstreamRequest[];
  /** Log lines as JSON text. */
  readonly lines: readonly string[];
  /** Calls with arguments from a data part and gives the request that went out. */
  send(skill: Skill, args: unknown, options?: SendOptions): Promise<UpstreamRequest>;
}

export interface SendOptions {
  readonly coerce?: boolean;
  readonly context?: Partial<CallContext>;
}

/** `baseUrl: undefined` is a target without upstreams of its own. */
export type BenchPolicy = Partial<Omit<TargetPolicy, 'baseUrl'>> & { readonly baseUrl?: string | undefined };

export function createBench(given: BenchPolicy = {}, reply: Partial<UpstreamResponse> = {}): Bench {
  const { baseUrl, ...policy } = { baseUrl: 'https://api.example.test', ...given };
  const sent: UpstreamRequest[] = [];
  const lines: string[] = [];
  const { log } = createLog({ level: 'debug' }, { write: (line) => void lines.push(line) });
  const invoker = createInvoker({
    log,
    now: () => Date.UTC(2030, 0, 1),
    targets: new Map([
      [
        'demo',
        { headers: new Map(), forwardHeaders: [], timeout: 1000, ...policy, ...(baseUrl !== undefined && { baseUrl }) },
      ],
    ]),
    upstream: {
      send: (request) => {
        sent.push(request);
        return Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0), ...reply });
      },
    },
  });
  return {
    invoker,
    sent,
    lines,
    send: async (skill, args, { coerce = false, context = {} } = {}) => {
      await invoker.invoke(toCall(skill, args, coerce), { requestId: 'r1', headers: {}, ...context });
      const last = sent.at(-1);
      if (last === undefined) throw new Error('nothing was sent');
      return last;
    },
  };
}

export function toCall(skill: Skill, args: unknown, coerce = false): Call {
  return { skill, arguments: args, coerce, resolvedBy: 'extension' };
}
