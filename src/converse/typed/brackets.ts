// Where a bracket of a text is closed. Brackets inside quotes do not count. Runs in linear time.

import { endOfQuoted, opensQuote } from './quoted.ts';

/** Index after the bracket that closes the one at `start`; undefined when it, or a quote inside, stays open. */
export function endOfBrackets(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if ('{[('.includes(character)) depth += 1;
    else if ('}])'.includes(character)) depth -= 1;
    else if (opensQuote(text, at)) {
      const end = endOfQuoted(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    }
    if (depth === 0) return at + 1;
  }
  return undefined;
}
