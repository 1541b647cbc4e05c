// One skill against one sentence: the values of the sentence are put in place, and how much of the sentence and of the skill is then
// accounted for makes the score, together with what the verb asks for and whether one or many are meant.

import type { Profile } from '../../catalog/search/profile.ts';
import { isBaseForm } from '../../catalog/search/query.ts';
import { extract, toArguments } from './extract.ts';
import type { Filling } from './filling.ts';
import { plainVerbs, type Judging } from './judging.ts';
import { matchName } from './pass-named.ts';
import { isOfAny } from './plain-word.ts';
import type { UnderstoodSkill } from './understanding.ts';
import { isManyAt, type View } from './view.ts';
import { weighSentence, type Weighed } from './weigh-sentence.ts';
import { weighSkill } from './weigh-skill.ts';

export interface Judged extends Omit<Weighed, 'share'> {
  readonly understood: UnderstoodSkill;
  readonly score: number;
  /** Share of the sentence that the skill accounts for. */
  readonly said: number;
  /** Share of the skill's own words that the sentence has. */
  readonly named: number;
  readonly profile: Profile;
  /** It is about a part that the sentence does not mention. */
  readonly isUnsaidPart: boolean;
}

const missingFactor = 0.8;
/** It needs no id, and the sentence speaks of one. */
const notById = 0.6;
/** All are asked for, and this gives one. */
const allForOne = 0.65;
/** It is about a part that is not mentioned. */
const unsaidPartFactor = 0.85;
const wrongKind = 0.35;
const otherVerb = 0.85;
/** The sentence has no verb: it asks for something, and changes nothing. */
const noVerb = 0.85;
const unsaidVerb = 0.6;
const oneOfMany = 0.8;
const deprecatedFactor = 0.7;

export function judge(judging: Judging): Judged {
  const { view, profile, slots, vocabulary } = judging;
  const filling = extract({ view, profile, slots, isKnown: vocabulary.isCore });
  const { share: said, left, weak, anchors } = weighSentence(filling, judging);
  const named = weighSkill(filling, judging);
  const missing = findMissing(profile, filling);
  const unsaid = unsaidPart(filling, judging);
  const score =
    said *
    (0.3 + 0.7 * named) *
    kindFactor(judging) *
    countFactor(filling) *
    missingFactorOf(judging, missing) *
    (unsaid.length > 0 ? unsaidPartFactor : 1) *
    shapeFactor(view, profile, filling) *
    (profile.skill.operation.deprecated ? deprecatedFactor : 1);
  return {
    understood: { skill: profile.skill, score, arguments: toArguments(filling), missing },
    score,
    said,
    named,
    left: [...left, ...namedWithoutValue(filling), ...unsaid, ...unaskedId(judging, missing)],
    weak,
    anchors,
    profile,
    isUnsaidPart: unsaid.length > 0,
  };
}

/** "by status", and no status is said: what is meant is not known. */
function namedWithoutValue(filling: Filling): readonly string[] {
  const { view, slots, values } = filling;
  return slots
    .filter((slot) => !values.has(slot))
    .flatMap(({ names }) => {
      const own = names[0] ?? [];
      const at = view.tokens.findIndex(
        (_, index) =>
          /^(?:by|with|each|per|whose|where)$/.test(view.tokens[index - 1]?.lower ?? '') &&
          matchName(filling, own, index) !== undefined,
      );
      return at < 0 ? [] : [view.tokens[at]?.text ?? ''];
    });
}

/** "by its ID" and "any pet's" ask for one thing: what needs no id is not meant. */
function unaskedId({ view }: Judging, missing: readonly string[]): readonly string[] {
  const { asksById } = view;
  if (missing.length > 0) return [];
  const ofAny = view.tokens.findIndex(({ isPossessive }, at) => isPossessive && isOfAny(view, at));
  return asksById || ofAny >= 0 ? [view.tokens[ofAny]?.text ?? 'by id'] : [];
}

/** "project 7" does not ask for the files of a project. */
function unsaidPart(
  { values }: Filling,
  { view, profile: { isPart, head, item, core, verbs } }: Judging,
): readonly string[] {
  if (head.size > 0 && !view.tokens.some(({ terms }) => terms.some((term) => head.has(term)))) return [...head];
  if (!isPart) return [];
  const owners = new Set([...values.keys()].flatMap(({ place, names }) => (place === 'path' ? names.flat() : [])));
  const isSaid = view.tokens.some(({ terms }, at) =>
    terms.some(
      (term) =>
        (core.has(term) && !owners.has(term) && item?.core.has(term) !== true) || (at !== view.verb && verbs.has(term)),
    ),
  );
  return isSaid ? [] : [...core.keys()].filter((term) => !owners.has(term)).slice(0, 1);
}

function findMissing({ skill }: Profile, { values, slots }: Filling): readonly string[] {
  const schema = skill.input.schema();
  if (typeof schema === 'boolean') return [];
  const found = new Set([...values.keys()].map(({ path }) => path[0]));
  const open = new Set(slots.filter((slot) => slot.required && !values.has(slot)).map(({ path }) => path[0]));
  return (schema.required ?? []).filter((key) => !found.has(key) || open.has(key));
}

function kindFactor({ view, profile, vocabulary }: Judging): number {
  const { kinds, tokens, verb, says } = view;
  if (kinds.size === 0) {
    const first = tokens.find(({ kind }, at) => kind === 'word' && says[at] === 'much');
    const term = first?.terms[0];
    if (first !== undefined && term !== undefined && isBaseForm(first.lower) && vocabulary.isAction(term))
      return profile.lead === term ? 1 : profile.kinds.has('read') ? otherVerb : otherVerb * noVerb;
    if (view.isDeed && (first === undefined || profile.lead !== first.terms[0]))
      return profile.kinds.has('create') || profile.kinds.has('update') ? 1 : wrongKind;
    return profile.kinds.has('read') ? 1 : profile.verbs.size > 0 ? unsaidVerb : noVerb;
  }
  if (![...kinds].some((kind) => profile.kinds.has(kind))) return wrongKind;
  const term = tokens[verb]?.terms[0];
  return term === undefined || plainVerbs.has(term) || profile.verbs.has(term) || profile.core.has(term)
    ? 1
    : otherVerb;
}

/** "by its ID", and no id: what misses one is meant. */
function missingFactorOf({ view: { asksById } }: Judging, missing: readonly string[]): number {
  if (asksById) return missing.length === 1 ? 1 : missing.length === 0 ? notById : missingFactor;
  return missingFactor ** Math.min(2, missing.length);
}

/** What takes many ids is not meant by one. */
function countFactor({ values, ways }: Filling): number {
  const isOdd = [...values].some(
    ([slot, value]) =>
      slot.isMany &&
      ways.get(slot) !== 'named' &&
      (Array.isArray(value) ? value.length === 1 : !String(value).includes(',')),
  );
  return isOdd ? oneOfMany : 1;
}

/** "pets" asks for many, "pet 10" for one. */
function shapeFactor(view: View, { shape, core }: Profile, filling: Filling): number {
  const nouns = view.tokens.flatMap((token, at) =>
    token.kind === 'word' && token.terms.some((term) => core.has(term)) ? [at] : [],
  );
  if (nouns.length === 0) return 1;
  const isMany = nouns.some((at) => isManyAt(view, at));
  const hasPathValue = [...filling.values.keys()].some(({ place }) => place === 'path');
  if (shape === 'item' && !hasPathValue && (isMany || view.tokens[view.verb]?.lower === 'list')) return allForOne;
  return shape === 'many' && !isMany ? 0.75 : 1;
}
