// What to say of a key that does not exist: the nearest key of the same place, else the place where a key of that name does
// exist, else the keys that are known here.

import { findNearest } from '../lib/nearest.ts';
import { rootSchema, type ConfigSchema } from './schema-shape.ts';

export function explainUnknownKey(key: string, schema: ConfigSchema | undefined): string {
  const known = Object.keys(schema?.properties ?? {});
  const nearest = findNearest(key, known);
  if (nearest !== undefined) return `there is no such key; did you mean ${JSON.stringify(nearest)}?`;
  const elsewhere = listKeys(rootSchema).filter(({ name }) => name === key);
  if (elsewhere.length === 1) return `there is no such key here; did you mean ${elsewhere[0]?.path}?`;
  return `there is no such key; known here: ${known.join(', ')}`;
}

export interface KnownKey {
  readonly name: string;
  /** `targets.<id>.skills.include[].tag`. */
  readonly path: string;
  readonly schema: ConfigSchema;
  /** Whether the key must be given wherever its parent is. */
  readonly required: boolean;
}

/** Every key of the schema, parents before children, in the order of the schema. */
export function listKeys(schema: ConfigSchema, path = ''): readonly KnownKey[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    const childPath = path === '' ? name : `${path}.${name}`;
    const required = schema.required?.includes(name) === true && child.default === undefined;
    return [{ name, path: childPath, schema: child, required }, ...listKeys(child, childPath)];
  });
  const entries =
    typeof schema.additionalProperties === 'object'
      ? listKeys(schema.additionalProperties, `${path}.<${wordForName(schema)}>`)
      : [];
  const items = schema.items === undefined ? [] : listKeys(schema.items, `${path}[]`);
  return [...own, ...entries, ...items];
}

function wordForName(schema: ConfigSchema): string {
  return schema.propertyNames?.format === 'header-name' ? 'name' : 'id';
}
