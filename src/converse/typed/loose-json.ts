// JSON as language models and people write it, as strict JSON: quotes of other kinds, keys without quotes, True, False and None,
// commas at the end of a list, line ends inside strings. The slips of spelling only: a value is never guessed, so that a word
// without quotes, a missing comma and an open bracket stay errors. Numbers keep their digits. Runs in linear time.

import { endOfQuoted, isQuote, unquote } from './quoted.ts';

const literals: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['True', 'true'],
  ['false', 'false'],
  ['False', 'false'],
  ['null', 'null'],
  ['None', 'null'],
]);

const endsValue = /[^{[,:]$/;

/** The same as strict JSON, if it is an object or array with such slips only; else undefined, or text that is no JSON. */
export function toStrictJson(text: string): string | undefined {
  const spaceHere = /\s+/y;
  const numberHere = /-?\d[\d.eE+-]*/y;
  const wordHere = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
  const colonNext = /\s*:/y;
  const closingNext = /\s*[}\]]/y;
  const take = (pattern: RegExp, from: number): string => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0] ?? '';
  };
  const written: string[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    let piece = '';
    if ('{}[]:'.includes(character)) {
      piece = character;
      written.push(piece);
    } else if (character === ',') {
      piece = character;
      if (take(closingNext, at + 1) === '' || !endsValue.test(written.findLast((part) => part !== ' ') ?? ''))
        written.push(piece);
    } else if (isQuote(character)) {
      piece = text.slice(at, endOfQuoted(text, at) ?? at);
      const content = piece === '' ? undefined : tryUnquote(piece);
      if (content === undefined) return undefined;
      written.push(JSON.stringify(content));
    } else if ((piece = take(spaceHere, at)) !== '') {
      written.push(' ');
    } else if ((piece = take(numberHere, at)) !== '') {
      written.push(piece);
    } else if ((piece = take(wordHere, at)) !== '') {
      const isKey = take(colonNext, at + piece.length) !== '';
      const strict = isKey ? JSON.stringify(piece) : literals.get(piece);
      if (strict === undefined) return undefined;
      written.push(strict);
    } else return undefined;
    at += piece.length;
  }
  return written.join('');
}

function tryUnquote(quoted: string): string | undefined {
  try {
    return unquote(quoted);
  } catch {
    return undefined;
  }
}
