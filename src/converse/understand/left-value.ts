// Tokens that look like values and not like words of the request.

import type { Filling } from './filling.ts';
import { isNoName } from './plain-word.ts';
import { isValueLike } from './view.ts';

export function isLeftValue(filling: Filling, at: number): boolean {
  const token = filling.view.tokens[at];
  if (token === undefined) return false;
  if (token.kind === 'mixed') return !isPlainWords(filling, at);
  if (isValueLike(token)) return true;
  if (isNoName(filling.view, at)) return false;
  const isNamed = token.isName || token.isPossessive;
  return token.kind === 'word' && isNamed && filling.view.says[at] === 'much' && !token.terms.every(filling.isKnown);
}

/** Letters with hyphens between them may be a name or plain words: "top-tracks". */
export function isPlainWords({ view, isKnown, isOwn }: Filling, at: number): boolean {
  const token = view.tokens[at];
  if (token === undefined || !/^\p{L}+(?:[-/]\p{L}+)*$/u.test(token.text)) return false;
  return token.terms.every((term) => isKnown(term) || isOwn(term));
}
