// One sentence for what a service said when it did not do what was asked: the words of the body where it has any, always with the
// status. Pages are reduced to their text; control characters go, and a long text is cut.

import { isJsonObject } from '../../lib/json.ts';
import type { Content } from '../outcome.ts';

// Not imported: an import statement reads all that `node:http` exports, WebSocket among it, and so loads Node's own fetch (14 MB).
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const longest = 300;
/** Enough to find the words of a page in; more is not worth searching. */
const searched = 20_000;

export function describeFailure(status: number, content: Content): string {
  const label = toLabel(status);
  const said = content.kind === 'json' ? findWords(content.text, status) : undefined;
  if (said !== undefined) return `${tidy(said)} (${label})`;
  const excerpt = content.kind === 'json' || content.kind === 'text' ? toExcerpt(content) : '';
  return excerpt === '' ? `The service answered ${label}.` : `The service answered ${label}: ${excerpt}`;
}

/** `404 Not Found`; of an unknown status the number. */
export function toLabel(status: number): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}

export function toExcerpt(content: { readonly mediaType: string; readonly text: string }): string {
  const text = content.text.slice(0, searched);
  return tidy(content.mediaType === 'text/html' || content.mediaType.endsWith('xml') ? stripTags(text) : text);
}

// Where services put their words, the most telling first.
const members = ['error', 'message', 'detail', 'details', 'title', 'error_description', 'errors', 'fault', 'reason'];
const innerMembers = ['message', 'msg', 'detail', 'description', 'error_description', 'reason', 'title', 'error'];

/** What the JSON says in words, most telling first; a phrase that only repeats the status does not count. */
export function findWords(text: string, status: number): string | undefined {
  return findWordsIn(JSON.parse(text), status);
}

export function findWordsIn(body: unknown, status: number): string | undefined {
  if (typeof body === 'string') return body.trim() === '' ? undefined : body;
  if (Array.isArray(body)) return toWords(body);
  if (!isJsonObject(body)) return undefined;
  const found = members.map((name) => toWords(own(body, name))).filter((words) => words !== undefined);
  // `{"error": "Not Found", "message": "no pet 7"}`: the phrase of the status tells nothing new.
  const telling = found.find((words) => words.toLowerCase() !== STATUS_CODES[status]?.toLowerCase());
  const description = toWords(own(body, 'error_description'));
  return description !== undefined && telling !== undefined && telling !== description
    ? `${telling}: ${description}`
    : telling;
}

function toWords(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (depth > 2) return undefined;
  if (Array.isArray(value)) {
    const words = value
      .slice(0, 3)
      .map((item) => toWords(item, depth + 1))
      .filter((word) => word !== undefined);
    return words.length === 0 ? undefined : words.join('; ');
  }
  if (!isJsonObject(value)) return undefined;
  return innerMembers.map((name) => toWords(own(value, name), depth + 1)).find((words) => words !== undefined);
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function stripTags(text: string): string {
  return text
    .replace(/<(script|style|head)\b[^>]*>[^]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => entities.get(name) ?? ' ')
    .replaceAll('&amp;', '&');
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
]);

/** One line without control characters, cut when it is long. */
export function tidy(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line;
}
