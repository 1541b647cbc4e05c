// minisearch over the profiles of skills: which of them come into question for some terms, and how much a term tells them apart.

import MiniSearch from 'minisearch';
import type { Profile } from './profile.ts';

export interface SkillIndex {
  /** How much a term tells the skills apart; undefined for one that no skill has. */
  weightOf(term: string): number | undefined;
  /** Up to `limit` profiles that have some of the terms, roughly best first; `main`: those of the terms that count most. */
  find(terms: readonly string[], limit: number, main?: readonly string[]): readonly Profile[];
}

/** A term that more than this share of many skills is about finds too much to be looked up beside others. */
const commonShare = 0.25;
const manySkills = 150;
/** Only longer words are taken for misspelt ones, or for the beginnings of others. */
const shortestFuzzy = 6;
const shortestPrefix = 4;

export function createSkillIndex(profiles: readonly Profile[]): SkillIndex {
  const weights = weighTerms(profiles);
  const index = indexProfiles(profiles);
  const leastWeight = profiles.length < manySkills ? 0 : Math.log(1 + 1 / commonShare);
  return {
    weightOf: (term) => weights.get(term),
    find: (terms, limit, main = terms) => {
      if (profiles.length <= limit) return profiles;
      const telling = terms.filter((term) => (weights.get(term) ?? leastWeight) >= leastWeight);
      const known = new Set(telling.filter((term) => weights.has(term)));
      const looked = main.some((term) => known.has(term)) ? telling : terms;
      const found = index.search(looked.join(' '), {
        fuzzy: (term) => (term.length >= shortestFuzzy && !weights.has(term) ? 0.2 : false),
        prefix: (term) => term.length >= shortestPrefix && !weights.has(term),
      });
      return found.slice(0, limit).flatMap(({ id }) => profiles[id as number] ?? []);
    },
  };
}

function indexProfiles(profiles: readonly Profile[]): MiniSearch<IndexEntry> {
  const index = new MiniSearch<IndexEntry>({
    fields: ['core', 'near', 'far'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: { boost: { core: 4, near: 1.5, far: 1 }, combineWith: 'OR' },
  });
  index.addAll(
    profiles.map(({ core, near, choices, far, verbs }, id) => ({
      id,
      core: [...core.keys(), ...verbs].join(' '),
      near: [...near, ...choices].join(' '),
      far: [...far].join(' '),
    })),
  );
  return index;
}

interface IndexEntry {
  readonly id: number;
  readonly core: string;
  readonly near: string;
  readonly far: string;
}

/** Inverse document frequency: by the skills that are about a term, else by those that have it at all. */
function weighTerms(profiles: readonly Profile[]): ReadonlyMap<string, number> {
  const about = new Map<string, number>();
  const having = new Map<string, number>();
  for (const { core, near, choices, far, verbs } of profiles) {
    for (const term of new Set([...core.keys(), ...verbs])) about.set(term, (about.get(term) ?? 0) + 1);
    for (const term of new Set([...near, ...choices, ...far])) having.set(term, (having.get(term) ?? 0) + 1);
  }
  return new Map(
    Array.from(
      new Map([...having, ...about]),
      ([term, count]) => [term, Math.log(1 + profiles.length / count)] as const,
    ),
  );
}
