// Optional members of a JSON object as text, with the comma in front; empty text for what is unset or empty.

import { stringifyJson } from '../lib/json.ts';

export function writeText(name: string, value: string | undefined): string {
  return value === undefined || value === '' ? '' : `,"${name}":${JSON.stringify(value)}`;
}

export function writeObject(name: string, value: Readonly<Record<string, unknown>> | undefined): string {
  return value === undefined || Object.keys(value).length === 0 ? '' : `,"${name}":${stringifyJson(value)}`;
}

export function writeTexts(name: string, values: readonly string[] | undefined): string {
  return values === undefined || values.length === 0 ? '' : `,"${name}":${JSON.stringify(values)}`;
}
