// JSON inside a text: the whole text is one JSON object, or exactly one fenced block of it is, or exactly one stands in its prose.
// What cannot be parsed as it is may have the slips that `toStrictJson` knows. Digits are kept.

import { parseBoundedJson, TooDeep } from '../lib/bounded-json.ts';
import { isJsonObject } from '../lib/json.ts';
import type { JsonRecord } from './data-index.ts';
import { endOfBrackets } from './typed/brackets.ts';
import { toStrictJson } from './typed/loose-json.ts';

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string; readonly isTooDeep: boolean };

/** Text that may or may not be JSON, as a value instead of an exception. */
export function tryJson(text: string): JsonReading {
  try {
    return { ok: true, value: parseBoundedJson(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason, isTooDeep: error instanceof TooDeep };
  }
}

/** The same for JSON that somebody has written; the reason is that of the text as it stands. */
export function tryWrittenJson(text: string): JsonReading {
  const asItIs = tryJson(text);
  if (asItIs.ok || asItIs.isTooDeep) return asItIs;
  const strict = toStrictJson(text);
  const corrected = strict === undefined ? asItIs : tryJson(strict);
  return corrected.ok ? corrected : asItIs;
}

export interface JsonText {
  readonly value: JsonRecord;
  /** What stands before and after the JSON, without the fence. */
  readonly before: string;
  readonly after: string;
}

const fence = '```';

/** The JSON object that a text is or holds in its one fenced block. */
export function findJsonObject(text: string): JsonText | undefined {
  if (text.startsWith('{')) {
    const value = toObject(text);
    return value === undefined ? undefined : { value, before: '', after: '' };
  }
  if (!text.includes(fence)) return undefined;
  // Every second piece stands inside a fence; a piece after the last fence is outside.
  const pieces = text.split(fence);
  if (pieces.length % 2 === 0) return undefined;
  let found: JsonText | undefined;
  for (let at = 1; at < pieces.length; at += 2) {
    const value = toFencedObject(pieces[at] ?? '');
    if (value === undefined) continue;
    if (found !== undefined) return undefined;
    found = {
      value,
      before: pieces.slice(0, at).join(fence).trim(),
      after: pieces
        .slice(at + 1)
        .join(fence)
        .trim(),
    };
  }
  return found;
}

// A text with more braces that are no JSON is not worth the time.
const misses = 8;

/** The one JSON object in prose. Empty ones do not count: `{}` is also how a gap is written. */
export function findJsonInProse(text: string): JsonText | undefined {
  let found: JsonText | undefined;
  let missed = 0;
  for (let at = text.indexOf('{'); at >= 0 && missed < misses;) {
    const end = endOfBrackets(text, at);
    const value = end === undefined ? undefined : toObject(text.slice(at, end));
    if (end === undefined || value === undefined) {
      missed += 1;
      at = text.indexOf('{', at + 1);
      continue;
    }
    if (Object.keys(value).length > 0) {
      if (found !== undefined) return undefined;
      found = { value, before: text.slice(0, at).trim(), after: text.slice(end).trim() };
    }
    at = text.indexOf('{', end);
  }
  return missed < misses ? found : undefined;
}

function toFencedObject(block: string): JsonRecord | undefined {
  const content = block.replace(/^\s*json[5c]?\b/i, '').trim();
  return content.startsWith('{') ? toObject(content) : undefined;
}

function toObject(text: string): JsonRecord | undefined {
  const parsed = tryWrittenJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}
