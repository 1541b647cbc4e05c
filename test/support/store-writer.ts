// A process that writes to a SQLite store as fast as it can and prints the number of each write once it is acknowledged, until
// it is killed. Its argument is the file.

import { openStore } from '../../src/store/open-store.ts';
import { createLog } from '../../src/observe/log.ts';

const { log } = createLog({ level: 'silent' });
const store = await openStore(`sqlite:${process.argv[2]}`, { clock: Date, log });
const ttl = 3_600_000;

async function write(lane: number): Promise<never> {
  for (let version = 0; ; version += 1) {
    const put = [{ index: 'all', member: `${lane}`, score: version }];
    const append = [`${lane}.${version + 1}`];
    await store.commit({ key: `${lane}`, expected: version, value: `${lane}=${version + 1}`, ttl, append, put });
    process.stdout.write(`${lane} ${version + 1}\n`);
  }
}

await Promise.all([0, 1, 2, 3].map(write));
