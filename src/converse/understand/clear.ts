// Whether the first candidate is meant beyond reasonable doubt. Wrong actions are far worse than a question, so each of these must
// hold; the thresholds were chosen on sentences over several public documents.

import { isBaseForm } from '../../catalog/search/query.ts';
import type { Judged } from './judge.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { View } from './view.ts';

/** The first must score this much. */
export const leastScore = 0.45;
/** This much of the skill's own words must be said. */
export const leastNamed = 0.5;
/** The second may have at most this share of the first's score, … */
export const closestSecond = 0.9;
/** … and at most this one when some of the first's own words are not said: they may be what tells the two apart. */
export const closestWhenUnnamed = 0.75;
export const wellNamed = 0.8;

export function isClear(view: View, judged: readonly Judged[], vocabulary: Vocabulary): boolean {
  const [first, ...others] = judged;
  const second = first === undefined ? undefined : others.find((other) => competes(view, first, other));
  if (first === undefined || view.isForbidding || first.left.length > 0 || first.anchors === 0) return false;
  if (first.score < leastScore || first.named < leastNamed || mayBeVerb(view, judged)) return false;
  if (mayBeUnknownVerb(view, first, vocabulary)) return false;
  if (pointsElsewhere(view, judged)) return false;
  const closest = first.named < wellNamed ? closestWhenUnnamed : closestSecond;
  return second === undefined || second.score <= first.score * closest;
}

/** Without a verb of changing nothing is changed, and "job 7" asks for no part of a job. */
function competes({ kinds }: View, first: Judged, { profile, isUnsaidPart }: Judged): boolean {
  if (!first.profile.skill.readOnly || first.profile.shape !== 'item') return true;
  if (kinds.size > 0 && !kinds.has('read')) return true;
  if (isUnsaidPart && !first.isUnsaidPart) return false;
  return profile.skill.readOnly || profile.skill.operation.path !== first.profile.skill.operation.path;
}

/**
 * "fork octocat/hello-world": a list of forks is named by a plural; in the singular it may be what is to be done. "Pin 7" may ask for
 * the pin 7, or make one.
 */
function mayBeVerb({ kinds, isPlural, tokens, says }: View, [first, ...others]: readonly Judged[]): boolean {
  if (first === undefined || kinds.size > 0 || isPlural.includes(true) || tokens[0]?.terms.length !== 1) return false;
  // "Retention policy 7" begins with no verb.
  const isAlone = tokens[1]?.kind !== 'word' || says[1] === 'none';
  return others.some(({ said, understood: { skill, missing, arguments: args }, profile }) => {
    if (skill.readOnly || missing.length > 0 || said < first.said * 0.97) return false;
    if (skill.operation.path === first.profile.skill.operation.path && first.profile.shape === 'item') return false;
    return first.profile.shape === 'many' || (isAlone && profile.kinds.has('create') && Object.keys(args).length > 0);
  });
}

/** "complete task 7", "share file 7": without a known verb, what the sentence begins with may be one that the skill only mentions. */
function mayBeUnknownVerb({ tokens, says, kinds }: View, { weak }: Judged, vocabulary: Vocabulary): boolean {
  const at = tokens.findIndex(({ kind }, index) => kind !== 'sign' && says[index] === 'much');
  const first = tokens[at];
  if (kinds.size > 0 || first?.kind !== 'word' || !isBaseForm(first.lower) || first.isName) return false;
  if (weak.includes(at)) return !first.terms.every(vocabulary.isProduct);
  return first.terms.length === 1 && first.terms.every(vocabulary.isCore) && !vocabulary.isForm(first.lower);
}

/** What the first only mentions may be what another is about. */
function pointsElsewhere({ tokens }: View, [first, ...others]: readonly Judged[]): boolean {
  const terms = (first?.weak ?? []).flatMap((at) => tokens[at]?.terms ?? []);
  return terms.some((term) => others.some(({ profile, anchors }) => anchors > 1 && profile.core.has(term)));
}
