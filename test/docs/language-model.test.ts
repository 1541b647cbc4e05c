// The page about the language model: its configurations are valid, its defaults and codes are the real ones, and its log line has the
// fields of a real one.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { modelFailureCodes } from '../../src/converse/model/failure.ts';
import { startModelBench } from '../support/model-bench.ts';
import { projectRoot } from '../support/start-process.ts';
import { refuses } from '../upstreams/model.ts';

const page = readFileSync(join(projectRoot, 'docs/language-model.md'), 'utf8');
const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);
const parse = (text: string) =>
  parseConfig(text, { path: join(projectRoot, 'gateway.yaml'), env: { MODEL_KEY: 'k' }, readFile: () => '' });

describe('its configurations', () => {
  test('are found', () => {
    expect(blocksOf('yaml').length).toBeGreaterThan(2);
  });

  test.each(blocksOf('yaml'))('%s', (text) => {
    expect(parse(text).converse.model?.url).toMatch(/^http/);
  });

  test('switch summaries on only where the page says so', () => {
    expect(blocksOf('yaml').map((text) => parse(text).converse.model?.summarise)).toEqual([false, false, true]);
  });
});

test('its limits have the real defaults', () => {
  const budget = parse(blocksOf('yaml')[0] ?? '').converse.model?.budget;
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+|none) \|/gm)].map(([, name = '', value = '']) => [name, value]);
  expect(rows).toEqual([
    ['requestsPerMinute', String(budget?.requestsPerMinute)],
    ['tokensPerRequest', String(budget?.tokensPerRequest)],
    ['tokensPerDay', budget?.tokensPerDay === undefined ? 'none' : String(budget.tokensPerDay)],
  ]);
});

test('it explains every code', () => {
  const table = page.split('| `code` |')[1] ?? '';
  expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)).toEqual(modelFailureCodes);
});

test('its log line is a real one', async () => {
  await using bench = await startModelBench([refuses(401, 'invalid_api_key', 'no')]);
  await bench.ask();
  const shown = JSON.parse(blocksOf('json')[0] ?? '') as Readonly<Record<string, unknown>>;
  const [line = {}] = bench.lines;
  expect(Object.keys(line)).toEqual(Object.keys(shown));
  expect({ ...line, time: shown['time'], ms: shown['ms'] }).toEqual(shown);
});
