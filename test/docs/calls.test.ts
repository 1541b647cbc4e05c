// The calls on the pages about calling and about tasks work as they stand, in the shell, against the services of the demo; and the
// configurations on the page about tasks are valid.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { startDemo, type Demo, type RpcAnswer, type WireTask } from '../support/gateway.ts';
import { projectRoot } from '../support/start-process.ts';

const run = promisify(execFile);
const readPage = (page: string): string => readFileSync(join(projectRoot, page), 'utf8');
const blocksOf = (page: string, language: string): readonly string[] =>
  [...readPage(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );

/** The only quotation of a page, as one line. */
const quoteOf = (page: string): string =>
  [...readPage(page).matchAll(/^> (.*)$/gm)].map(([, line = '']) => line).join(' ');

async function sh(demo: Demo, command: string): Promise<string> {
  const { stdout } = await run('bash', ['-c', command.replaceAll('http://127.0.0.1:8080', demo.gateway.url)]);
  return stdout;
}

const read = (text: string): RpcAnswer['body'] => JSON.parse(text) as RpcAnswer['body'];

test('docs/calling.md: every call is answered with a message, but for the last two: a question and an error', async () => {
  const calls = blocksOf('docs/calling.md', 'sh').filter((block) => block.includes('/a2a'));
  const [asking = '', failing = ''] = calls.slice(-2);
  const messages = calls.slice(0, -2);
  expect(messages.length).toBeGreaterThan(6);
  await using demo = await startDemo();
  for (const call of messages) expect(read(await sh(demo, call)).result, call).toHaveProperty('message');
  const [question] = blocksOf('docs/calling.md', 'text');
  const { task } = read(await sh(demo, asking)).result as { task: WireTask };
  expect(task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(`${task.status.message?.parts[0]?.text}\n`).toBe(question);
  expect(read(await sh(demo, failing)).error).toMatchObject({ code: -32602, message: quoteOf('docs/calling.md') });
});

test('docs/tasks.md: every call does what the page says', async () => {
  const calls = blocksOf('docs/tasks.md', 'sh');
  const [begin = '', look = '', list = '', stream = '', fail = '', ...more] = calls;
  expect(more).toEqual([]);
  await using demo = await startDemo();
  const { task } = read(await sh(demo, begin)).result as { task: WireTask };
  const ask = async (): Promise<WireTask> => read(await sh(demo, look.replace('TASK', task.id))).result as WireTask;
  await expect.poll(async () => (await ask()).status.state, { timeout: 10_000 }).toBe('TASK_STATE_COMPLETED');
  const [shown = '', failed = ''] = blocksOf('docs/tasks.md', 'json');
  const page = read(shown).result as WireTask;
  const real = await ask();
  expect(Object.keys(real)).toEqual(Object.keys(page));
  expect(real).toMatchObject({
    artifacts: [
      {
        name: 'pets__getPetById',
        parts: [{ text: expect.stringMatching(/^id: 1\nname: Rex\n/) }, { data: { id: 1, name: 'Rex' } }],
      },
    ],
    history: [{ messageId: 't-1' }],
  });
  expect(read(await sh(demo, list)).result).toMatchObject({ tasks: [{ id: task.id }], totalSize: 1, pageSize: 10 });

  const events = (await sh(demo, stream)).split('\n\n').filter((event) => event !== '');
  expect(events.every((event) => /^id: \d+\ndata: \{/.test(event))).toBe(true);
  expect(events[0]).toContain('"task":');
  expect(events.at(-1)).toContain('TASK_STATE_COMPLETED');

  const ended = read(await sh(demo, fail)).result as { task: WireTask };
  expect(ended.task.status).toMatchObject(JSON.parse(failed) as object);
});

describe('configurations of docs/tasks.md', () => {
  test.each(blocksOf('docs/tasks.md', 'yaml'))('%s', (text) => {
    const config = parseConfig(text, { path: join(projectRoot, 'gateway.yaml'), env: {}, readFile: () => '' });
    expect(config.targets.map(({ id }) => id)).toEqual(['pets']);
  });
});

test('the limits of docs/tasks.md have the defaults of the reference', () => {
  const reference = readPage('docs/configuration-reference.md');
  const limits = [
    ...(readPage('docs/tasks.md').split('## Limits')[1] ?? '').matchAll(/^\| (`\w+`(?:, `\w+`)*) \| ([^|]+) \|/gm),
  ].map(([, keys = '', values = '']) => ({ keys: keys.split(', '), values: values.trim().split(', ') }));
  expect(limits.length).toBeGreaterThan(6);
  for (const { keys, values } of limits) {
    for (const [at, key] of keys.entries()) {
      const value = (values[at] ?? '').replaceAll('`', '');
      const shown = /^\d+$/.test(value) ? value : `"${value}"`;
      expect(reference).toMatch(new RegExp(`^\\| \`tasks\\.${key.slice(1, -1)}\` \\| [^|]+\\| \`${shown}\` \\|`, 'm'));
    }
  }
});
