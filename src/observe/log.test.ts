import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog, openLog, type Log } from './log.ts';

async function writeLines(write: (log: Log) => void): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'skillgate-log-'));
  try {
    const file = join(folder, 'lines.log');
    await using handle = await open(file, 'w');
    const { log, flush } = createLog({ level: 'info' }, openLog(handle.fd));
    write(log);
    flush();
    return (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('openLog', () => {
  it('has all lines written whole once it is flushed', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, number) => number);
    const lines = await writeLines((log) => {
      for (const number of numbers) log.info({ number, text: 'Grüße, 東京, 🐕' }, 'call');
    });
    const read = lines.map((line) => JSON.parse(line) as { number: number; text: string; msg: string });
    // A batch that is on its way already may end after those that are flushed.
    expect(read.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual(numbers);
    expect(new Set(read.map(({ text, msg }) => `${msg}: ${text}`))).toEqual(new Set(['call: Grüße, 東京, 🐕']));
  });

  it('tells the time of each line', async () => {
    const before = Date.now();
    const [line = ''] = await writeLines((log) => log.warn('late'));
    const { time } = JSON.parse(line) as { time: string };
    expect(new Date(time).toISOString()).toBe(time);
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
  });
});
