// The commands and configurations of the README and of docs/upstreams.md work as they stand: each runs in a folder where
// `openapi.yaml` is a document of the demo.

import { copyFile, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { cliEntry, projectRoot, startProcess } from '../support/start-process.ts';
import { findFreePort } from '../support/free-port.ts';
import { pem } from '../upstreams/certificates.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skillgate-docs-'));
  await copyFile(path.join(projectRoot, 'openapi/pets.yaml'), path.join(folder, 'openapi.yaml'));
  for (const name of ['openapi', 'config']) await symlink(path.join(projectRoot, name), path.join(folder, name));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pages = ['README.md', 'docs/upstreams.md'];
const readPage = (page: string): Promise<string> => readFile(path.join(projectRoot, page), 'utf8');
const blocks = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

const texts = await Promise.all(pages.map(readPage));
const commands = texts
  .flatMap((text) => blocks(text, 'sh'))
  .flatMap((block) => block.split('\n').map((line) => line.trim()))
  .filter((line) => line.startsWith('npm run skillgate -- ') && !line.includes('https://'))
  .map((line) => line.slice('npm run skillgate -- '.length));

/** Words of a shell line: quotes in single quotes only, as the pages have them. */
const words = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

describe('commands of the pages', () => {
  it('are found', () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  it.each(commands.filter((line) => !line.startsWith('serve')))('%s', async (line) => {
    await using child = startProcess({ args: [path.join(projectRoot, cliEntry), ...words(line)], cwd: folder });
    expect([await child.exited, child.stderr()]).toEqual([0, '']);
  });

  it.each(commands.filter((line) => line.startsWith('serve')))('%s', async (line) => {
    const port = await findFreePort();
    await using child = startProcess({
      args: [path.join(projectRoot, cliEntry), ...words(line), '--port', String(port)],
      cwd: folder,
    });
    await child.waitForOk(`http://127.0.0.1:${port}/healthz`);
    expect(child.stdout()).toContain('agent-card.json');
  });
});

describe('configurations of docs/upstreams.md', () => {
  const secrets = { PETS_KEY: 'k' };
  const readFile = (file: string): string => (file.endsWith('.key') ? pem.clientKey : pem.clientCert);
  it.each(blocks(texts[1] ?? '', 'yaml'))('%s', (text) => {
    const config = parseConfig(text, { path: path.join(folder, 'gateway.yaml'), env: secrets, readFile });
    expect(config.targets.map(({ id }) => id)).toEqual(['pets']);
  });
});
