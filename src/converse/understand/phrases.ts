// Several words that are one: "log in", "log me out", "turn off", "who am I". And small numbers in words.

import { toTerm } from '../../catalog/search/words.ts';
import type { Token } from './sentence.ts';

/** First word; what may stand between; last word; the word that they are together. */
const phrases: readonly (readonly [RegExp, RegExp | undefined, RegExp, string])[] = [
  [/^(?:log|logs|sign|signs)$/, /^(?:me|us|user|users)$/, /^(?:in|into|on)$/, 'login'],
  [/^(?:log|logs|sign|signs)$/, /^(?:me|us|user|users)$/, /^(?:out|off)$/, 'logout'],
  [/^(?:logged|signed)$/, undefined, /^(?:in|on)$/, 'myself'],
  [/^am$/, undefined, /^i$/, 'myself'],
  [/^(?:current|authenticated|currently)$/, /^authenticated$/, /^users?$/, 'myself'],
  [/^(?:turn|switch)$/, undefined, /^on$/, 'enable'],
  [/^(?:turn|switch)$/, undefined, /^off$/, 'disable'],
  [/^most$/, undefined, /^recently$/, 'recently'],
  [/^most$/, undefined, /^recent$/, 'recent'],
  [/^shut$/, undefined, /^down$/, 'stop'],
  [/^look$/, undefined, /^up$/, 'lookup'],
  [/^sign$/, undefined, /^up$/, 'signup'],
  [/^set(?:ting)?$/, undefined, /^up$/, 'create'],
  [/^(?:roll|rolls|rolling)$/, undefined, /^back$/, 'rollback'],
  [/^(?:bring|start)$/, undefined, /^up$/, 'start'],
];

const numbers: ReadonlyMap<string, string> = new Map(
  'two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, at) => [word, String(at + 2)]),
);

export function isNumberWord(word: string): boolean {
  return numbers.has(word);
}

export function joinPhrases(tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const number = token.kind === 'word' ? numbers.get(token.lower) : undefined;
    if (number !== undefined) {
      joined.push({ ...token, kind: 'number', text: number, lower: number, terms: [] });
      continue;
    }
    if (token.lower === 'i' && isOwner(tokens, at)) {
      joined.push({ ...token, lower: 'myself', terms: ['me'] });
      continue;
    }
    if (
      token.lower === 'take' &&
      tokens.some(({ lower }, after) => after > at && (lower === 'out' || lower === 'off'))
    ) {
      joined.push({ ...token, lower: 'remove', terms: ['delet'] });
      continue;
    }
    const phrase = token.kind === 'word' ? findPhrase(tokens, at) : undefined;
    if (phrase === undefined) joined.push(token);
    else {
      joined.push({ ...token, text: phrase.word, lower: phrase.word, terms: [toTerm(phrase.word)] });
      at += phrase.length - 1;
    }
  }
  return joined;
}

/** "have I saved", "that I follow"; not "I want". */
function isOwner(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]?.lower ?? ''];
  if (/^(?:have|did|do|am)$/.test(before)) return true;
  // "Could I see …" asks politely.
  if (/^(?:can|could|may|might|shall|should|will|would|must)$/.test(before)) return false;
  return at > 0 && !/^(?:want|need|would|will|could|can|should|may|might|must|like|wish|am|have|do|d)$/.test(after);
}

function findPhrase(
  tokens: readonly Token[],
  at: number,
): { readonly word: string; readonly length: number } | undefined {
  const [first, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]].map((token) => token?.lower ?? '');
  for (const [begin, between, end, word] of phrases) {
    if (first === undefined || second === undefined || third === undefined || !begin.test(first)) continue;
    if (end.test(second)) return { word, length: 2 };
    if (between?.test(second) === true && end.test(third)) return { word, length: 3 };
  }
  return undefined;
}
