// How much of what a skill is about a sentence says: `listPetsByStatus` is not meant by "list pets".

import { toTerm } from '../../catalog/search/words.ts';
import type { Filling } from './filling.ts';
import { plainVerbs, type Judging } from './judging.ts';
import { isIdTerm } from './slot-names.ts';
import type { View } from './view.ts';

/** Weight of a term that each skill has: among many it tells nothing. */
const everywhere = Math.log(2);
const many = 40;

const forms = new Set(['full', 'metadata', 'basic', 'complete'].map(toTerm));

/** "Full metadata for a job" is how the job is given: it need not be said, unless the path says it too. */
function isFormOf({ shape, skill }: Judging['profile'], term: string, share: number): boolean {
  return shape === 'item' && skill.readOnly && share <= 1 && forms.has(term);
}

/** 0 to 1. */
export function weighSkill(filling: Filling, { view, profile, ranking }: Judging): number {
  const said = saidTerms(filling, view);
  const nothing = ranking.profiles.length < many ? 0 : everywhere;
  let all = 0;
  let named = 0;
  const add = (weight: number, isSaid: boolean): void => {
    all += weight;
    if (isSaid) named += weight;
  };
  const verb = view.tokens[view.verb];
  // "Stop", "Cancel the processing": of several verbs one is enough.
  const verbs = [...profile.verbs].filter((own) => !plainVerbs.has(own));
  const spoken = verbs.filter((own) => said.has(own) || verb?.terms.includes(own) === true);
  for (const own of spoken.length > 0 ? spoken : verbs) add(ranking.weightOf(own) ?? 0, spoken.length > 0);
  for (const [term, share] of profile.core) {
    if (isFormOf(profile, term, share) && !said.has(term)) continue;
    if (term !== 'id') add(share * Math.max(0, (ranking.weightOf(term) ?? 0) - nothing), said.has(term));
  }
  return all === 0 ? Number(said.size > 0) : named / all;
}

function saidTerms({ uses, values, ways }: Filling, view: View): ReadonlySet<string> {
  const said = new Set<string>();
  for (const [at, token] of view.tokens.entries()) {
    const isVerbAlone = at === view.verb && plainVerbs.has(token.terms[0] ?? '') && !isNoun(view, at + 1);
    if (isVerbAlone || (uses[at] === 'value' && token.kind !== 'word')) continue;
    for (const term of token.terms) said.add(term);
  }
  for (const slot of values.keys()) {
    const way = ways.get(slot);
    // "user bob" need not say that it is his name, and "pets sold" not that it is their status.
    for (const term of slot.names.flat()) if (way === 'typed' || (way === 'named' && isIdTerm(term))) said.add(term);
  }
  return said;
}

// "check runs": what looks like a verb may belong to a noun.
function isNoun({ tokens, says }: View, at: number): boolean {
  return tokens[at]?.kind === 'word' && says[at] === 'much';
}
