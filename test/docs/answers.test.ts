// The calls on the page about answers are answered as it says, and its configuration is valid.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { startDemo } from '../support/gateway.ts';
import { projectRoot } from '../support/start-process.ts';

const run = promisify(execFile);
const page = readFileSync(join(projectRoot, 'docs/answers.md'), 'utf8');
const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);

interface Part {
  readonly text?: string;
  readonly data?: unknown;
}

test('every call is answered as the page says', async () => {
  const [table, fewer, missing, ...more] = blocksOf('sh');
  const [tableText, fewerText] = blocksOf('text');
  expect(more).toEqual([]);
  await using demo = await startDemo();
  const partsOf = async (command = ''): Promise<readonly Part[]> => {
    const { stdout } = await run('bash', ['-c', command.replaceAll('http://127.0.0.1:8080', demo.gateway.url)]);
    return (JSON.parse(stdout) as { result: { message: { parts: readonly Part[] } } }).result.message.parts;
  };
  expect(await partsOf(table)).toMatchObject([{ text: tableText?.trimEnd() }, { data: [{ id: 1 }, { id: 3 }] }]);
  expect(await partsOf(fewer)).toMatchObject([
    { text: fewerText?.trimEnd() },
    { data: [{ id: 1, name: 'Rex' }, { id: 2 }, { id: 3 }] },
  ]);
  expect(await partsOf(missing)).toEqual([
    { data: { id: 1, name: 'Rex' }, mediaType: 'application/json' },
    { text: 'Not in the answer: colour.' },
  ]);
});

test('its configuration is valid', () => {
  const [text = ''] = blocksOf('yaml');
  const { converse } = parseConfig(text, { path: join(projectRoot, 'gateway.yaml'), env: {}, readFile: () => '' });
  expect(converse.answer).toEqual({ text: 4096, data: 65_536 });
});
