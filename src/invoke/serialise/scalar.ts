// One value as characters, before any encoding: strings as they are, numbers by JSON's rules with raw digits kept, booleans as
// true and false. What has no spelling in a parameter (an object inside a list) is JSON text.

import { isRawNumber, stringifyJson } from '../../lib/json.ts';
import { isBytesValue } from '../bytes-value.ts';

export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isRawNumber(value)) return value.rawJSON;
  if (isBytesValue(value)) return value.bytes.toString('base64');
  return stringifyJson(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An object with names of its own, neither a list nor a number with raw digits nor bytes. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value) && !isBytesValue(value)
  );
}

/** Null means "not given" in a parameter: there is no spelling of null in a URL. RFC 6570 §2.3 calls it undefined. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
