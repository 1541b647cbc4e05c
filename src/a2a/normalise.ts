// The lenient side of ProtoJSON: from a request in any accepted spelling to the canonical one that the schemas describe. Reads
// snake_case names, takes null as unset, enum numbers as names, decimal strings as integers. What it cannot read stays as it
// was, for the schema to refuse. Only requests that are not canonical already come here. A2A 1.0 §5.5, ProtoJSON.

import { GatewayError } from '../errors.ts';
import { isJsonObject } from '../lib/json.ts';
import type { FieldSchema, MessageSchema } from './message-schema.ts';

/** `field` is where the value stands, for errors: `message.parts[0]`. */
export function normalise(schema: FieldSchema, value: unknown, field = ''): unknown {
  if (schema === true) return value;
  if (schema.properties !== undefined && isJsonObject(value)) return normaliseObject(schema.properties, value, field);
  if (schema.items !== undefined && Array.isArray(value)) return normaliseArray(schema, value, field);
  if (schema.enumNumbers !== undefined && typeof value === 'number') return schema.enumNumbers[value] ?? value;
  if (schema.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}(\.0{1,15})?$/.test(value))
    return Number(value);
  return value;
}

function normaliseObject(
  properties: NonNullable<MessageSchema['properties']>,
  value: Record<string, unknown>,
  field: string,
): unknown {
  const canonical: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const given = readMember(value, name);
    if (given === undefined || (given === null && schema !== true)) continue;
    canonical[name] = normalise(schema, given, field === '' ? name : `${field}.${name}`);
  }
  return canonical;
}

function normaliseArray(schema: MessageSchema, items: readonly unknown[], field: string): unknown {
  const { maxItems } = schema;
  if (maxItems !== undefined && items.length > maxItems) {
    const description = `expected at most ${maxItems} elements, found ${items.length}`;
    throw new GatewayError('invalid_params', `${field}: ${description}.`, { violations: [{ field, description }] });
  }
  return items.map((item, index) => normalise(schema.items ?? true, item, `${field}[${index}]`));
}

function readMember(value: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(value, name)) return value[name];
  const snake = toSnakeCase(name);
  return Object.hasOwn(value, snake) ? value[snake] : undefined;
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
