// Whether a body can stand in fields beside the parameters: after references and plain allOf it must be an object with
// properties and nothing that speaks of the object as a whole. Else the body stands under one key.

import type { ApiDocument } from '../spec/document.ts';
import type { JsonSchema, SchemaObject } from '../spec/json-schema.ts';

export interface BodyFields {
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
  /** Schema of extra fields; false when the document does not say that it takes any. */
  readonly additional: JsonSchema;
}

const plainKeywords = new Set([
  '$ref',
  'type',
  'properties',
  'required',
  'additionalProperties',
  'allOf',
  'title',
  'description',
  'deprecated',
  'default',
  'examples',
  'format',
  '$comment',
]);

/** Undefined when the body must stand as a whole. */
export function toBodyFields(body: JsonSchema, document: ApiDocument): BodyFields | undefined {
  const properties = new Map<string, JsonSchema>();
  const required = new Set<string>();
  const additional: JsonSchema[] = [];
  if (!collect(body, { document, properties, required, additional, depth: 0 }) || properties.size === 0)
    return undefined;
  for (const name of required) if (!properties.has(name)) properties.set(name, true);
  return { properties, required, additional: combineAdditional(additional) };
}

interface Collecting {
  readonly document: ApiDocument;
  readonly properties: Map<string, JsonSchema>;
  readonly required: Set<string>;
  readonly additional: JsonSchema[];
  readonly depth: number;
}

function collect(schema: JsonSchema, into: Collecting): boolean {
  const plain = into.document.schemas.follow(schema, 'input');
  if (plain === true) return into.depth > 0;
  if (plain === undefined || plain === false || into.depth > 10 || !isPlainObject(plain)) return false;
  for (const [name, property] of Object.entries(plain.properties ?? {})) {
    const known = into.properties.get(name);
    into.properties.set(name, known === undefined || known === property ? property : { allOf: [known, property] });
  }
  for (const name of plain.required ?? []) into.required.add(name);
  if (plain.additionalProperties !== undefined) into.additional.push(plain.additionalProperties);
  const branches = (plain['allOf'] ?? []) as JsonSchema[];
  return branches.every((branch) => collect(branch, { ...into, depth: into.depth + 1 }));
}

function isPlainObject(schema: SchemaObject): boolean {
  return (
    (schema.type === undefined || schema.type === 'object') &&
    Object.keys(schema).every((key) => plainKeywords.has(key))
  );
}

function combineAdditional(schemas: readonly JsonSchema[]): JsonSchema {
  const [first, ...rest] = schemas;
  if (first === undefined || schemas.includes(false)) return false;
  return rest.length === 0 ? first : { allOf: [...schemas] };
}
