// When a plain word is no value: "the" and "its" never are, "deleted" and "oldest" rarely, and what follows "a pet" or "any pet"
// names none.

import { verbKinds } from '../../catalog/search/vocabulary.ts';
import type { Token } from './sentence.ts';
import type { View } from './view.ts';
import { constraints, fillers, isAttribute, softFillers } from './word-roles.ts';

/** A word of the language that stands for nothing; with a capital letter, too, unless a name goes on: "The National". */
export function isNoName({ tokens }: Pick<View, 'tokens'>, at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (/^(?:myself|mine|yours|ours|theirs|himself|herself|itself)$/.test(token.lower)) return true;
  if (!fillers.has(token.lower)) return false;
  const next = tokens[at + 1];
  return !(token.isName && next?.isName === true && !fillers.has(next.lower));
}

/** It could be a name: no verb, participle, adverb or superlative, nothing that things have. */
export function isUnlikeWord({ lower, terms }: Token): boolean {
  if (common.has(lower) || constraints.has(lower) || softFillers.has(lower) || isAttribute(lower)) return false;
  if (lower.length > longestName && /(?:ed|ly|est|able|ible|less|ful|ous|ive|where|body)$/.test(lower)) return false;
  return !terms.some((term) => verbKinds.has(term));
}

/** Adverbs, adjectives, and nouns that make a new thing of the one before: "site dashboard", "node leader". */
const common = new Set(
  (
    'fast slow live soon later often never always together alone inside outside online offline local remote public private old new big small good bad ' +
    'first last next best worst main primary secondary default only own real real-time free open closed ready healthy broken empty busy idle active ' +
    'dashboard agent leader worker server client driver handler helper provider scanner filter search stream channel queue cluster engine process ' +
    'page panel view screen menu button widget box list table graph chart map tree index cache backup archive store shop guide help manual docs demo ' +
    'problem question answer request example sample test trial story thread word code people person man woman child place way part half rest side kind sort'
  ).split(' '),
);
const longestName = 5;
const indefinite = new Set([
  'a',
  'an',
  'any',
  'some',
  'another',
  'each',
  'every',
  'no',
  'which',
  'what',
  'all',
  'other',
  'one',
]);
const mostBetween = 3;

/** "a", "any" or "which" stands before the noun, with at most three words between. */
export function isOfAny({ tokens, says }: View, noun: number): boolean {
  for (let at = noun - 1; at >= 0 && at >= noun - 1 - mostBetween; at--) {
    const token = tokens[at];
    if (token === undefined || token.kind !== 'word') return false;
    if (indefinite.has(token.lower)) return true;
    if (says[at] === 'none') return false;
  }
  return false;
}

const ids = /^(?:ids?|names?|keys?|identifiers?|uuids?|numbers?|codes?|slugs?|sids?|gids?|usernames?)$/;
const determiners = /^(?:its|the|their|his|her|an?|given|that|this|own|unique)$/;
const ordering = /^(?:sort|sorted|order|ordered|group|grouped|split|filter|filtered)$/;

/** "by its ID", "with the given name", and no value follows: which one is meant is not said. */
export function findIdAsked(tokens: readonly Token[]): number {
  return tokens.findIndex(({ lower }, at) => {
    if (lower !== 'by' || ordering.test(tokens[at - 1]?.lower ?? '')) return false;
    let next = at + 1;
    while (determiners.test(tokens[next]?.lower ?? '')) next++;
    // "by user name", "by pet id"
    for (let more = 0; more < 2 && !ids.test(tokens[next]?.lower ?? '') && tokens[next]?.kind === 'word'; more++)
      next++;
    if (!ids.test(tokens[next]?.lower ?? '')) return false;
    return !tokens.slice(next + 1).some(({ kind }) => kind !== 'word' && kind !== 'sign') && isEnd(tokens[next + 1]);
  });
}

function isEnd(token: Token | undefined): boolean {
  return token === undefined || (token.kind === 'sign' && /^[.?!,;]$/.test(token.text)) || fillers.has(token.lower);
}
