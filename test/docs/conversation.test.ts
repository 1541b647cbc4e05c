// The page about plain sentences: its calls work as they stand, its texts are what the gateway says, its configuration is valid.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { startDemo } from '../support/gateway.ts';
import { projectRoot } from '../support/start-process.ts';

const run = promisify(execFile);
const page = readFileSync(join(projectRoot, 'docs/conversation.md'), 'utf8');
const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);

test('its calls are answered as it says', async () => {
  await using demo = await startDemo();
  const answers: string[] = [];
  for (const block of blocksOf('sh')) {
    const { stdout } = await run('bash', ['-c', block.replaceAll('http://127.0.0.1:8080', demo.gateway.url)]);
    answers.push(stdout);
  }
  const [shown = '', missing = '', confirm = ''] = blocksOf('text').map((text) =>
    JSON.stringify(text.trim()).slice(1, -1),
  );
  const [sentence = '', question = '', answer = '', change = '', ...more] = answers;
  expect(more).toEqual([]);
  expect(sentence).toContain(shown);
  expect(question).toContain(missing);
  expect(answer).toContain('Bella');
  expect(answer).toContain('TASK_STATE_COMPLETED');
  expect(change).toContain(confirm);
});

test('its configuration is valid', () => {
  const [text = ''] = blocksOf('yaml');
  const config = parseConfig(text, { path: join(projectRoot, 'gateway.yaml'), env: {}, readFile: () => '' });
  expect(config.converse).toMatchObject({ understand: true, ask: true, confirm: 'destructive' });
});
