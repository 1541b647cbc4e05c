// The input schema of a skill in the subset that servers of language models take, and small enough for a prompt: no references, no
// boolean schemas, nothing that a model has no use for. It may allow more than the skill does, never the other way round on purpose: the
// answer is checked against the skill's own schema. Of a schema that is too large first words go, then depth, then what is optional.

import { isJsonObject, stringifyJson } from '../../lib/json.ts';
import { createRecord } from '../../lib/record.ts';
import type { JsonSchema, SchemaObject } from '../../spec/json-schema.ts';
import { cutAtWord } from '../../catalog/describe.ts';
import { flatten, type Definitions } from './flatten-schema.ts';

interface Level {
  /** Objects and arrays within each other. */
  readonly depth: number;
  /** Characters of a description; 0 for none. */
  readonly words: number;
  /** Values of an enumeration that are listed. */
  readonly values: number;
  /** False: the root has its required properties only. */
  readonly optional: boolean;
}

const levels: readonly Level[] = [
  { depth: 6, words: 300, values: 60, optional: true },
  { depth: 4, words: 120, values: 30, optional: true },
  { depth: 2, words: 60, values: 12, optional: true },
  { depth: 1, words: 0, values: 12, optional: true },
  { depth: 1, words: 0, values: 12, optional: false },
];

// A schema that refers to itself in many places would grow without end.
const mostNodes = 800;
const mostBranches = 8;

/** The largest form that has at most so many bytes as JSON; the smallest one when none has. */
export function fitSchema(schema: JsonSchema, maxBytes: number): SchemaObject {
  let fitted: SchemaObject = { type: 'object', properties: {} };
  for (const level of levels) {
    fitted = toRoot(schema, level);
    if (Buffer.byteLength(stringifyJson(fitted)) <= maxBytes) break;
  }
  return fitted;
}

interface Place extends Level, Definitions {
  readonly budget: { left: number };
}

function toRoot(schema: JsonSchema, level: Level): SchemaObject {
  const definitions = typeof schema === 'object' ? (schema.$defs ?? {}) : {};
  const place: Place = { ...level, definitions, within: [], budget: { left: mostNodes } };
  // At the root many servers take an object with properties and nothing else.
  const { anyOf: _, enum: __, ...root } = simplify(schema, place) ?? {};
  const properties = root.properties ?? {};
  const required = root.required ?? [];
  const shown = level.optional
    ? properties
    : Object.fromEntries(Object.entries(properties).filter(([name]) => required.includes(name)));
  return { ...root, type: 'object', properties: shown };
}

/** Undefined for what accepts nothing. */
function simplify(given: JsonSchema, place: Place): SchemaObject | undefined {
  if (given === false) return undefined;
  if (given === true || place.budget.left <= 0) return {};
  place.budget.left -= 1;
  const { schema, within } = flatten(given, place);
  const inner = { ...place, within, depth: place.depth - 1 };
  const plain: SchemaObject = {
    ...pick(schema),
    ...describe(schema, place),
    ...toEnum(schema, place),
    ...toBranches(schema, { ...place, within }),
  };
  const types = [schema.type ?? []].flat();
  if (types.includes('array')) plain.items = (place.depth > 0 && simplify(schema.items ?? true, inner)) || {};
  if (isJsonObject(schema.properties) && place.depth > 0) Object.assign(plain, toProperties(schema, inner));
  return plain;
}

const kept = [
  'type',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;

function pick(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(kept.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]));
}

const longestPattern = 60;

// A pattern as a keyword stops some servers that make a grammar of the schema; as words it helps the model all the same.
function describe(schema: SchemaObject, { words, values }: Place): SchemaObject {
  if (words === 0) return {};
  const { description, pattern, default: standard } = schema;
  const title = schema['title'];
  const said = [
    cutAtWord(typeof description === 'string' ? description : typeof title === 'string' ? title : '', words),
    typeof pattern === 'string' && pattern.length <= longestPattern ? `Pattern: ${pattern}` : '',
    typeof standard === 'string' || typeof standard === 'number' || typeof standard === 'boolean'
      ? `Default: ${String(standard)}`
      : '',
    schema.enum !== undefined && schema.enum.length > values
      ? `One of ${schema.enum.length} words, such as ${schema.enum.slice(0, values).map(stringifyJson).join(', ')}`
      : '',
  ].filter((part) => part !== '');
  return said.length === 0 ? {} : { description: said.join('. ') };
}

function toEnum(schema: SchemaObject, { values }: Place): SchemaObject {
  if (schema['const'] !== undefined) return { enum: [schema['const']] };
  return schema.enum !== undefined && schema.enum.length <= values ? { enum: schema.enum } : {};
}

function toBranches(schema: SchemaObject, place: Place): SchemaObject {
  const branches = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  if (branches === undefined || place.depth <= 0) return {};
  const anyOf = branches
    .slice(0, mostBranches)
    .map((branch) => simplify(branch, { ...place, depth: place.depth - 1 }))
    .filter((branch) => branch !== undefined);
  // A branch that was left out could be the one that is wanted.
  return anyOf.length < 1 || branches.length > mostBranches ? {} : { anyOf };
}

function toProperties(schema: SchemaObject, place: Place): SchemaObject {
  const required = new Set(schema.required);
  const names = Object.keys(schema.properties ?? {}).toSorted(
    (one, other) => Number(required.has(other)) - Number(required.has(one)),
  );
  const properties = createRecord<JsonSchema>();
  for (const name of names) {
    const property = simplify(schema.properties?.[name] ?? true, place);
    if (property !== undefined) properties[name] = property;
  }
  const needed = names.filter((name) => required.has(name) && properties[name] !== undefined);
  return {
    type: schema.type ?? 'object',
    properties,
    ...(needed.length > 0 && { required: needed }),
    ...(schema.additionalProperties === false && { additionalProperties: false }),
  };
}
