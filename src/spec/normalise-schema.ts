// One schema node of a document, of any OpenAPI version, becomes JSON Schema 2020-12 that Ajv can compile: nullable, boolean
// exclusive limits, draft-4 tuples and OpenAPI-only keywords are rewritten, impossible values dropped. References are left to the
// caller through `reference`; readOnly (input) and writeOnly (output) properties are taken out. OAS 3.0.3 §4.7.24, 3.1 §4.8.24.

import { countValues } from './count-values.ts';
import type { Direction } from './document.ts';
import { hiddenNames, hideProperties } from './hidden-properties.ts';
import type { JsonSchema, SchemaObject } from './json-schema.ts';
import { isNode, own, refOf, type Node } from './node.ts';
import { schemaKeywords } from './subschemas.ts';

export interface NormaliseContext {
  readonly file: string;
  readonly direction: Direction;
  /** The schema that stands in place of a `$ref`, or of a node that contains itself; `true` when it leads nowhere. */
  reference(node: Node, file: string): JsonSchema;
  /** The node behind the references of a node, for a look at its flags. */
  target(node: Node, file: string): { readonly node: Node; readonly file: string } | undefined;
  /** True when what stands beside a `$ref` counts: from OpenAPI 3.1 on. */
  readonly refSiblings: boolean;
  /** Counts nodes: a document with shared YAML nodes can be exponentially larger when written out. */
  readonly budget: { left: number };
  /** The nodes around the one at hand: a YAML alias may point at one of them. */
  readonly ancestors: readonly Node[];
  /** Names that a surrounding allOf takes out: `required` may stand in another branch than the property. */
  readonly hidden?: ReadonlySet<string>;
}

const annotations = new Set([
  'title',
  'description',
  'deprecated',
  'default',
  'format',
  'contentMediaType',
  'contentEncoding',
  'const',
]);
const numbers = new Set([
  'multipleOf',
  'maximum',
  'minimum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
]);
const flags = new Set(['uniqueItems']);
const single: ReadonlySet<string> = new Set(schemaKeywords.single);
const lists: ReadonlySet<string> = new Set(schemaKeywords.lists);
const maps: ReadonlySet<string> = new Set(schemaKeywords.maps);

/**
 * Without `type`, which only repeats what is referred to where it is right, and without `additionalProperties`, which would forbid
 * every property that is referred to.
 */
const narrowing: ReadonlySet<string> = new Set([
  ...numbers,
  ...flags,
  ...single,
  ...lists,
  ...maps,
  'pattern',
  'enum',
  'const',
  'required',
  'dependentRequired',
]).difference(new Set(['additionalProperties']));

/** What documents write in place of the seven JSON types. */
const typeNames: ReadonlyMap<string, string | undefined> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'integer'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['object', 'object'],
  ['null', 'null'],
  ['int', 'integer'],
  ['int32', 'integer'],
  ['int64', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['decimal', 'number'],
  ['bool', 'boolean'],
  ['list', 'array'],
  ['map', 'object'],
  ['file', 'string'],
  ['date', 'string'],
  ['datetime', 'string'],
  ['date-time', 'string'],
  ['uuid', 'string'],
]);

const maxDepth = 200;

export function normaliseSchema(value: unknown, context: NormaliseContext): JsonSchema {
  if (typeof value === 'boolean') return value;
  if (!isNode(value) || context.budget.left-- <= 0 || context.ancestors.length > maxDepth) return true;
  const ref = refOf(value);
  if (ref !== undefined) {
    if (!context.refSiblings || !hasRefSiblings(value)) return normaliseReference(value, context);
    return normaliseSchema(joinRef(value, ref), context);
  }
  if (context.ancestors.includes(value)) return context.reference(value, context.file);
  return withNull(
    normaliseKeywords(value, { ...context, ancestors: [...context.ancestors, value] }),
    isNullable(value),
  );
}

/** True when something beside a `$ref` narrows what it refers to. */
export function hasRefSiblings(node: Node): boolean {
  return Object.keys(node).some((key) => narrowing.has(key));
}

// JSON Schema 2020-12 §8.2.3.1: a reference and what stands beside it both apply, as two branches of an allOf do.
function joinRef(node: Node, ref: string): Node {
  const { $ref: _, allOf, ...siblings } = node;
  return { ...siblings, allOf: [{ $ref: ref }, ...(Array.isArray(allOf) ? allOf : [])] };
}

// Before 3.1 siblings of a `$ref` do not count, but authors put `nullable` and a description there all the same.
function normaliseReference(node: Node, context: NormaliseContext): JsonSchema {
  const target = context.reference(node, context.file);
  const schema: SchemaObject = typeof target === 'boolean' ? {} : { ...target };
  for (const key of ['title', 'description', 'deprecated', 'default']) {
    if (Object.hasOwn(node, key) && fits(node[key], context)) schema[key] = node[key];
  }
  return withNull(target === false ? false : schema, isNullable(node));
}

function isNullable(node: Node): boolean {
  return own(node, 'nullable') === true || own(node, 'x-nullable') === true;
}

function withNull(schema: JsonSchema, nullable: boolean): JsonSchema {
  if (!nullable || typeof schema === 'boolean') return schema;
  if (Array.isArray(schema.type) || typeof schema.type === 'string') {
    const types = [schema.type].flat();
    return types.includes('null') ? schema : { ...schema, type: [...types, 'null'] };
  }
  const { title, description, deprecated, ...rest } = schema;
  if (Object.keys(rest).length === 0 || rest.enum !== undefined) return schema;
  const outer: SchemaObject = { anyOf: [rest, { type: 'null' }] };
  for (const [key, value] of Object.entries({ title, description, deprecated }))
    if (value !== undefined) outer[key] = value;
  return outer;
}

function normaliseKeywords(node: Node, context: NormaliseContext): SchemaObject {
  const schema: SchemaObject = {};
  const hidden = hiddenNames(node, context.file, { context, depth: 0 }).union(context.hidden ?? new Set<string>());
  const { hidden: _outer, ...inner } = context;
  for (const [key, value] of Object.entries(node)) {
    normaliseKeyword(schema, key, value, key === 'allOf' && hidden.size > 0 ? { ...inner, hidden } : inner);
  }
  applyTypes(schema, node);
  applyExclusiveLimits(schema, node);
  applyExamples(schema, node, context);
  if (isArrayType(schema) && schema.items === undefined && schema['prefixItems'] === undefined) schema.items = {};
  if (hidden.size > 0) hideProperties(schema, hidden);
  return schema;
}

function normaliseKeyword(schema: SchemaObject, key: string, value: unknown, context: NormaliseContext): void {
  if (isData(key) && !fits(value, context)) return;
  if (annotations.has(key)) schema[key] = value;
  else if (numbers.has(key)) setNumber(schema, key, value);
  else if (flags.has(key)) {
    if (typeof value === 'boolean') schema[key] = value;
  } else if (single.has(key)) setSingle(schema, key, value, context);
  else if (lists.has(key)) setList(schema, key, value, context);
  else if (maps.has(key)) setMap(schema, key, value, context);
  else if (key === 'pattern') {
    if (typeof value === 'string') schema[key] = value;
  } else if (key === 'enum') setEnum(schema, value);
  else if (key === 'required') setRequired(schema, value);
  else if (key === 'dependentRequired' && isNode(value)) schema[key] = value;
  else if (key === '$dynamicRef' && typeof value === 'string') {
    const target = context.reference({ $ref: value }, context.file);
    if (typeof target === 'object' && target.$ref !== undefined) schema.$ref = target.$ref;
  }
}

function isData(key: string): boolean {
  return annotations.has(key) || key === 'enum' || key === 'dependentRequired';
}

/** Takes the values from the budget; false when there is not enough of it. */
function fits(value: unknown, { budget }: NormaliseContext): boolean {
  budget.left -= countValues(value, budget.left + 1);
  return budget.left > 0;
}

function setNumber(schema: SchemaObject, key: string, value: unknown): void {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return;
  if (key === 'multipleOf' && number <= 0) return;
  schema[key] = number;
}

function setSingle(schema: SchemaObject, key: string, value: unknown, context: NormaliseContext): void {
  if (key === 'items' && Array.isArray(value)) {
    setList(schema, 'prefixItems', value, context);
    return;
  }
  if (typeof value === 'boolean' || isNode(value)) schema[key] = normaliseSchema(value, context);
}

function setList(schema: SchemaObject, key: string, value: unknown, context: NormaliseContext): void {
  if (Array.isArray(value) && value.length > 0) schema[key] = value.map((item) => normaliseSchema(item, context));
}

function setMap(schema: SchemaObject, key: string, value: unknown, context: NormaliseContext): void {
  if (!isNode(value)) return;
  schema[key] = Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => isNode(item) || typeof item === 'boolean')
      .map(([name, item]) => [name, normaliseSchema(item, context)]),
  );
}

function setEnum(schema: SchemaObject, value: unknown): void {
  if (!Array.isArray(value) || value.length === 0) return;
  const seen = new Map(value.map((item) => [JSON.stringify(item), item as unknown]));
  schema.enum = [...seen.values()];
}

function setRequired(schema: SchemaObject, value: unknown): void {
  if (!Array.isArray(value)) return;
  const names = [...new Set(value.filter((name) => typeof name === 'string'))];
  if (names.length > 0) schema.required = names;
}

function applyTypes(schema: SchemaObject, node: Node): void {
  const declared = [own(node, 'type')].flat();
  const types = [
    ...new Set(declared.map((type) => (typeof type === 'string' ? typeNames.get(type.toLowerCase()) : undefined))),
  ];
  const known = types.filter((type) => type !== undefined);
  // An unknown type name (`any`) in the list means that anything may come.
  if (known.length === 0 || known.length < types.length) return;
  schema.type = known.length === 1 ? known[0]! : known;
  if (schema.enum !== undefined) schema.enum = schema.enum.map((value) => toType(value, known));
  if (declared.includes('file')) schema['format'] = 'binary';
}

// `type: string, enum: [1, 2]` without quotes in YAML, or the other way round, would allow nothing at all.
function toType(value: unknown, types: readonly string[]): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') {
    const fits = typeof value === 'boolean' ? ['boolean'] : ['number', ...(Number.isInteger(value) ? ['integer'] : [])];
    return types.includes('string') && !fits.some((type) => types.includes(type)) ? String(value) : value;
  }
  if (typeof value !== 'string' || types.includes('string')) return value;
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true';
  const isNumeric = types.includes('number') || (types.includes('integer') && Number.isInteger(Number(value)));
  return isNumeric && String(Number(value)) === value ? Number(value) : value;
}

// OpenAPI 3.0 and 2.0 (JSON Schema draft 4): `exclusiveMinimum: true` makes `minimum` exclusive.
function applyExclusiveLimits(schema: SchemaObject, node: Node): void {
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (own(node, exclusive) !== true || schema[limit] === undefined) continue;
    schema[exclusive] = schema[limit];
    delete schema[limit];
  }
}

function applyExamples(schema: SchemaObject, node: Node, context: NormaliseContext): void {
  const list = own(node, 'examples');
  const example = Object.hasOwn(node, 'example') ? [node['example']] : [];
  const examples = Array.isArray(list) && list.length > 0 ? list : example;
  if (examples.length > 0 && fits(examples, context)) schema['examples'] = examples;
}

function isArrayType(schema: SchemaObject): boolean {
  return [schema.type].flat().includes('array');
}
