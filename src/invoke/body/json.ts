// JSON bodies, also of the `+json` types, under the media type as the document writes it. Digits of raw numbers are kept; bytes
// that stand in a field are base64.

import type { MediaType } from '../../spec/operation.ts';
import { isBytesValue } from '../bytes-value.ts';
import type { BodyWriter } from './written.ts';

export function compileJson({ mediaType }: MediaType): BodyWriter {
  return (value, isJson = false) => ({
    body: isJson ? JSON.stringify(value) : JSON.stringify(value, mayHoldBytes(value) ? bytesToBase64 : undefined),
    contentType: mediaType,
  });
}

// A replacer slows every write down, so it is used only where there are bytes, which come from file parts and stand near the top.
function mayHoldBytes(value: unknown, depth = 3): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isBytesValue(value)) return true;
  if (depth === 0) return false;
  for (const key of Object.keys(value)) {
    if (mayHoldBytes((value as Readonly<Record<string, unknown>>)[key], depth - 1)) return true;
  }
  return false;
}

function bytesToBase64(_key: string, value: unknown): unknown {
  return isBytesValue(value) ? value.bytes.toString('base64') : value;
}
