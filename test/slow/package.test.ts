// The published package works for someone who only has the package: it is packed, installed into an empty folder, and its
// `skillgate` serves a document there. Packing builds `dist/`; Node runs no TypeScript inside `node_modules`.

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { projectRoot, startProcess } from '../support/start-process.ts';
import { startCalculator } from '../upstreams/calculator.ts';

const run = promisify(execFile);
const folders = { packed: '', empty: '' };

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skillgate-package-'));
  folders.packed = join(folder, 'packed');
  folders.empty = join(folder, 'empty');
  await mkdir(folders.packed);
  await mkdir(folders.empty);
  await run('npm', ['pack', '--pack-destination', folders.packed], { cwd: projectRoot });
  const [tarball] = await readdir(folders.packed);
  if (!tarball) throw new Error('npm pack made no file');
  await writeFile(join(folders.empty, 'package.json'), '{"private":true}');
  await copyFile(join(projectRoot, 'openapi/calculator.yaml'), join(folders.empty, 'openapi.yaml'));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(folders.packed, tarball)], {
    cwd: folders.empty,
  });
});

afterAll(() => rm(join(folders.empty, '..'), { recursive: true, force: true }));

test('the installed command serves a document of its folder', async () => {
  await using calculator = await startCalculator();
  const port = await findFreePort();
  const skillgate = join(folders.empty, 'node_modules/.bin/skillgate');
  await using gateway = startProcess({
    args: [skillgate, 'serve', 'openapi.yaml', '--upstream', calculator.url, '--port', String(port)],
    cwd: folders.empty,
  });
  await gateway.waitForOk(`http://127.0.0.1:${port}/readyz`);
  const response = await fetch(`http://127.0.0.1:${port}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: {
        message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ data: { operation: 'add', operands: [5, 3] } }] },
      },
    }),
  });
  expect(await response.json()).toMatchObject({ id: 1, result: { message: { parts: [{ data: { result: 8 } }] } } });
  expect(await gateway.stop()).toBe(0);
});

test('the installed command checks a document', async () => {
  const skillgate = join(folders.empty, 'node_modules/.bin/skillgate');
  await using check = startProcess({ args: [skillgate, 'check', 'openapi.yaml'], cwd: folders.empty });
  expect(await check.exited).toBe(0);
  expect(check.stdout()).toContain('calculate');
});
