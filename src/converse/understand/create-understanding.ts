// A plain sentence becomes the skills that it may mean, with the arguments that are in it, without a language model. The ranking of
// the search names a few; for each of them the values of the sentence are put in place; and how much of the sentence and of the skill
// is then accounted for decides. It is clear only when nothing of the sentence is left over.

import { isBaseForm, type Query } from '../../catalog/search/query.ts';
import type { Profile } from '../../catalog/search/profile.ts';
import { rankingOf, type Ranking } from '../../catalog/search/ranking.ts';
import type { Skill } from '../../catalog/skill.ts';
import { readAnswerTerms } from './answer-terms.ts';
import { isClear } from './clear.ts';
import type { Now } from './dates.ts';
import { judge } from './judge.ts';
import { readSlots, type Slot } from './slots.ts';
import { nothingUnderstood, type Understanding } from './understanding.ts';
import { isValueLike, viewSentence, type View } from './view.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** Candidates whose arguments are looked for in the sentence. */
const looked = 8;
const shown = 5;
/** A candidate is shown when it has this share of the first one's score. */
const leastShare = 0.1;

export type Understand = (sentence: string) => Understanding;

export interface UnderstandingOptions {
  readonly now?: Now;
}

export function createUnderstanding(
  skills: readonly Skill[],
  { now = Date.now }: UnderstandingOptions = {},
): Understand {
  let state: State | undefined;
  return (sentence) => {
    state ??= createState(skills);
    const view = viewSentence(sentence, state.vocabulary, now);
    if (view === undefined) return nothingUnderstood;
    const { ranking, slotsOf, answersOf, vocabulary } = state;
    const judged = withTheirItem(ranking.rank(toQuery(view), looked).map(({ profile }) => profile))
      .map((profile) =>
        judge({
          view,
          profile,
          slots: slotsOf(profile.skill),
          answers: () => answersOf(profile.skill),
          ranking,
          vocabulary,
        }),
      )
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const least = (judged[0]?.score ?? 0) * leastShare;
    return {
      candidates: judged
        .filter(({ score }) => score >= least)
        .slice(0, shown)
        .map(({ understood }) => understood),
      clear: isClear(view, judged, vocabulary),
    };
  };
}

/** "Status of job 7": the search finds what is about a status; the job may have one. */
function withTheirItem(profiles: readonly Profile[]): readonly Profile[] {
  const item = profiles.find((profile) => profile.item !== undefined)?.item;
  return item === undefined || profiles.includes(item) ? profiles : [...profiles, item];
}

interface State {
  readonly ranking: Ranking;
  readonly vocabulary: Vocabulary;
  slotsOf(skill: Skill): readonly Slot[];
  answersOf(skill: Skill): ReadonlySet<string>;
}

function createState(skills: readonly Skill[]): State {
  const ranking = rankingOf(skills);
  return {
    ranking,
    vocabulary: createVocabulary(skills, ranking.profiles),
    slotsOf: bySkill(readSlots),
    answersOf: bySkill(readAnswerTerms),
  };
}

/** Made once per skill, when it is first asked for. */
function bySkill<Value>(read: (skill: Skill) => Value): (skill: Skill) => Value {
  const known = new Map<Skill, Value>();
  return (skill) => {
    const value = known.get(skill) ?? read(skill);
    known.set(skill, value);
    return value;
  };
}

function toQuery({ tokens, says, verb, kinds, isPlural, isDeed }: View): Query {
  const terms = new Set<string>();
  const also = new Set<string>();
  tokens.forEach((token, at) => {
    const isWord = says[at] === 'much' && at !== verb && (token.kind === 'word' || !isValueLike(token));
    if (isWord || !isValueLike(token) || token.kind === 'mixed')
      for (const term of token.terms) (isWord ? terms : also).add(term);
  });
  const first = tokens.find(({ kind }, at) => kind === 'word' && says[at] === 'much');
  return {
    terms: [...terms],
    also: [...also].filter((term) => !terms.has(term)),
    kinds,
    action: kinds.size === 0 && first !== undefined && isBaseForm(first.lower) ? first.terms[0] : undefined,
    isDeed,
    isMany: isPlural.includes(true),
  };
}
