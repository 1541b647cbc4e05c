// Step 2 of a call that was typed (key=value, a query): strings become what the schema asks for. A text that may stay a string does:
// "007" is not 7 where a string is allowed. What does not read as the wanted type stays, for the validator to name. Structured calls
// are never coerced.

import { parseBoundedJson } from '../lib/bounded-json.ts';
import { isJsonObject, parseJson, stringifyJson } from '../lib/json.ts';
import { createRecord } from '../lib/record.ts';
import { decodeFragment, unescapeSegment } from '../lib/json-pointer.ts';
import type { JsonSchema, SchemaObject } from '../spec/json-schema.ts';
import { isRecord } from './serialise/scalar.ts';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
/** References and branches that are followed for one value: schemas may refer to themselves. */
const mostSteps = 64;
const mostLists = 8;

/** Of one schema; what a name asks for is worked out at its first use. */
export type Coercion = (args: Readonly<Record<string, unknown>>) => Record<string, unknown>;

export function compileCoercion(schema: JsonSchema): Coercion {
  const schemas = flatten(schema, schema);
  const known = new Map<string, Wanted>();
  const wantedOf = (key: string): Wanted => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const wanted = toWanted(propertyOf(schemas, key), schema);
    // Only the names of the document: callers think of others without end.
    if (schemas.some(({ properties }) => properties !== undefined && Object.hasOwn(properties, key)))
      known.set(key, wanted);
    return wanted;
  };
  return (args) => {
    const coerced = createRecord<unknown>();
    for (const key of Object.keys(args)) {
      const value = args[key];
      coerced[key] = isCoercible(value) ? coerceAs(value, wantedOf(key), schema) : value;
    }
    return coerced;
  };
}

export function coerceArguments(args: Readonly<Record<string, unknown>>, schema: JsonSchema): Record<string, unknown> {
  return compileCoercion(schema)(args);
}

/** What a value may be. */
interface Wanted {
  readonly schemas: readonly SchemaObject[];
  /** The values of `enum` and `const`. */
  readonly listed: readonly unknown[];
  readonly types: ReadonlySet<string>;
}

function toWanted(given: readonly SchemaObject[], root: JsonSchema): Wanted {
  const schemas = given.flatMap((schema) => flatten(schema, root));
  const listed = schemas.flatMap((schema) => [
    ...(schema.enum ?? []),
    ...(Object.hasOwn(schema, 'const') ? [schema['const']] : []),
  ]);
  return { schemas, listed, types: new Set(schemas.flatMap(typesOf)) };
}

function isCoercible(value: unknown): boolean {
  return typeof value === 'object' || typeof value === 'string';
}

function coerceMembers(
  object: Readonly<Record<string, unknown>>,
  schemas: readonly SchemaObject[],
  root: JsonSchema,
): Record<string, unknown> {
  const coerced = createRecord<unknown>();
  for (const [key, value] of Object.entries(object)) coerced[key] = coerceValue(value, propertyOf(schemas, key), root);
  return coerced;
}

function coerceValue(value: unknown, given: readonly SchemaObject[], root: JsonSchema): unknown {
  return isCoercible(value) ? coerceAs(value, toWanted(given, root), root) : value;
}

function coerceAs(value: unknown, wanted: Wanted, root: JsonSchema): unknown {
  if (typeof value === 'string') return coerceText(value, wanted, root);
  const { schemas } = wanted;
  if (Array.isArray(value)) return value.map((item) => coerceValue(item, itemsOf(schemas), root));
  return isRecord(value) ? coerceMembers(value, schemas, root) : value;
}

/** `lists`: how many lists it is an item of by its commas alone. */
function coerceText(text: string, { schemas, listed, types }: Wanted, root: JsonSchema, lists = 0): unknown {
  if (listed.includes(text)) return text;
  if (types.has('string')) return text;
  const match = listed.find((value) => value !== null && typeof value !== 'object' && stringifyJson(value) === text);
  if (match !== undefined) return match;
  if ((types.has('integer') || types.has('number')) && number.test(text)) return parseJson(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && text === 'null') return null;
  const structured = /^\s*[[{]/.test(text) ? parseOrUndefined(text) : undefined;
  if (isJsonObject(structured) && types.has('object')) return structured;
  if (!types.has('array')) return text;
  if (Array.isArray(structured)) return structured;
  // A list whose items are such lists themselves would have no end.
  if (text === '' || lists === mostLists) return text === '' ? [] : text;
  const wanted = toWanted(itemsOf(schemas), root);
  return text.split(',').map((item) => coerceText(item.trim(), wanted, root, lists + 1));
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

function typesOf(schema: SchemaObject): readonly string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.properties !== undefined) return ['object'];
  return schema.items === undefined ? [] : ['array'];
}

function itemsOf(schemas: readonly SchemaObject[]): readonly SchemaObject[] {
  return schemas.flatMap(({ items }) => (isJsonObject(items) ? [items] : []));
}

function propertyOf(schemas: readonly SchemaObject[], key: string): readonly SchemaObject[] {
  return schemas.flatMap(({ properties, additionalProperties }) => {
    const schema = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    return isJsonObject(schema) ? [schema] : [];
  });
}

/** The schemas that may apply: the schema itself, what it refers to, and the branches of its unions. */
function flatten(schema: JsonSchema, root: JsonSchema): readonly SchemaObject[] {
  const found = new Set<SchemaObject>();
  const visit = (one: unknown): void => {
    if (!isJsonObject(one) || found.has(one) || found.size >= mostSteps) return;
    found.add(one);
    if (typeof one['$ref'] === 'string') visit(definitionOf(root, one['$ref']));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      if (Array.isArray(one[keyword])) one[keyword].forEach(visit);
    }
  };
  visit(schema);
  return [...found];
}

function definitionOf(root: JsonSchema, reference: string): JsonSchema | undefined {
  const definitions = typeof root === 'boolean' ? undefined : root.$defs;
  const name = reference.startsWith('#/$defs/')
    ? unescapeSegment(decodeFragment(reference.slice('#/$defs/'.length)))
    : '';
  return definitions !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}
