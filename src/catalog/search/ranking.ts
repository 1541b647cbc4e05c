// Skills ranked by how well they and a request agree, both ways: how much of the request the skill knows, and how much of the
// skill the request names.

import type { Skill } from '../skill.ts';
import { buildProfile, withItems, type Profile } from './profile.ts';
import type { Query } from './query.ts';
import { createSkillIndex } from './skill-index.ts';
import { personsOf } from './words.ts';

export interface Ranked {
  readonly profile: Profile;
  /** 0 to 1. */
  readonly score: number;
}

export interface Ranking {
  readonly profiles: readonly Profile[];
  /** Weight of a term that one skill alone has. */
  readonly heaviest: number;
  rank(query: Query, limit: number): readonly Ranked[];
  /** How much a term tells the skills apart; undefined for one that no skill has. */
  weightOf(term: string): number | undefined;
}

/** So many that come into question are looked at closely. */
const looked = 60;

type WeightOf = Ranking['weightOf'];

const rankings = new WeakMap<readonly Skill[], Ranking>();

/** One for each list of skills, whoever asks: the index of a large catalog is worth keeping, and goes with the list. */
export function rankingOf(skills: readonly Skill[]): Ranking {
  const known = rankings.get(skills);
  if (known !== undefined) return known;
  const ranking = createRanking(skills);
  rankings.set(skills, ranking);
  return ranking;
}

function createRanking(skills: readonly Skill[]): Ranking {
  const profiles = withItems(skills.map(buildProfile));
  const { weightOf, find } = createSkillIndex(profiles);
  // Verbs of their own of operations that change something: "merge".
  const actions = new Set(profiles.flatMap(({ skill, lead }) => (skill.readOnly || lead === undefined ? [] : [lead])));
  return {
    profiles,
    heaviest: Math.log(1 + profiles.length),
    weightOf,
    rank: (query, limit) => {
      const said = [...query.terms, ...query.also].filter((term) => weightOf(term) !== undefined);
      const persons = query.terms.flatMap(personsOf).filter((term) => weightOf(term) !== undefined);
      const action = query.action !== undefined && actions.has(query.action) ? query.action : undefined;
      return find(said.length > 0 ? [...said, ...persons] : query.terms, looked, query.terms)
        .map((profile) => ({ profile, score: scoreOf({ profile, query, action, weightOf }) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, limit);
    },
  };
}

interface Scoring {
  readonly profile: Profile;
  readonly query: Query;
  /** The term that the request begins with, when it is what operations do. */
  readonly action: string | undefined;
  readonly weightOf: WeightOf;
}

/** How much of a word is known by where the skill has it. `person`: it has the one who does it, "follower" for "follow". */
const shares = { core: 1, person: 0.8, near: 0.6, far: 0.35 };
const alsoWeight = 0.3;
const unknownWeight = 4;
const deprecatedFactor = 0.7;
const otherKind = 0.4;
const unsaidChange = 0.85;
const otherAction = 0.85;

function scoreOf(scoring: Scoring): number {
  const known = shareOfRequest(scoring);
  if (known === 0) return 0;
  const { profile, query } = scoring;
  return (
    known *
    (0.4 + 0.6 * shareOfSkill(scoring)) *
    kindFactor(scoring) *
    shapeFactor(profile, query) *
    (profile.skill.operation.deprecated ? deprecatedFactor : 1)
  );
}

/** How much of what the request says the skill knows. */
function shareOfRequest({ profile, query: { terms, also }, weightOf }: Scoring): number {
  let all = 0;
  let known = 0;
  for (const term of terms) {
    const weight = weightOf(term) ?? unknownWeight;
    all += weight;
    known += weight * shareOfTerm(term, profile);
  }
  for (const term of also) {
    all += alsoWeight;
    if (profile.verbs.has(term) || profile.core.has(term)) known += alsoWeight;
  }
  return all === 0 ? 0 : known / all;
}

function shareOfTerm(term: string, { core, verbs, near, choices, far }: Profile): number {
  if (core.has(term) || verbs.has(term)) return shares.core;
  if (near.has(term) || choices.has(term)) return shares.near;
  if (personsOf(term).some((person) => core.has(person))) return shares.person;
  return far.has(term) ? shares.far : 0;
}

/** How much of what the skill is about the request names. */
function shareOfSkill({ profile: { core }, query: { terms, also }, weightOf }: Scoring): number {
  const said = new Set([...terms, ...also, ...terms.flatMap(personsOf)]);
  let all = 0;
  let named = 0;
  for (const [term, share] of core) {
    const weight = share * (weightOf(term) ?? 0);
    all += weight;
    if (said.has(term)) named += weight;
  }
  return all === 0 ? 0 : named / all;
}

function kindFactor({ profile: { kinds, lead }, query, action }: Scoring): number {
  if (action !== undefined) return lead === action ? 1 : otherAction;
  if (query.isDeed && !query.terms.slice(0, 1).includes(lead ?? ''))
    return kinds.has('create') || kinds.has('update') ? 1 : unsaidChange;
  // Without a verb it is asked for, not changed.
  if (query.kinds.size === 0) return kinds.has('read') ? 1 : unsaidChange;
  return [...query.kinds].some((kind) => kinds.has(kind)) ? 1 : otherKind;
}

/** "labels of an issue" asks for many, "the label" for one. */
function shapeFactor({ shape }: Profile, { isMany }: Query): number {
  if (shape === 'item') return isMany ? 0.85 : 1;
  return shape === 'many' && !isMany ? 0.97 : 1;
}
