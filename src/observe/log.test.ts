import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
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

  it('keeps lines whole that are longer than a batch, and those around them', async () => {
    const texts = ['a', 'ö'.repeat(50_000), 'b', 'x'.repeat(200_000), '東'.repeat(21_000), 'c'];
    const folder = await mkdtemp(join(tmpdir(), 'skillgate-log-'));
    const file = join(folder, 'lines.log');
    await using handle = await open(file, 'w');
    const { log, flush } = createLog({ level: 'info' }, openLog(handle.fd));
    const rounds = 40;
    for (let round = 0; round < rounds; round += 1) {
      for (const text of texts) log.info({ round, text }, 'call');
      // Batches come back, and are filled anew while others are on their way.
      await setTimeout(2);
    }
    flush();
    await setTimeout(50);
    const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
    const read = lines.map((line) => JSON.parse(line) as { round: number; text: string });
    const expected = Array.from({ length: rounds }, (_, round) => texts.map((text) => `${round} ${text}`)).flat();
    expect(read.map(({ round, text }) => `${round} ${text}`).toSorted()).toEqual(expected.toSorted());
    await rm(folder, { recursive: true });
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
