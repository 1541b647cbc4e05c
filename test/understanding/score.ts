// Counts what is made of a set: right, asked without need, wrong. Wrong is a call that nobody wanted: another skill, other arguments,
// or any call where a question was due.

import { isDeepStrictEqual } from 'node:util';
import type { Skill } from '../../src/catalog/skill.ts';
import { createSkillSearch } from '../../src/catalog/search/skill-search.ts';
import { createUnderstanding } from '../../src/converse/understand/create-understanding.ts';
import type { Understanding } from '../../src/converse/understand/understanding.ts';
import type { Phrase, Sentence } from './sets.ts';

export type Verdict = 'right' | 'asked' | 'wrong safe' | 'wrong unsafe';

export interface SentenceResult {
  readonly sentence: Sentence;
  readonly verdict: Verdict;
  readonly understanding: Understanding;
}

export interface PhraseResult {
  readonly phrase: Phrase;
  /** Place of the wanted skill among the first five, from 1; 0 when it is not among them. */
  readonly place: number;
  readonly found: readonly string[];
}

export interface Timed<Result> {
  readonly results: readonly Result[];
  /** Of one line, in microseconds of CPU, after everything has been seen once. */
  readonly cpu: number;
  /** Of the index, in milliseconds. */
  readonly build: number;
}

const rounds = 5;

export function scoreSentences(skills: readonly Skill[], sentences: readonly Sentence[]): Timed<SentenceResult> {
  const understand = createUnderstanding(skills);
  const build = measure(() => understand('warm up')) / 1000;
  const results = sentences.map((sentence) => {
    const understanding = understand(sentence.say);
    return { sentence, understanding, verdict: judge(sentence, understanding) };
  });
  return { results, build, cpu: timeOf(sentences, (line) => understand(line)) };
}

export function scorePhrases(skills: readonly Skill[], phrases: readonly Phrase[]): Timed<PhraseResult> {
  const search = createSkillSearch(skills);
  const build = measure(() => search('warm up', 1)) / 1000;
  const results = phrases.map((phrase) => {
    const found = search(phrase.say, 5).map(({ skill }) => skill.id);
    const wanted = [phrase.skill].flat();
    return { phrase, found, place: found.findIndex((id) => wanted.includes(id)) + 1 };
  });
  return { results, build, cpu: timeOf(phrases, (line) => search(line, 5)) };
}

/** What the gateway does with it: a call only when it is clear, complete and safe. */
function judge(
  { expect, skill, arguments: args = {}, missing = [] }: Sentence,
  { candidates, clear }: Understanding,
): Verdict {
  const [first] = candidates;
  if (first !== undefined && clear && first.missing.length === 0 && first.skill.readOnly) {
    if (expect === 'act' && first.skill.id === skill && isDeepStrictEqual(plain(first.arguments), args)) return 'right';
    return first.skill.readOnly ? 'wrong safe' : 'wrong unsafe';
  }
  if (expect === 'ask') return 'right';
  if (expect === 'act' || first === undefined || first.skill.id !== skill) return 'asked';
  if (!isDeepStrictEqual(plain(first.arguments), args)) return 'asked';
  return isDeepStrictEqual(first.missing.toSorted(), missing.toSorted()) ? 'right' : 'asked';
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function timeOf(lines: readonly { readonly say: string }[], use: (text: string) => unknown): number {
  const time = measure(() => {
    for (let round = 0; round < rounds; round++) for (const { say } of lines) use(say);
  });
  return time / (rounds * lines.length);
}

/** Microseconds of CPU. */
function measure(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
