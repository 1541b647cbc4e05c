// Typed arguments: `petId=10 name="two words" tags=a tags=b owner.name=Ann filter={"a":1}`. Pairs are separated by white space
// or commas followed by it. A value is a bare word, a quoted string with JSON escapes, or JSON in brackets. Runs in linear time.

import { tryWrittenJson } from './json-text.ts';
import { endOfBrackets } from './typed/brackets.ts';
import { endOfQuoted, isQuote, unquote } from './typed/quoted.ts';

export type Pair = readonly [key: string, value: unknown];

export const keyCharacters = '[^\\s="\'`{}()<>/?&#,;:|\\\\]';
const keyAtStart = new RegExp(`^${keyCharacters}{1,200}=`);

const keyInside = new RegExp(`,(${keyCharacters}{1,200})=`, 'g');

export function startsWithKey(text: string): boolean {
  return keyAtStart.test(text.slice(0, 201));
}

/** Throws SyntaxError with what was found where. A comma inside a word separates when a known key follows it: `a=1,b=2`. */
export function parseKeyValues(text: string, isKnown: (name: string) => boolean = () => false): readonly Pair[] {
  const keyHere = new RegExp(`${keyCharacters}{1,200}=`, 'y');
  const wordHere = /\S*/y;
  const gapHere = /[\s,]*/y;
  const take = (pattern: RegExp, at: number): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  // Where the white space after the current place begins: looked for once, however many pairs a word holds.
  let wordEnd = 0;
  const readWord = (from: number): string => {
    if (from >= wordEnd) wordEnd = from + take(wordHere, from).length;
    const word = text.slice(from, wordEnd);
    for (const { index, 1: name = '' } of word.matchAll(keyInside)) if (isKnown(name)) return word.slice(0, index);
    // `a=1, b=2`: a comma at the end separates; one inside a word belongs to it.
    return word.endsWith(',') ? word.slice(0, -1) : word;
  };
  const pairs: Pair[] = [];
  let at = take(gapHere, 0).length;
  while (at < text.length) {
    const key = take(keyHere, at);
    if (key === '') throw new SyntaxError(`expected key=value, found ${excerpt(text, at)}`);
    const start = at + key.length;
    const { value, end } = readValue(text, start, readWord);
    const after = text[end];
    if (after !== undefined && !/[\s,]/.test(after)) {
      throw new SyntaxError(`expected a space after the value of ${key.slice(0, -1)}, found ${excerpt(text, end)}`);
    }
    pairs.push([key.slice(0, -1), value]);
    at = end + take(gapHere, end).length;
  }
  return pairs;
}

export interface Value {
  readonly value: unknown;
  /** Index after it. */
  readonly end: number;
}

/** The value at a place; `word` gives what a bare word is. Throws SyntaxError. */
export function readValue(text: string, at: number, word: (at: number) => string): Value {
  const first = text[at];
  if (isQuote(first)) return readQuoted(text, at);
  if (first === '{' || first === '[') return readJson(text, at);
  const value = word(at);
  return { value, end: at + value.length };
}

function readQuoted(text: string, start: number): Value {
  const end = endOfQuoted(text, start);
  if (end === undefined) throw new SyntaxError(`a quoted value is not closed: ${excerpt(text, start)}`);
  return { value: unquote(text.slice(start, end)), end };
}

function readJson(text: string, start: number): Value {
  const end = endOfBrackets(text, start);
  if (end === undefined) throw new SyntaxError(`a JSON value is not closed: ${excerpt(text, start)}`);
  const parsed = tryWrittenJson(text.slice(start, end));
  if (!parsed.ok)
    throw new SyntaxError(`${excerpt(text, start)} is not valid JSON (${parsed.reason}); quote it if it is text`);
  return { value: parsed.value, end };
}

function excerpt(text: string, at: number): string {
  return JSON.stringify(text.length > at + 24 ? `${text.slice(at, at + 24)}…` : text.slice(at));
}
