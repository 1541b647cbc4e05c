// What a request asks for: its terms, and what kind of operation its verb speaks of. At most 60 words of at most 1,000 characters
// are read; what follows adds nothing that tells skills apart.

import { isPlural, stem } from './stem.ts';
import { stopWords, verbKinds, type VerbKind } from './vocabulary.ts';
import { splitWords, toTerm, toTerms } from './words.ts';

export interface Query {
  /** What a skill must know to be the one. */
  readonly terms: readonly string[];
  /** What speaks for a skill that knows it, and not against one that does not: the verb, when it is one of the four kinds. */
  readonly also: readonly string[];
  /** Empty when no verb tells. */
  readonly kinds: ReadonlySet<VerbKind>;
  /** The term that it begins with, when that may be a verb of none of the kinds: "merge". */
  readonly action: string | undefined;
  /** What it begins with is used as a verb: "comment on an issue". */
  readonly isDeed: boolean;
  /** Some word is a plural: "labels of an issue". */
  readonly isMany: boolean;
}

export const longestText = 1000;
export const mostWords = 60;

const noKinds: ReadonlySet<VerbKind> = new Set();

export function parseQuery(text: string): Query {
  const said = splitWords(text.slice(0, longestText)).slice(0, mostWords);
  const words = said.filter((word) => !stopWords.has(word));
  const first = words[0];
  const kinds =
    first === undefined || words.length === 1
      ? undefined
      : (verbKinds.get(toTerm(first)) ?? verbKinds.get(stem(first)));
  // What is created is new.
  const rest = kinds === undefined ? words : words.slice(1).filter((word) => word !== 'new' || !kinds.has('create'));
  return {
    terms: [...new Set(rest.flatMap(toTerms))],
    also: kinds === undefined ? [] : [toTerm(first ?? '')],
    kinds: kinds ?? noKinds,
    action: kinds === undefined && first !== undefined && isBaseForm(first) ? toTerm(first) : undefined,
    isDeed: kinds === undefined && first === said[0] && isDeed(first, said[1]),
    isMany: rest.some(isPlural),
  };
}

/** A word before "a", "another" or "on" is a verb, whatever else it may be: "comment on", "star a". */
export function isDeed(word: string | undefined, next: string | undefined): boolean {
  return word !== undefined && isBaseForm(word) && /^(?:an?|another|on)$/.test(next ?? '');
}

/** "block", and not "blocked", "blocks" or "blocking". */
export function isBaseForm(word: string): boolean {
  return !/(?:ed|s|ing)$/.test(word);
}
