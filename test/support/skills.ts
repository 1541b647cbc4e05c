// Skills made by hand for unit tests, in one line each, without a document; and what a catalog and an invoker would answer
// about them, as far as resolving a message needs it.

import type { Parameter, RequestBody } from '../../src/spec/operation.ts';
import type { Invoker } from '../../src/invoke/call.ts';
import { createInvoker } from '../../src/invoke/invoker.ts';
import { createLog } from '../../src/observe/log.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Argument, BodyInput, Skill } from '../../src/catalog/skill.ts';
import type { JsonSchema } from '../../src/spec/json-schema.ts';

/** How an argument is written: its place, then its schema; a `!` after the place makes it required. */
export type ArgumentSketch = readonly [
  place: Argument['in'] | `${Argument['in']}!`,
  schema: JsonSchema,
  wireName?: string,
];

export interface SkillSketch {
  readonly id: string;
  readonly bareId?: string;
  readonly target?: string;
  readonly name?: string;
  /** `GET /pets/{petId}`; default `GET /<id>`. */
  readonly route?: string;
  readonly server?: string;
  readonly operationId?: string;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly arguments?: Readonly<Record<string, ArgumentSketch>>;
  readonly body?: Partial<BodyInput> & { readonly schema?: JsonSchema };
  readonly examples?: readonly string[];
  /** Whether the body's fields may have others beside them. */
  readonly extras?: boolean;
}

export function createSkill(sketch: SkillSketch): Skill {
  const { id } = sketch;
  const [method = 'GET', path = `/${id}`] = (sketch.route ?? '').split(' ').filter((word) => word !== '');
  const sketches = Object.entries(sketch.arguments ?? {});
  const args = sketches.map(([key, [place, , wireName]]): Argument => ({
    key,
    wireName: wireName ?? key,
    in: place.replace('!', '') as Argument['in'],
    required: place.endsWith('!'),
  }));
  const hasFields = args.some((argument) => argument.in === 'field');
  const body = toBody(sketch, hasFields);
  const properties = sketches.map(([key, [, schema]]) => [key, schema] as const);
  const whole = body?.layout === 'whole' ? [[body.key, sketch.body?.schema ?? true] as const] : [];
  const required = args.filter((argument) => argument.required).map(({ key }) => key);
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries<JsonSchema>([...properties, ...whole]),
    required: body?.layout === 'whole' && body.required ? [...required, body.key] : required,
    additionalProperties: sketch.extras ?? false,
  };
  return {
    id,
    bareId: sketch.bareId ?? id,
    target: sketch.target ?? 'demo',
    name: sketch.name ?? id,
    description: id,
    tags: ['demo'],
    examples: () => sketch.examples ?? [id],
    inputModes: ['application/json', 'text/plain'],
    outputModes: ['application/json'],
    operation: {
      method,
      path: path.replace(/#.*$/, ''),
      pathKey: path,
      operationId: sketch.operationId ?? sketch.bareId ?? id,
      summary: '',
      description: '',
      tags: [],
      deprecated: false,
      parameters: args.flatMap(toParameter),
      requestBody: body === undefined ? undefined : toRequestBody(body),
      responses: [],
      server: sketch.server,
      security: [],
      credentialParameters: new Set(),
      extension: {},
      obstacles: [],
      notes: [],
    },
    readOnly: sketch.readOnly ?? method === 'GET',
    idempotent: method !== 'POST',
    destructive: sketch.destructive ?? method === 'DELETE',
    input: {
      arguments: args,
      ...(body !== undefined && { body }),
      schema: () => schema,
      wholeBodySchema: () => schema,
    },
    outputSchema: () => undefined,
    errorSchemas: () => [],
    baseUrl: sketch.server,
  };
}

function toParameter({ wireName, in: place, required }: Argument): readonly Parameter[] {
  if (place === 'field') return [];
  const style = place === 'path' || place === 'header' ? 'simple' : 'form';
  return [
    {
      name: wireName,
      in: place,
      required,
      description: '',
      deprecated: false,
      style,
      explode: style === 'form',
      allowReserved: false,
      schema: undefined,
      examples: [],
    },
  ];
}

function toRequestBody({ mediaType, required }: BodyInput): RequestBody {
  const content = [{ mediaType, schema: undefined, examples: [], encoding: new Map() }];
  return { required, description: '', content };
}

function toBody(sketch: SkillSketch, hasFields: boolean): BodyInput | undefined {
  if (sketch.body === undefined && !hasFields) return undefined;
  const { schema: _, ...given } = sketch.body ?? {};
  return {
    key: 'body',
    layout: hasFields ? 'fields' : 'whole',
    required: true,
    mediaType: 'application/json',
    ...given,
  };
}

/** What a catalog of these skills finds and suggests: ids and unique bare ids; ids with the same first letters. */
export function createLookup(skills: readonly Skill[]) {
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  return {
    find: (id: string): Skill | undefined => {
      const bare = skills.filter((skill) => skill.bareId === id);
      return byId.get(id) ?? (bare.length === 1 ? bare[0] : undefined);
    },
    suggest: (id: string, limit: number): readonly Skill[] => {
      const start = id.slice(0, 3).toLowerCase();
      return skills.filter((skill) => skill.id.toLowerCase().startsWith(start)).slice(0, limit);
    },
  };
}

/** True when the skill's schema accepts the arguments as they are. */
export function createAccepts(): (skill: Skill, args: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true });
  return (skill, args) => ajv.validate(skill.input.schema() as object, args);
}

/** What is wrong with the arguments of a call, as the invoker says it. Nothing is ever sent. */
export function createCheck(skills: readonly Skill[]): Pick<Invoker, 'check' | 'toPlain'> {
  const policy = { headers: new Map(), forwardHeaders: [], timeout: 1_000, baseUrl: 'http://service.example.test' };
  const { check, toPlain } = createInvoker({
    log: createLog({ level: 'silent' }).log,
    upstream: { send: () => Promise.reject(new Error('nothing is sent here')) },
    targets: new Map(skills.map(({ target }) => [target, policy])),
  });
  return { check, toPlain };
}
