// JSON inside a text: the whole text is one JSON value, or exactly one fenced block of it holds a JSON object. Digits are kept.

import { isJsonObject, parseJson } from '../lib/json.ts';
import type { JsonRecord } from './data-index.ts';

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** Text that may or may not be JSON, as a value instead of an exception. */
export function tryJson(text: string): JsonReading {
  try {
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    // A nesting that is too deep for the parser is as unreadable as a syntax error.
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

export interface JsonText {
  readonly value: JsonRecord;
  /** What stands before the JSON: empty, or prose before a fence. */
  readonly before: string;
}

const fence = '```';

/** The JSON object that a text is or holds in its one fenced block. */
export function findJsonObject(text: string): JsonText | undefined {
  if (text.startsWith('{')) {
    const whole = tryJson(text);
    return whole.ok && isJsonObject(whole.value) ? { value: whole.value, before: '' } : undefined;
  }
  if (!text.includes(fence)) return undefined;
  // Every second piece stands inside a fence; a piece after the last fence is outside.
  const pieces = text.split(fence);
  if (pieces.length % 2 === 0) return undefined;
  const values = pieces
    .filter((_, at) => at % 2 === 1)
    .map(toObject)
    .filter((value) => value !== undefined);
  const [value, second] = values;
  return value === undefined || second !== undefined ? undefined : { value, before: (pieces[0] ?? '').trim() };
}

function toObject(block: string): JsonRecord | undefined {
  const content = block.replace(/^json\b/i, '').trim();
  if (!content.startsWith('{')) return undefined;
  const parsed = tryJson(content);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}
