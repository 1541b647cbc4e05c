// How much of a sentence a skill accounts for: its values found a place, and its words are words of the skill.

import { verbKinds } from '../../catalog/search/vocabulary.ts';
import type { Profile } from '../../catalog/search/profile.ts';
import type { Filling } from './filling.ts';
import type { Judging } from './judging.ts';
import { isLeftValue } from './left-value.ts';
import type { View } from './view.ts';
import { constraints, weightySoft } from './word-roles.ts';

export interface Weighed {
  /** 0 to 1. */
  readonly share: number;
  /** Values and words that the skill has no place for. */
  readonly left: readonly string[];
  /** Tokens that only its description or its answer accounts for. */
  readonly weak: readonly number[];
  /** How many words of the sentence the skill is about. */
  readonly anchors: number;
}

/** How far a word is accounted for by where the skill has it. */
const shares = { core: 1, near: 0.8, far: 0.6, answer: 0.6 };
/** So many words may be accounted for by a description alone. */
const mostWeak = 1;
const weights = { value: 1.5, guess: 0.8, leftValue: 3 };
/** What words weigh that say little or nothing, beside others. */
const littleFactor = 0.5;
const fillerFactor = 0.2;
/** Whatever is read is information. */
const empty = new Set(['info', 'detail', 'data']);

export function weighSentence(filling: Filling, judging: Judging): Weighed {
  const { view, ranking } = judging;
  let all = 0;
  let accounted = 0;
  let anchors = 0;
  const left: string[] = [];
  const weak: number[] = [];
  const add = (weight: number, share: number): void => {
    all += weight;
    accounted += weight * share;
  };
  for (const [at, token] of view.tokens.entries()) {
    const use = filling.uses[at];
    if (use === 'name' || (token.kind === 'word' && use === 'value')) anchors++;
    if (token.kind === 'sign' || use === 'name' || at === view.verb) continue;
    if (use === 'value' || use === 'guess') {
      add(weights[use], 1);
      continue;
    }
    if (isLeftValue(filling, at)) {
      if (isOfService(at, judging)) continue;
      left.push(token.text);
      add(weights.leftValue, 0);
      continue;
    }
    for (const term of token.terms) {
      const share = shareOf(term, at, judging);
      const factor = factorOf(term, share, { at, judging });
      if (factor === 0) continue;
      add(factor * (ranking.weightOf(term) ?? ranking.heaviest / 2), share);
      if (share === shares.core && view.says[at] !== 'none') anchors++;
      if (share === 0 && weightySoft.has(token.lower)) left.push(token.text);
      if (view.says[at] !== 'much') continue;
      if (share === 0 || (share < shares.near && constraints.has(token.lower))) left.push(token.text);
      else if (share < shares.near) weak.push(at);
    }
  }
  if (weak.length > mostWeak) left.push(...weak.map((at) => view.tokens[at]?.text ?? ''));
  return { share: all === 0 ? 0 : accounted / all, left, weak, anchors };
}

/** A name in capital letters that belongs to the service: "Acme". */
function isOfService(at: number, { view, profile, vocabulary }: Judging): boolean {
  const terms = view.tokens[at]?.terms ?? [];
  return terms.length > 0 && terms.every((term) => vocabulary.isProduct(term) || profile.far.has(term));
}

function shareOf(term: string, at: number, { view, profile, answers }: Judging): number {
  const share = shareOfTerm(term, profile);
  return share === 0 && view.says[at] === 'much' && answers().has(term) ? shares.answer : share;
}

function shareOfTerm(term: string, { core, verbs, near, far }: Profile): number {
  if (core.has(term) || verbs.has(term)) return shares.core;
  return near.has(term) ? shares.near : far.has(term) ? shares.far : 0;
}

interface Place {
  readonly at: number;
  readonly judging: Judging;
}

/** 0 for a word that counts neither way. */
function factorOf(term: string, share: number, { at, judging: { view, profile, vocabulary } }: Place): number {
  if (view.says[at] === 'none') return profile.core.has(term) ? fillerFactor : 0;
  if (view.says[at] === 'little') return share > 0 || (vocabulary.isCore(term) && !empty.has(term)) ? littleFactor : 0;
  return share > 0 || !(isReading(view, term) || vocabulary.isProduct(term)) ? 1 : 0;
}

/** Another verb of reading: "tell me … and show". */
function isReading({ kinds }: View, term: string): boolean {
  const own = verbKinds.get(term);
  return own?.has('read') === true && own.size === 1 && (kinds.has('read') || kinds.size === 0);
}
