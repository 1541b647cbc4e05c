// Examples of a skill: literal calls such as `getPetById {"petId":10}`. The first has only what is required, the second what
// the document shows. Values come from the document's examples, else from the schema (openapi-sampler).

import { sample } from 'openapi-sampler';
import { isJsonObject, parseJson } from '../lib/json.ts';
import type { JsonSchema, SchemaObject } from '../spec/json-schema.ts';
import type { Operation } from '../spec/operation.ts';
import { inputParameters } from './input.ts';
import type { SkillInput } from './skill.ts';

export interface Exemplary {
  readonly id: string;
  readonly operation: Operation;
  readonly input: SkillInput;
  /** Examples of the chosen body entry. */
  readonly bodyExamples: readonly unknown[];
}

const maxExampleLength = 600;

/** One to three lines, none longer than 600 characters unless the minimal call is. */
export function buildExamples(skill: Exemplary): readonly string[] {
  const schema = skill.input.schema();
  const given = givenValues(skill);
  const minimal = buildArguments(schema, given, true);
  const full = buildArguments(schema, given, false);
  const lines = [minimal, full].map((args) => toCallLine(skill.id, args));
  return [...new Set(lines.filter((line, at) => at === 0 || line.length <= maxExampleLength))];
}

function toCallLine(id: string, args: Record<string, unknown>): string {
  return `${id} ${JSON.stringify(args)}`;
}

/** The arguments of a line such as `getPetById {"petId":10}`; undefined for other kinds of examples. */
export function readCallLine(id: string, line: string): unknown {
  if (!line.startsWith(`${id} {`)) return undefined;
  try {
    return parseJson(line.slice(id.length + 1));
  } catch {
    return undefined;
  }
}

/** Values that the document itself shows, by argument key. */
function givenValues({ operation, input, bodyExamples }: Exemplary): ReadonlyMap<string, unknown> {
  const given = new Map<string, unknown>();
  inputParameters(operation).forEach((parameter, at) => {
    const key = input.arguments[at]?.key;
    if (key !== undefined && parameter.examples.length > 0) given.set(key, parameter.examples[0]);
  });
  const body = bodyExamples.find((example) => example !== undefined);
  if (input.body === undefined || body === undefined) return given;
  if (input.body.layout === 'whole') given.set(input.body.key, body);
  else if (isJsonObject(body)) {
    for (const { key, wireName, in: place } of input.arguments) {
      if (place === 'field' && Object.hasOwn(body, wireName)) given.set(key, body[wireName]);
    }
  }
  return given;
}

function buildArguments(
  schema: JsonSchema,
  given: ReadonlyMap<string, unknown>,
  onlyRequired: boolean,
): Record<string, unknown> {
  if (typeof schema === 'boolean') return {};
  const required = new Set(schema.required);
  const args: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (onlyRequired ? !required.has(key) : !required.has(key) && !given.has(key)) continue;
    const value = given.has(key) ? given.get(key) : sampleValue(property, schema, onlyRequired);
    if (value !== undefined) args[key] = value;
  }
  return args;
}

function sampleValue(property: JsonSchema, schema: SchemaObject, skipNonRequired: boolean): unknown {
  if (typeof property === 'boolean') return 'value';
  const own = firstExample(property);
  if (own !== undefined) return own;
  try {
    const value: unknown = sample(
      property as Parameters<typeof sample>[0],
      { skipNonRequired, quiet: true },
      { $defs: schema.$defs ?? {} },
    );
    return value ?? (property.type === undefined ? 'value' : value);
  } catch {
    // A schema that the sampler cannot take costs the example, not the skill.
    return undefined;
  }
}

function firstExample(schema: SchemaObject): unknown {
  const examples = schema['examples'];
  return Array.isArray(examples) ? examples[0] : schema['default'];
}
