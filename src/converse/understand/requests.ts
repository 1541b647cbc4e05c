// Whether a sentence asks for several things at once: "… and delete …", "…, then list …".

import { verbKinds } from '../../catalog/search/vocabulary.ts';
import type { Token } from './sentence.ts';
import { joining } from './word-roles.ts';

const between = new Set(['please', 'also', 'then', 'to', 'you', 'can', 'could', 'i', 'want', 'just']);

/** `verb`: index of the first verb, or -1. A second verb that only reads ("find it and show …") is another way to say the first. */
export function hasSeveralRequests(tokens: readonly Token[], verb: number): boolean {
  return tokens.some(({ lower }, at) => {
    if (at <= verb || at === 0 || !joining.has(lower)) return false;
    const next = tokens.findIndex(
      (token, index) => index > at && token.kind !== 'sign' && !joining.has(token.lower) && !between.has(token.lower),
    );
    const word = tokens[next];
    if (word?.kind !== 'word' || word.isName) return false;
    return lower === 'then' || lower === 'afterwards' || (isChange(word) && isObject(tokens[next + 1]));
  });
}

function isChange({ terms, lower }: Token): boolean {
  const kinds = verbKinds.get(terms[0] ?? '');
  return kinds !== undefined && !kinds.has('read') && !/(?:ed|s)$/.test(lower);
}

// "name and set" ends with a noun, "open = 5" is an argument.
function isObject(token: Token | undefined): boolean {
  return token !== undefined && !/^(?:of|is|are|=|:|,|\.|date|time)$/.test(token.lower);
}
