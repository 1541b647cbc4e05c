// A schema behind a reference into `$defs` of the input schema; one that leads nowhere stays as it is.

import type { JsonSchema, SchemaObject } from '../../spec/json-schema.ts';

export function followSchema(schema: JsonSchema | undefined, root: JsonSchema): SchemaObject | undefined {
  if (typeof schema !== 'object') return undefined;
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || typeof root === 'boolean') return schema;
  const target = root.$defs?.[reference.replace('#/$defs/', '')];
  return typeof target === 'object' ? target : schema;
}
