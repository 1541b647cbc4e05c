// The words of one catalog: which of them a skill is about, and which a misspelt word is meant for.

import type { Profile } from '../../catalog/search/profile.ts';
import { verbKinds, verbWords } from '../../catalog/search/vocabulary.ts';
import { splitWords, toTerm } from '../../catalog/search/words.ts';
import type { Skill } from '../../catalog/skill.ts';
import { isOneEdit } from './one-edit.ts';
import { readProductWords } from './product-words.ts';

export interface Vocabulary {
  /** Some skill has it, be it in its description. */
  has(term: string): boolean;
  /** Some skill has it in its id, name, summary or path. */
  isCore(term: string): boolean;
  /** Some skill that changes something begins with it: "merge". */
  isAction(term: string): boolean;
  /** It names the service and not one of its operations. */
  isProduct(term: string): boolean;
  /** Some skill has this very form of the word. */
  isForm(word: string): boolean;
  /** The word of a skill, or of the language, that a misspelt one is meant for; undefined when there is none or several. */
  correct(word: string): string | undefined;
}

const shortest = 5;
/** Words of politeness that are often misspelt. */
const politeness = ['please', 'could', 'would', 'should', 'which', 'about'];

export function createVocabulary(skills: readonly Skill[], profiles: readonly Profile[]): Vocabulary {
  const all = new Set<string>();
  const core = new Set<string>();
  for (const profile of profiles) {
    for (const term of [...profile.core.keys(), ...profile.verbs]) core.add(term);
    for (const terms of [profile.core.keys(), profile.verbs, profile.near, profile.choices, profile.far])
      for (const term of terms) all.add(term);
  }
  const actions = new Set(profiles.flatMap(({ skill, lead }) => (skill.readOnly || lead === undefined ? [] : [lead])));
  const product = readProductWords(skills);
  const words = wordsOf(skills);
  const byLetter = groupByLetter(words);
  return {
    has: (term) => all.has(term),
    isCore: (term) => core.has(term),
    isForm: (word) => words.has(word),
    isAction: (term) => actions.has(term),
    isProduct: (term) => product.has(term),
    correct: (word) => {
      const near = (byLetter.get(word.charAt(0)) ?? []).filter((known) => isMeant(word, known));
      return near.length === 1 ? near[0] : undefined;
    },
  };
}

// A short word that differs by more than its order is another word: "form" is not "from", "lost" is not "list".
function isMeant(word: string, known: string): boolean {
  if (!isOneEdit(word, known) || word.at(-1) !== known.at(-1)) return false;
  if (word.length >= shortest && known.length >= shortest) return true;
  return (isVerb(known) && word.length === known.length && sameLetters(word, known)) || known === 'which';
}

function isVerb(word: string): boolean {
  return verbKinds.has(toTerm(word));
}

function sameLetters(a: string, b: string): boolean {
  return a.split('').sort().join('') === b.split('').sort().join('');
}

function wordsOf(skills: readonly Skill[]): ReadonlySet<string> {
  const words = new Set<string>([...politeness, ...verbWords]);
  for (const { bareId, name, operation, input } of skills) {
    const texts = [bareId, name, operation.summary, operation.path, ...input.arguments.map(({ wireName }) => wireName)];
    const schema = input.schema();
    if (typeof schema === 'object') {
      for (const property of Object.values(schema.properties ?? {}))
        if (typeof property === 'object')
          texts.push(...(property.enum ?? []).filter((value) => typeof value === 'string'));
    }
    for (const text of texts) for (const word of splitWords(text)) words.add(word);
  }
  return words;
}

function groupByLetter(words: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    if (word.length < 4 || !/^\p{L}+$/u.test(word)) continue;
    const group = groups.get(word.charAt(0));
    if (group === undefined) groups.set(word.charAt(0), [word]);
    else group.push(word);
  }
  return groups;
}
