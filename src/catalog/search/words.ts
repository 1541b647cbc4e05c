// Text becomes terms: words of identifiers and of prose, stemmed, each word of a group of synonyms by the one that stands for it.

import { stem } from './stem.ts';
import { canonical, expansions, stopWords } from './vocabulary.ts';

/** Words in lower case: `listPetsByStatus`, `list_pets`, `/v2/pets/{petId}`, "List the pets". */
export function splitWords(text: string): readonly string[] {
  return (
    text
      .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z](?!s\b)[a-z])/g, '$1$3 $2$4')
      .replaceAll(/['’]s\b|['’]/g, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The term of a word in lower case; several for an abbreviation of several words. */
export function toTerms(word: string): readonly string[] {
  const expanded = expansions.get(word);
  return expanded ?? [toTerm(word)];
}

export function toTerm(word: string): string {
  const stemmed = stem(word);
  return canonical.get(stemmed) ?? stemmed;
}

/** The terms of a text without words that carry nothing, in order, repeated as in the text. The current user is `me`. */
export function termsOf(text: string): readonly string[] {
  return splitWords(text)
    .filter((word) => !stopWords.has(word))
    .flatMap(toTerms)
    .filter((term, at, terms) => term !== 'user' || terms[at - 1] !== 'me');
}

const shortestVerb = 5;

/** Terms of those who do what the term says, or of what they do: "follow" and "follower", "assign" and "assignee". */
export function personsOf(term: string): readonly string[] {
  const verb = /^(.+)(?:er|or|ee)$/.exec(term)?.[1];
  if (verb !== undefined) return verb.length < shortestVerb ? [] : [verb];
  return term.length < shortestVerb ? [] : [`${term}er`, `${term}or`, `${term}ee`];
}
