// One gateway on SQLite that is killed under load and started again: each task comes to its end, every follower and every webhook hears
// of each event in order, and nobody of one twice.

import { describe, expect, test } from 'vitest';
import { allAtWork, allLookedAt, allSent, beginCharges, checkAll, startSite } from '../support/chaos.ts';

const count = 1_000;
const late = 60;

describe('a gateway on SQLite', () => {
  test(`${count} tasks outlive its process`, { timeout: 400_000 }, async () => {
    await using site = await startSite('sqlite:tasks.db');
    const first = await site.serve();
    const plan = (prefix: string) => (number: number) => ({
      name: `${prefix}-${number}`,
      urls: [first.url],
      hook: site.hook.url,
    });
    const charges = await beginCharges(count, plan('task'));
    await allAtWork(site, charges);

    const more = beginCharges(late, plan('late'));
    await allSent(site.crowd, late / 4, 'late');
    await first.process.stop('SIGKILL');
    const second = await site.serve(first.port);
    const later = await more;
    await allLookedAt(site.crowd, charges);
    site.crowd.finish();

    const endings = await checkAll(site, charges, second.url);
    console.log('SQLite:', endings, await checkAll(site, later, second.url));
    expect(endings).toEqual({ 'job completed': count / 2, 'stream failed': count / 2 });
  });
});
