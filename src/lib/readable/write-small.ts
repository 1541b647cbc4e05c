// A small object as lines, written straight from its JSON: most answers are one, and need no spans, cells and pages. The same text as
// `toReadable` makes of it otherwise. What holds lists of objects, more than one line of text, or letters that have to be looked at more
// closely, and what finds no room, is none.

import { deepest, longestName, shortList } from './opening.ts';

/** Longest JSON that is tried. */
const longestJson = 2000;

interface Reading {
  readonly json: string;
  /** Most characters of the lines. */
  readonly room: number;
  lines: string;
}

/** `json`: checked. Undefined for what is not so simple. */
export function writeSmall(json: string, room: number): string | undefined {
  if (json.length > longestJson) return undefined;
  const start = skipSpace(json, 0);
  if (json.charCodeAt(start) !== openBrace) return undefined;
  const reading: Reading = { json, room, lines: '' };
  const end = writeMembers(reading, start, '');
  return end === none ? undefined : reading.lines;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const space = 0x20;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** In place of an index. */
const none = -1;

/** Index after the object. */
function writeMembers(reading: Reading, start: number, prefix: string, depth = 0): number {
  const { json, room } = reading;
  let at = skipSpace(json, start + 1);
  for (;;) {
    const endOfKey = json.charCodeAt(at) === quote ? endOfPlain(json, at + 1) : none;
    const length = endOfKey - at - 1;
    if (endOfKey === none || length === 0 || length > longestName) return none;
    const path = prefix + json.slice(at + 1, endOfKey);
    const afterKey = skipSpace(json, endOfKey + 1);
    if (json.charCodeAt(afterKey) !== colon) return none;
    const end = writeMember(reading, skipSpace(json, afterKey + 1), path, depth);
    if (end === none || reading.lines.length > room) return none;
    at = skipSpace(json, end);
    const code = json.charCodeAt(at);
    if (code === closeBrace) return at + 1;
    if (code !== comma) return none;
    at = skipSpace(json, at + 1);
  }
}

/** Index after the value. */
function writeMember(reading: Reading, at: number, path: string, depth: number): number {
  const { json } = reading;
  switch (json.charCodeAt(at)) {
    case openBrace: {
      const end = skipSpace(json, at + 1);
      if (json.charCodeAt(end) === closeBrace) return addLine(reading, path, '{}', end + 1);
      return depth === deepest ? none : writeMembers(reading, at, `${path}.`, depth + 1);
    }
    case openBracket:
      return writeItems(reading, at, path);
    default: {
      const end = endOfScalar(json, at);
      return end === none ? none : addLine(reading, path, toText(json, at, end), end);
    }
  }
}

function addLine(reading: Reading, path: string, text: string, end: number): number {
  reading.lines += reading.lines === '' ? `${path}: ${text}` : `\n${path}: ${text}`;
  return end;
}

function writeItems(reading: Reading, start: number, path: string): number {
  const { json } = reading;
  let at = skipSpace(json, start + 1);
  if (json.charCodeAt(at) === closeBracket) return endOfItems(reading, path, { start, end: at + 1, text: '[]' });
  let text = '';
  for (;;) {
    const end = endOfScalar(json, at);
    if (end === none) return none;
    text += text === '' ? toText(json, at, end) : `, ${toText(json, at, end)}`;
    at = skipSpace(json, end);
    const code = json.charCodeAt(at);
    if (code === closeBracket) return endOfItems(reading, path, { start, end: at + 1, text });
    if (code !== comma) return none;
    at = skipSpace(json, at + 1);
  }
}

interface Items {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function endOfItems(reading: Reading, path: string, { start, end, text }: Items): number {
  return end - start > shortList ? none : addLine(reading, path, text, end);
}

function toText(json: string, start: number, end: number): string {
  const first = json.charCodeAt(start);
  if (first === quote) return end - start === 2 ? '""' : json.slice(start + 1, end - 1);
  return first === 0x6e ? 'none' : json.slice(start, end);
}

/** Index after it; none for what is no scalar, or no plain text. */
function endOfScalar(json: string, start: number): number {
  const first = json.charCodeAt(start);
  if (first === quote) {
    const end = endOfPlain(json, start + 1);
    return end === none ? none : end + 1;
  }
  let end = start;
  while (isOfWord(json.charCodeAt(end))) end += 1;
  return end === start ? none : end;
}

/** Numbers, true, false and null. */
function isOfWord(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2e ||
    code === 0x2d ||
    code === 0x2b ||
    code === 0x45
  );
}

/** Index of the quote that ends a text which is its own line: printable, single spaces, no escapes. */
function endOfPlain(json: string, start: number): number {
  let before = space;
  for (let at = start; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) return before === space && at > start ? none : at;
    if (code === space ? before === space : !isLetter(code)) return none;
    before = code;
  }
  return none;
}

/** Printable ASCII and the letters of European languages. */
function isLetter(code: number): boolean {
  return (code > space && code < 0x7f && code !== backslash) || (code >= 0xc0 && code < 0x250);
}

function skipSpace(json: string, from: number): number {
  let at = from;
  for (;;) {
    const code = json.charCodeAt(at);
    if (code !== space && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}
