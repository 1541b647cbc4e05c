// Typed arguments: `petId=10 name="two words" tags=a tags=b owner.name=Ann filter={"a":1}`. Pairs are separated by white space
// or commas followed by it. A value is a bare word, a quoted string with JSON escapes, or JSON in brackets. Runs in linear time.

import { tryJson } from './json-text.ts';

export type Pair = readonly [key: string, value: unknown];

const keyCharacters = '[^\\s="\'`{}()<>/?&#,;:|\\\\]';
const keyAtStart = new RegExp(`^${keyCharacters}{1,200}=`);

export function startsWithKey(text: string): boolean {
  return keyAtStart.test(text.slice(0, 201));
}

/** Throws SyntaxError with what was found where. */
export function parseKeyValues(text: string): readonly Pair[] {
  const keyHere = new RegExp(`${keyCharacters}{1,200}=`, 'y');
  const wordHere = /\S*/y;
  const gapHere = /[\s,]*/y;
  const take = (pattern: RegExp, at: number): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  const pairs: Pair[] = [];
  let at = take(gapHere, 0).length;
  while (at < text.length) {
    const key = take(keyHere, at);
    if (key === '') throw new SyntaxError(`expected key=value, found ${excerpt(text, at)}`);
    const start = at + key.length;
    const { value, end } = readValue(text, start, (from) => take(wordHere, from));
    const after = text[end];
    if (after !== undefined && !/[\s,]/.test(after)) {
      throw new SyntaxError(`expected a space after the value of ${key.slice(0, -1)}, found ${excerpt(text, end)}`);
    }
    pairs.push([key.slice(0, -1), value]);
    at = end + take(gapHere, end).length;
  }
  return pairs;
}

interface Value {
  readonly value: unknown;
  readonly end: number;
}

function readValue(text: string, at: number, word: (at: number) => string): Value {
  const first = text[at];
  if (first === '"' || first === "'") return readQuoted(text, at);
  if (first === '{' || first === '[') return readJson(text, at);
  const bare = word(at);
  // `a=1, b=2`: a comma at the end separates; one inside a word belongs to it.
  const value = bare.endsWith(',') ? bare.slice(0, -1) : bare;
  return { value, end: at + value.length };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['/', '/'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

function readQuoted(text: string, start: number): Value {
  const end = endOfQuoted(text, start);
  const value = text.slice(start + 1, end - 1).replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (whole, escape: string) => {
    if (escape.length === 5) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    const character = escapes.get(escape);
    if (character === undefined)
      throw new SyntaxError(`unknown escape ${whole} in a quoted value; write \\\\ for a backslash`);
    return character;
  });
  return { value, end };
}

/** Index after the closing quote. */
function endOfQuoted(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  throw new SyntaxError(`a quoted value is not closed: ${excerpt(text, start)}`);
}

function readJson(text: string, start: number): Value {
  const end = endOfJson(text, start);
  const parsed = tryJson(text.slice(start, end));
  if (!parsed.ok)
    throw new SyntaxError(`${excerpt(text, start)} is not valid JSON (${parsed.reason}); quote it if it is text`);
  return { value: parsed.value, end };
}

/** Index after the bracket that closes the one at `start`; brackets in JSON strings do not count. */
function endOfJson(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfQuoted(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new SyntaxError(`a JSON value is not closed: ${excerpt(text, start)}`);
}

function excerpt(text: string, at: number): string {
  return JSON.stringify(text.length > at + 24 ? `${text.slice(at, at + 24)}…` : text.slice(at));
}
