// What is understood of plain sentences, and found by the search, over real documents by others, which are kept outside of the
// repository. The floors are those that the gateway promises.

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scorePhrases, scoreSentences, type SentenceResult } from '../understanding/score.ts';
import { ownSets, readSets, readSkills, specs, type Phrase, type Sentence } from '../understanding/sets.ts';

const reason = existsSync(specs) ? undefined : `no documents in ${specs}`;
if (reason !== undefined) console.log(`skipped: ${reason}`);

describe.skipIf(reason !== undefined)('sentences over real documents', () => {
  it('are understood without acting wrongly', async () => {
    const results: SentenceResult[] = [];
    for (const { document, lines } of readSets<Sentence>(ownSets, 'sentences'))
      results.push(...scoreSentences(await readSkills(document), lines).results);
    const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length;
    expect(results.length).toBeGreaterThanOrEqual(200);
    expect(count('right') / results.length).toBeGreaterThanOrEqual(0.6);
    expect(count('wrong safe') / results.length).toBeLessThan(0.02);
    expect(count('wrong unsafe')).toBe(0);
  });

  it('find the wanted skill of more than a thousand among the first five', async () => {
    for (const { document, lines } of readSets<Phrase>(ownSets, 'phrases')) {
      const { results } = scorePhrases(await readSkills(document), lines);
      const found = results.filter(({ place }) => place > 0).length;
      expect(found / results.length).toBeGreaterThanOrEqual(0.85);
    }
  });
});
