// Where a normalised schema holds other schemas, for walks that must not take data (enum, default, examples) for schemas.

import type { JsonSchema, SchemaObject } from './json-schema.ts';

const single = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

export function subschemas(schema: SchemaObject): JsonSchema[] {
  const found: JsonSchema[] = [];
  for (const key of single) if (schema[key] !== undefined) found.push(schema[key] as JsonSchema);
  for (const key of lists) if (schema[key] !== undefined) found.push(...(schema[key] as JsonSchema[]));
  for (const key of maps)
    if (schema[key] !== undefined) found.push(...Object.values(schema[key] as Record<string, JsonSchema>));
  return found;
}
