// Arguments as a command line has them: `--petId 10 --limit=5 --verbose`. A flag without a value is true.

import { readValue, type Pair } from '../key-values.ts';

export function startsWithFlag(text: string): boolean {
  return /^--[\p{L}_]/u.test(text);
}

/** Throws SyntaxError with what was found where. */
export function parseFlags(text: string): readonly Pair[] {
  const flagHere = /--([\p{L}_][^\s=]{0,199})(=|\s+(?!--[\p{L}_])|\s*$|\s+)/uy;
  const wordHere = /\S*/y;
  const word = (at: number): string => {
    wordHere.lastIndex = at;
    return wordHere.exec(text)?.[0] ?? '';
  };
  const pairs: Pair[] = [];
  for (let at = 0; at < text.length;) {
    flagHere.lastIndex = at;
    const [whole, name = ''] = flagHere.exec(text) ?? [];
    if (whole === undefined)
      throw new SyntaxError(`expected --name value, found ${JSON.stringify(text.slice(at, at + 24))}`);
    at += whole.length;
    const hasValue = whole.endsWith('=') || (at < text.length && !startsWithFlag(text.slice(at, at + 3)));
    const { value, end } = hasValue ? readValue(text, at, word) : { value: 'true', end: at };
    if (hasValue && end < text.length && !/\s/.test(text[end] ?? ''))
      throw new SyntaxError(`expected a space after the value of --${name}`);
    pairs.push([name, value]);
    at = end;
    while (/\s/.test(text[at] ?? '')) at += 1;
  }
  return pairs;
}
