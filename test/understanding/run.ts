// How much of plain sentences is understood without a language model, and how well the search finds skills. Prints per document and
// in sum. `--json`: the same for programs; `--misses`: what went wrong; `--sets FOLDER`: other sets in place of ours.

import { parseArgs } from 'node:util';
import { scorePhrases, scoreSentences, type PhraseResult, type SentenceResult } from './score.ts';
import { ownSets, readSets, readSkills, type Phrase, type Sentence } from './sets.ts';

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    sets: { type: 'string', default: ownSets },
  },
});

const sentenceRows: object[] = [];
const phraseRows: object[] = [];
const allSentences: SentenceResult[] = [];
const allPhrases: PhraseResult[] = [];
const misses: string[] = [];

for (const { name, document, lines } of readSets<Sentence>(flags.sets, 'sentences')) {
  const skills = await readSkills(document);
  const { results, cpu, build } = scoreSentences(skills, lines);
  allSentences.push(...results);
  misses.push(...results.flatMap((result) => describeSentence(name, result)));
  sentenceRows.push({
    document: name,
    skills: skills.length,
    ...countSentences(results),
    'build ms': Math.round(build),
    'cpu µs': Math.round(cpu),
  });
}
for (const { name, document, lines } of readSets<Phrase>(flags.sets, 'phrases')) {
  const skills = await readSkills(document);
  const { results, cpu, build } = scorePhrases(skills, lines);
  const sentences = scoreSentences(
    skills,
    lines.map(({ say }) => ({ say, expect: 'ask' })),
  );
  allPhrases.push(...results);
  misses.push(...results.flatMap((result) => describePhrase(name, result)));
  phraseRows.push({
    document: name,
    skills: skills.length,
    ...countPhrases(results),
    'build ms': Math.round(build),
    'cpu µs': Math.round(cpu),
    'understanding µs': Math.round(sentences.cpu),
  });
}
const sum = { sentences: countSentences(allSentences), phrases: countPhrases(allPhrases) };

if (flags.json) console.log(JSON.stringify({ sentences: sentenceRows, phrases: phraseRows, sum }, undefined, 2));
else {
  console.table([...sentenceRows, { document: 'all', ...sum.sentences }]);
  console.table([...phraseRows, { document: 'all', ...sum.phrases }]);
  if (flags.misses) console.log(misses.join('\n'));
}

function countSentences(results: readonly SentenceResult[]) {
  const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length;
  return {
    sentences: results.length,
    right: count('right'),
    'right %': percent(count('right'), results.length),
    asked: count('asked'),
    'wrong safe': count('wrong safe'),
    'wrong unsafe': count('wrong unsafe'),
  };
}

function countPhrases(results: readonly PhraseResult[]) {
  const first = results.filter(({ place }) => place === 1).length;
  const five = results.filter(({ place }) => place > 0).length;
  return {
    phrases: results.length,
    'first %': percent(first, results.length),
    'in five %': percent(five, results.length),
  };
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}

function describeSentence(set: string, { sentence, verdict, understanding }: SentenceResult): readonly string[] {
  if (verdict === 'right') return [];
  const found = understanding.candidates
    .slice(0, 3)
    .map(
      ({ skill, score, arguments: args, missing }) =>
        `${skill.id} ${score.toFixed(2)} ${JSON.stringify(args)}${missing.length > 0 ? ` missing ${missing.join(',')}` : ''}`,
    );
  return [
    `[${set}] ${verdict}: ${sentence.say}`,
    `    wanted ${sentence.expect} ${sentence.skill ?? ''} ${JSON.stringify(sentence.arguments ?? {})}${sentence.missing === undefined ? '' : ` missing ${sentence.missing.join(',')}`}`,
    `    found ${understanding.clear ? '(clear) ' : ''}${found.join(' | ')}`,
  ];
}

function describePhrase(set: string, { phrase, place, found }: PhraseResult): readonly string[] {
  if (place === 1) return [];
  return [
    `[${set}] ${place === 0 ? 'not found' : `place ${place}`}: ${phrase.say} wanted ${[phrase.skill].flat().join(' or ')}`,
    `    found ${found.join(', ')}`,
  ];
}
