// Whether the first candidate is meant beyond reasonable doubt. Wrong actions are far worse than a question, so each of these must
// hold; the thresholds were chosen on sentences over several public documents.

import { isBaseForm } from '../../catalog/search/query.ts';
import { plainVerbs } from './judging.ts';
import { verbKinds } from '../../catalog/search/vocabulary.ts';
import { splitWords, toTerm } from '../../catalog/search/words.ts';
import type { Judged } from './judge.ts';
import type { Vocabulary } from './vocabulary.ts';
import { isManyAt, type View } from './view.ts';

/** The first must score this much. */
export const leastScore = 0.45;
/** This much of the skill's own words must be said. */
export const leastNamed = 0.5;
/** The second may have at most this share of the first's score, … */
export const closestSecond = 0.9;
/** … and at most this one when some of the first's own words are not said: they may be what tells the two apart. */
export const closestWhenUnnamed = 0.75;
export const wellNamed = 0.8;
const longestDescription = 600;

export function isClear(view: View, judged: readonly Judged[], vocabulary: Vocabulary): boolean {
  const [first, ...others] = judged;
  const second = first === undefined ? undefined : others.find((other) => competes(view, first, other));
  if (first === undefined || view.isForbidding || first.left.length > 0 || first.anchors === 0) return false;
  if (first.score < leastScore || first.named < leastNamed || mayBeVerb(view, judged)) return false;
  if (mayBeUnknownVerb(view, first, vocabulary)) return false;
  if (pointsElsewhere(view, judged) || isOneOfMany(view, first) || isOfOtherKind(view, first)) return false;
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
  return others.some(({ said, understood: { skill, missing, arguments: args }, profile, isUnsaidPart }) => {
    if (isUnsaidPart || skill.readOnly || missing.length > 0 || said < first.said * 0.97) return false;
    if (skill.operation.path === first.profile.skill.operation.path && first.profile.shape === 'item') return false;
    return (
      first.profile.shape === 'many' ||
      (isAlone && isWithoutVerb(profile) && profile.kinds.has('create') && Object.keys(args).length > 0)
    );
  });
}

function mayChange({ terms }: View['tokens'][number]): boolean {
  const kinds = verbKinds.get(terms[0] ?? '');
  return kinds !== undefined && !kinds.has('read');
}

/** "Create a pin" says by which verb it is asked for; "Pin a message" does not. */
function isWithoutVerb({ verbs }: Judged['profile']): boolean {
  return ![...verbs].some((verb) => plainVerbs.has(verb));
}

/** "complete task 7", "share file 7": without a known verb, what the sentence begins with may be one that the skill only mentions. */
function mayBeUnknownVerb(
  { tokens, says, kinds, isPlural }: View,
  { weak, understood, profile }: Judged,
  vocabulary: Vocabulary,
): boolean {
  const at = tokens.findIndex(({ kind }, index) => kind !== 'sign' && says[index] === 'much');
  const first = tokens[at];
  if (kinds.size > 0 || first?.kind !== 'word' || !isBaseForm(first.lower) || first.isName) return false;
  // "Details of share 7"
  if (tokens.slice(0, at).some(({ lower }) => /^(?:of|about|for)$/.test(lower))) return false;
  const next = tokens[at + 1];
  // "Hook up …", and "store order 7", which may be to store it.
  if (/^(?:up|down|off|out|over|back)$/.test(next?.lower ?? '')) return true;
  const isGiven = Object.keys(understood.arguments).length > 0;
  if (isGiven && next?.kind === 'word' && isPlural[at + 1] !== true && mayChange(first)) return true;
  if (weak.includes(at)) return !first.terms.every(vocabulary.isProduct);
  // "Archive pets", where pets may be `archived`.
  const isKnown = first.terms.every((term) => vocabulary.isCore(term) || profile.near.has(term));
  return first.terms.length === 1 && isKnown && !vocabulary.isForm(first.lower);
}

/** "The service" and "service details" ask for one, and not for the list of all: which one was not said. */
function isOneOfMany(view: View, { profile, understood }: Judged): boolean {
  if (profile.shape !== 'many' || Object.keys(understood.arguments).length > 0) return false;
  const nouns = view.tokens.flatMap(({ kind, terms }, at) =>
    kind === 'word' && at !== view.verb && terms.some((term) => profile.core.has(term)) ? [at] : [],
  );
  return nouns.length > 0 && !nouns.some((at) => isManyAt(view, at));
}

/** "payment methods" are no payments: what stands last says what there are many of, unless the description has the two together. */
function isOfOtherKind({ tokens, isPlural }: View, { weak, profile }: Judged): boolean {
  return weak.some((at) => {
    const [before, last] = [tokens[at - 1]?.terms.at(-1) ?? '', tokens[at]?.terms[0] ?? ''];
    if (isPlural[at] !== true || !profile.core.has(before)) return false;
    const described = splitWords(profile.skill.operation.description.slice(0, longestDescription)).map(toTerm);
    return !described.some((term, index) => term === before && described[index + 1] === last);
  });
}

/** What the first only mentions may be what another is about. */
function pointsElsewhere({ tokens }: View, [first, ...others]: readonly Judged[]): boolean {
  const terms = (first?.weak ?? []).flatMap((at) => tokens[at]?.terms ?? []);
  return terms.some((term) => others.some(({ profile, anchors }) => anchors > 1 && profile.core.has(term)));
}
