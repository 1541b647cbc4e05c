// A JSON value as content: a string is text, all else JSON with its digits.

import { stringifyJson } from '../../lib/json.ts';
import type { Content } from '../outcome.ts';

export function toContent(value: unknown): Content {
  return typeof value === 'string'
    ? { kind: 'text', mediaType: 'text/plain', text: value }
    : { kind: 'json', mediaType: 'application/json', text: stringifyJson(value) };
}
