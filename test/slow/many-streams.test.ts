// 10,000 open streams on one gateway, each of a task of its own that works on: the process stays below 1 GB, and every stream hears
// the end of its task. The clients are in processes of their own: each end of a connection takes a file descriptor.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crowdDocument } from '../upstreams/crowd.ts';
import { createFolder } from '../support/folder.ts';
import { cliEntry, startProcess } from '../support/start-process.ts';

const wanted = 10_000;
const clients = 4;
/** What the gateway needs beside its streams. */
const spare = 500;
const limit = 1024;

describe('one gateway', () => {
  test(`holds ${wanted} streams within ${limit} MB`, { timeout: 300_000 }, async () => {
    const descriptors = Number(/Max open files\s+(\d+)/.exec(await readFile('/proc/self/limits', 'utf8'))?.[1]);
    const count = Math.min(wanted, Math.floor((descriptors - spare) / clients) * clients);
    if (count < wanted) console.log(`only ${descriptors} file descriptors are allowed: ${count} streams`);

    await using crowd = startProcess({ args: ['test/upstreams/crowd.ts', '20'] });
    const [upstream = ''] = await crowd.waitForOutput(/http:\S+/);
    await using folder = await createFolder({
      'crowd.json': crowdDocument,
      'gateway.yaml': [
        `targets: { crowd: { spec: crowd.json, upstreams: ["${upstream}"] } }`,
        'log: { level: warn }',
        `tasks: { maxStreams: ${wanted}, maxTasks: ${wanted} }`,
      ].join('\n'),
    });
    await using gateway = startProcess({
      args: [cliEntry, 'serve', '--config', join(folder.path, 'gateway.yaml'), '--port', '0', '--json'],
    });
    const [url = ''] = await gateway.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    const before = await readMemory(gateway.pid);

    await using running = new AsyncDisposableStack();
    const each = count / clients;
    const groups = Array.from({ length: clients }, (_, number) =>
      running.use(startProcess({ args: ['test/support/open-streams.ts', url, String(each), `group-${number}`] })),
    );
    await Promise.all(groups.map((group) => group.waitForOutput(/^open$/m, 120_000)));
    const open = await readMemory(gateway.pid);
    await Promise.all(groups.map((group) => group.waitForOutput(/^alive$/m, 120_000)));
    const alive = await readMemory(gateway.pid);

    // Every task is told to end, and every stream hears of it.
    process.kill(crowd.pid, 'SIGUSR2');
    await Promise.all(groups.map((group) => group.waitForOutput(/^done$/m, 120_000)));
    const peak = await readMemory(gateway.pid, 'VmHWM');
    const perStream = ((alive - before) * 1024) / count;
    console.log(
      `${count} streams: ${before.toFixed(0)} MB before, ${open.toFixed(0)} MB when open, ${alive.toFixed(0)} MB after a while, ` +
        `${peak.toFixed(0)} MB at most; ${perStream.toFixed(1)} kB each`,
    );
    expect(peak).toBeLessThan(limit);
  });
});

/** Megabytes. */
async function readMemory(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
