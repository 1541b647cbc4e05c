// Reads fields of a request whose types are checked already. Empty texts are unset, as in proto3.

import { GatewayError } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

export const emptyObject: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

export function readText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text that the schema requires. */
export function readId(fields: Fields, name = 'id'): string {
  return readText(fields, name) ?? '';
}

export function readNumber(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
}

export function readObject(fields: Fields, name: string): Fields | undefined {
  // Checked by the schema.
  return fields[name] as Fields | undefined;
}

export function readTexts(fields: Fields, name: string): readonly string[] {
  // Checked by the schema.
  return (fields[name] as readonly string[] | undefined) ?? [];
}

export function readObjects(fields: Fields, name: string): readonly Fields[] {
  // Checked by the schema.
  return (fields[name] as readonly Fields[] | undefined) ?? [];
}

/** Milliseconds since 1970 of an RFC 3339 time, rounded up: tasks have whole milliseconds, and none from before may pass. */
export function readTime(fields: Fields, name: string): number | undefined {
  const value = readText(fields, name);
  if (value === undefined) return undefined;
  const time = Date.parse(value);
  if (!Number.isNaN(time)) return /\.\d{3}\d*[1-9]/.test(value) ? time + 1 : time;
  const description = `expected a time that there is, found ${JSON.stringify(value.slice(0, 40))}`;
  throw new GatewayError('invalid_params', `${name}: ${description}.`, { violations: [{ field: name, description }] });
}
