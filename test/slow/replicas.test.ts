// Two gateways on one Redis, of which one is killed under load: each task comes to its end, every follower and every webhook hears of
// each event in order, and nobody of one twice.

import { describe, expect, test } from 'vitest';
import { allAtWork, allLookedAt, allSent, beginCharges, checkAll, startSite } from '../support/chaos.ts';
import { redisMissing, startRedis } from '../support/redis-server.ts';

const count = 1_000;
const late = 60;

describe.skipIf(redisMissing !== undefined)('two gateways on one Redis', () => {
  test(`${count} tasks outlive one of them`, { timeout: 400_000 }, async () => {
    await using redis = await startRedis();
    await using site = await startSite(redis.url);
    const [doomed, heir] = await Promise.all([site.serve(), site.serve()]);
    const both = [doomed.url, heir.url];
    const plan = (prefix: string) => (number: number) => ({
      name: `${prefix}-${number}`,
      // Eight numbers have every kind of task; then the other gateway has its turn.
      urls: number % 16 < 8 ? both : both.toReversed(),
      hook: site.hook.url,
    });
    const charges = await beginCharges(count, plan('task'));
    await allAtWork(site, charges);

    // Messages are under way when it happens; who loses an answer sends the same message to the other gateway.
    const more = beginCharges(late, plan('late'));
    await allSent(site.crowd, late / 4, 'late');
    await doomed.process.stop('SIGKILL');
    const later = await more;
    await allLookedAt(site.crowd, charges);
    site.crowd.finish();

    const endings = await checkAll(site, charges, heir.url);
    console.log('replicas:', endings, await checkAll(site, later, heir.url));
    const killed = charges.filter(({ sentTo, work }) => sentTo === doomed.url && work === 'stream').length;
    expect(endings).toEqual({
      'job completed': count / 2,
      'stream completed': count / 2 - killed,
      'stream failed': killed,
    });
  });
});
