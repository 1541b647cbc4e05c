// Where a normalised schema holds other schemas, for walks that must not take data (enum, default, examples) for schemas.

import type { JsonSchema, SchemaObject } from './json-schema.ts';

/** Keywords whose value is a schema, a list of schemas, schemas by name. */
export const schemaKeywords = {
  single: [
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
  ],
  lists: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  maps: ['properties', 'patternProperties', 'dependentSchemas'],
} as const;

const { single, lists } = schemaKeywords;
// Only the root of a normalised schema has definitions.
const maps = [...schemaKeywords.maps, '$defs'];

export function subschemas(schema: SchemaObject): JsonSchema[] {
  const found: JsonSchema[] = [];
  for (const key of single) if (schema[key] !== undefined) found.push(schema[key] as JsonSchema);
  for (const key of lists) if (schema[key] !== undefined) found.push(...(schema[key] as JsonSchema[]));
  for (const key of maps)
    if (schema[key] !== undefined) found.push(...Object.values(schema[key] as Record<string, JsonSchema>));
  return found;
}
