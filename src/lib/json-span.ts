// Checked JSON text, read piece by piece without parsing it: members and items come as spans of the text, so that digits, spelling and
// order stay as they are and nobody pays for what is not looked at. Brackets are matched without recursion; a text that is no JSON
// gives spans that make no sense, and no error. RFC 8259.

export interface JsonSpan {
  readonly text: string;
  readonly start: number;
  /** After the value; the end of the text for the whole of it, and for a value that goes on behind the horizon. */
  readonly end: number;
  /** What stands behind this place is not looked at. */
  readonly horizon: number;
}

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export interface JsonMember {
  readonly name: string;
  /** Where the name is written, with its quotes. */
  readonly key: JsonSpan;
  readonly value: JsonSpan;
}

export interface Listed<Entry> {
  /** The first ones. */
  readonly entries: readonly Entry[];
  /** Of all; undefined when they go on behind the horizon. */
  readonly count: number | undefined;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

export function toSpan(text: string, horizon: number = text.length): JsonSpan {
  const start = skipSpace(text, 0);
  const span = { text, start, end: text.length, horizon: Math.min(horizon, text.length) };
  return isContainer(span) ? span : { ...span, end: endOfValue(text, start, text.length) };
}

export function kindOf({ text, start }: JsonSpan): JsonKind {
  switch (text.charCodeAt(start)) {
    case openBrace:
      return 'object';
    case openBracket:
      return 'array';
    case quote:
      return 'string';
    case 0x74:
    case 0x66:
      return 'boolean';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
}

export function isContainer({ text, start }: JsonSpan): boolean {
  const first = text.charCodeAt(start);
  return first === openBrace || first === openBracket;
}

/** The value as it is written. */
export function rawOf({ text, start, end }: JsonSpan): string {
  return text.slice(start, end);
}

/** The text of a string; of a long one, so many characters of its source as are asked for. */
export function stringOf({ text, start, end }: JsonSpan, longest = Infinity): string {
  const source = end - start - 2 <= longest ? text.slice(start + 1, end - 1) : cutSource(text, start + 1, longest);
  if (!source.includes('\\')) return source;
  try {
    return JSON.parse(`"${source}"`) as string;
  } catch {
    return source;
  }
}

/** A cut behind a whole character: not within an escape. */
function cutSource(text: string, start: number, longest: number): string {
  const source = text.slice(start, start + longest);
  return source.replace(/(?<!\\)((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/, '$1');
}

/** The members of an object, in order; none of what is no object. */
export function membersOf(span: JsonSpan, most = Infinity): Listed<JsonMember> {
  const { text, horizon } = span;
  const entries: JsonMember[] = [];
  const count = walk(span, openBrace, (at) => {
    const endOfKey = endOfString(text, at);
    const start = skipSpace(text, skipColon(text, skipSpace(text, endOfKey)));
    const end = endOfValue(text, start, horizon);
    if (entries.length < most) {
      const key = { text, start: at, end: endOfKey, horizon };
      entries.push({ name: stringOf(key), key, value: { text, start, end, horizon } });
    }
    return end;
  });
  return { entries, count };
}

/** The items of an array, in order; none of what is no array. */
export function itemsOf(span: JsonSpan, most = Infinity): Listed<JsonSpan> {
  const { text, horizon } = span;
  const entries: JsonSpan[] = [];
  const count = walk(span, openBracket, (start) => {
    const end = endOfValue(text, start, horizon);
    if (entries.length < most) entries.push({ text, start, end, horizon });
    return end;
  });
  return { entries, count };
}

/** Visits the start of each entry; the visitor tells where it ends. Counts them, unless they go on behind the horizon. */
function walk({ text, start, horizon }: JsonSpan, open: number, visit: (at: number) => number): number | undefined {
  if (text.charCodeAt(start) !== open) return 0;
  let count = 0;
  let at = skipSpace(text, start + 1);
  while (at < horizon) {
    const code = text.charCodeAt(at);
    if (code === closeBracket || code === closeBrace) return count;
    count += 1;
    at = skipSpace(text, Math.max(visit(at), at + 1));
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return undefined;
}

function endOfValue(text: string, at: number, horizon: number): number {
  const first = text.charCodeAt(at);
  if (first === quote) return endOfString(text, at);
  if (first === openBrace || first === openBracket) return endOfContainer(text, at, horizon);
  let end = at;
  while (end < text.length && !isDelimiter(text.charCodeAt(end))) end += 1;
  return end;
}

function endOfContainer(text: string, start: number, horizon: number): number {
  let depth = 0;
  for (let at = start; at < horizon; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at) - 1;
    } else if (code === openBrace || code === openBracket) {
      depth += 1;
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** Most strings are so short that looking at each character is faster than a search. */
const shortString = 48;

function endOfString(text: string, start: number): number {
  const near = Math.min(start + shortString, text.length);
  for (let at = start + 1; at < near; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at += 1;
  }
  let at = text.indexOf('"', near - 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at + 1;
}

/** Behind an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function skipColon(text: string, at: number): number {
  return text.charCodeAt(at) === colon ? at + 1 : at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isDelimiter(code: number): boolean {
  return code === comma || code === closeBracket || code === closeBrace || isSpace(code);
}
