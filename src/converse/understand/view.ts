// A sentence as one catalog reads it: its tokens, with misspelt words put right and dates in words made dates; how much each of its
// words says; and what kind of operation its verb asks for.

import { isDeed } from '../../catalog/search/query.ts';
import { isPlural } from '../../catalog/search/stem.ts';
import { verbKinds, type VerbKind } from '../../catalog/search/vocabulary.ts';
import { toTerm } from '../../catalog/search/words.ts';
import { readSpokenDate, type Now } from './dates.ts';
import { findIdAsked } from './plain-word.ts';
import { isNumberWord, joinPhrases } from './phrases.ts';
import { toTokens, type Token } from './sentence.ts';
import type { Vocabulary } from './vocabulary.ts';
import { fillers, isForbidden, isQuestionWord, softFillers } from './word-roles.ts';
import { hasSeveralRequests } from './requests.ts';

/** `none`: signs and words of politeness; `little`: "details", "information"; `much`: all others. */
export type Says = 'none' | 'little' | 'much';

export interface View {
  readonly tokens: readonly Token[];
  /** By token. */
  readonly says: readonly Says[];
  readonly isPlural: readonly boolean[];
  /** Index of the verb; -1 when the sentence has none of the four kinds. */
  readonly verb: number;
  readonly kinds: ReadonlySet<VerbKind>;
  /** What it begins with is a noun of some skill, used as a verb: "comment on issue 7". */
  readonly isDeed: boolean;
  /** "by its ID", and no value: which one is meant is not said. */
  readonly asksById: boolean;
  /** Negations, several requests, questions of why and how: nothing is done without asking. */
  readonly isForbidding: boolean;
}

const noKinds: ReadonlySet<VerbKind> = new Set();
const readKinds: ReadonlySet<VerbKind> = new Set(['read']);
const valueKinds: ReadonlySet<string> = new Set(['number', 'quoted', 'uuid', 'email', 'url', 'date', 'phone', 'mixed']);

export function isValueLike({ kind }: Token): boolean {
  return valueKinds.has(kind);
}

export function viewSentence(text: string, vocabulary: Vocabulary, now: Now): View | undefined {
  const raw = toTokens(text);
  if (raw === undefined) return undefined;
  const tokens = joinDates(joinPhrases(raw.map((token) => correct(token, vocabulary))), now);
  const asks = isQuestionWord(tokens[0]?.lower ?? '') || isNeed(tokens);
  const first = findVerb(tokens);
  const itsKinds = verbKinds.get(tokens[first]?.terms[0] ?? '');
  // "What has changed?" changes nothing.
  const verb = asks ? -1 : first;
  const kinds = verb < 0 ? undefined : itsKinds;
  return {
    tokens,
    says: tokens.map((token, at) => (isOnlyThere(tokens, at) ? 'little' : saysOf(token))),
    isPlural: tokens.map((token) => token.kind === 'word' && isPlural(token.lower)),
    verb,
    kinds: kinds ?? (asks ? readKinds : noKinds),
    isDeed: kinds === undefined && !asks && isNounAsVerb(tokens, vocabulary),
    asksById: findIdAsked(tokens) >= 0,
    isForbidding: isForbidden(tokens) || hasSeveralRequests(tokens, verb),
  };
}

function isNounAsVerb(tokens: readonly Token[], vocabulary: Vocabulary): boolean {
  const at = tokens.findIndex(({ kind, lower }) => kind !== 'word' || !fillers.has(lower));
  const first = tokens[at];
  return first?.kind === 'word' && first.terms.some(vocabulary.isCore) && isDeed(first.lower, tokens[at + 1]?.lower);
}

/** "storages", or "storage backends". */
export function isManyAt({ tokens, says, isPlural }: View, at: number): boolean {
  if (isPlural[at] === true) return true;
  return tokens[at + 1]?.kind === 'word' && says[at + 1] === 'much' && isPlural[at + 1] === true;
}

/** "I need the …": it is asked for. "I need to …" is not meant. */
function isNeed(tokens: readonly Token[]): boolean {
  const [first, second, third] = tokens.map(({ lower }) => lower);
  return first === 'i' && /^(?:need|want|require)$/.test(second ?? '') && /^(?:the|my|all|some)$/.test(third ?? '');
}

/** "What sizes are available?", "which are supported in …" ask for all there are. */
function isOnlyThere(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:available|supported|offered|defined)$/.test(tokens[at]?.lower ?? '')) return false;
  if (!/^(?:are|is|be)$/.test(tokens[at - 1]?.lower ?? '')) return false;
  const next = tokens[at + 1];
  return next === undefined || next.kind === 'sign' || /^(?:in|for|on|at|here|to|now|right)$/.test(next.lower);
}

function saysOf({ kind, lower }: Token): Says {
  if (kind === 'sign') return 'none';
  if (kind !== 'word') return 'much';
  if (fillers.has(lower.replaceAll(/['’]/g, ''))) return 'none';
  return softFillers.has(lower) ? 'little' : 'much';
}

// "open issues" are issues that are open, "open an issue" makes one.
const alsoAdjectives = new Set([
  'open',
  'set',
  'clear',
  'report',
  'count',
  'search',
  'check',
  'store',
  'save',
  'attach',
  'upload',
  'query',
  'post',
  'place',
  'display',
  'view',
  'print',
]);
const determiners =
  /^(?:an?|the|my|our|this|that|these|those|me|us|all|every|for|up|another|new|some|if|whether|is|on|to|in)$/;

/** The first word that says something, if it is a verb of the four kinds. */
function findVerb(tokens: readonly Token[]): number {
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'sign') continue;
    if (token.kind !== 'word') return -1;
    if (verbKinds.has(token.terms[0] ?? '') && !isQuestionWord(token.lower)) {
      const next = tokens[at + 1];
      const isVerb =
        !alsoAdjectives.has(token.lower) ||
        next === undefined ||
        next.kind !== 'word' ||
        determiners.test(next.lower) ||
        !next.terms.some((term) => term.length > 3) ||
        token.terms[0] === 'search';
      return isVerb ? at : -1;
    }
    if (!fillers.has(token.lower)) return -1;
  }
  return -1;
}

function correct(token: Token, vocabulary: Vocabulary): Token {
  if (token.kind !== 'word' || token.isName || token.lower.length < 4 || isNumberWord(token.lower)) return token;
  if (fillers.has(token.lower) || token.terms.every((term) => vocabulary.has(term) || verbKinds.has(term)))
    return token;
  const meant = vocabulary.correct(token.lower);
  // As a value it stays as it was written.
  return meant === undefined ? token : { ...token, lower: meant, terms: [toTerm(meant)] };
}

function joinDates(tokens: readonly Token[], now: Now): readonly Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const date = readSpokenDate(tokens, at, now);
    if (date === undefined) joined.push(token);
    else {
      joined.push({ ...token, kind: 'date', text: date.date, lower: date.date, terms: [] });
      at += date.length - 1;
    }
  }
  return joined;
}
