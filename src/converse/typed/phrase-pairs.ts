// Arguments in the words of a sentence or of a program: `petId: 10, verbose: true`, `petId=10 and limit=5`, `petId 10 and limit of 5`,
// and one pair a line. Undefined when any of the text is something else: prose has colons, too.

import { keyCharacters, readValue, type Pair, type Value } from '../key-values.ts';

export interface PhraseRules {
  /** Whether a word may be a key. */
  isKey(name: string): boolean;
  /** True when `key value` and `key is value` are pairs as well. */
  readonly spoken: boolean;
}

// Longer ones are no phrases; JSON has no such limit.
const longestPhrase = 20_000;

export function parsePhrasePairs(text: string, rules: PhraseRules): readonly Pair[] | undefined {
  const phrase = text.trim();
  if (phrase === '' || phrase.length > longestPhrase) return undefined;
  try {
    return parseRow(phrase, rules) ?? parseLines(phrase, rules);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const separator = '\\s*(?:=>|[=:])\\s*';
const spokenSeparator = `${separator}|\\s+(?:(?:is|of|to|equals|as|equal to|set to)\\s+)?`;
const quotedKey = `(["'\`]?)(${keyCharacters}{1,200})\\1`;
const bareWord = `(?:(?![,;](?:\\s|$|["'\`]?${keyCharacters}{1,200}["'\`]?\\s*[=:]))\\S)+`;
/** Words that go on with the sentence, where a value was expected. */
const noValue =
  /^(?:and|or|but|with|without|the|an?|my|your|this|that|these|those|all|any|is|are|of|to|for|from|in|on|at|by)$/i;

function parseRow(text: string, { isKey, spoken }: PhraseRules): readonly Pair[] | undefined {
  const keyHere = new RegExp(`${quotedKey}(${spoken ? spokenSeparator : separator})`, 'y');
  const wordHere = new RegExp(bareWord, 'y');
  const gapHere = /\s*[,;]\s*(?:and\s+)?|\s+(?:and|&)\s+|\s+|$/y;
  const exec = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const pairs: Pair[] = [];
  for (let at = 0; at < text.length;) {
    const [whole, , key = '', between = ''] = exec(keyHere, at) ?? [];
    if (whole === undefined || !isKey(key)) return undefined;
    const start = at + whole.length;
    const { value, end } = readPhraseValue(text, start, (from) => exec(wordHere, from)?.[0] ?? '');
    const written = text.slice(start, end);
    if (written === '' || (!/[=:]/.test(between) && (noValue.test(written) || isKey(written)))) return undefined;
    const gap = exec(gapHere, end);
    if (gap === null) return undefined;
    pairs.push([key, value]);
    at = end + gap[0].length;
  }
  return pairs;
}

/** The literals of programs count as what they are there. */
function readPhraseValue(text: string, at: number, word: (at: number) => string): Value {
  const read = readValue(text, at, word);
  const isBare = read.value === text.slice(at, read.end);
  if (isBare && (read.value === 'True' || read.value === 'False')) return { ...read, value: read.value === 'True' };
  return isBare && read.value === 'None' ? { ...read, value: null } : read;
}

const line = new RegExp(`^\\s*(?:[-*+•]\\s+)?${quotedKey}\\s*[:=]\\s*(.+?),?$`);

/** One pair a line; a value is all that stands behind the colon. */
function parseLines(text: string, { isKey }: PhraseRules): readonly Pair[] | undefined {
  const pairs: Pair[] = [];
  const lines = text.split('\n').filter((written) => written.trim() !== '');
  if (lines.length < 2 && !text.includes(':')) return undefined;
  for (const written of lines) {
    const [whole, , key = '', value = ''] = line.exec(written.trimEnd()) ?? [];
    if (whole === undefined || !isKey(key)) return undefined;
    const read = readPhraseValue(value, 0, () => value);
    if (read.end !== value.length) return undefined;
    pairs.push([key, read.value]);
  }
  // `name: Rex the dog` on a line of its own is clear beside other lines only.
  return lines.length < 2 ? undefined : pairs;
}
