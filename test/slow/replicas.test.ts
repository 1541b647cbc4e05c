// Two gateways on one Redis, Valkey or a cluster, of which one is killed under load: each task comes to its end, every follower and
// every webhook hears of each event in order, and nobody of one twice.

import { describe, expect, test } from 'vitest';
import { allAtWork, allLookedAt, allSent, beginCharges, checkAll, startSite } from '../support/chaos.ts';
import { startRedisCluster } from '../support/redis-cluster.ts';
import { redisMissing, startRedis, valkeyMissing } from '../support/redis-server.ts';

const count = 1_000;
const late = 60;

interface Shared extends AsyncDisposable {
  readonly url: string;
}

/** Named by its own scheme. */
async function startValkey(): Promise<Shared> {
  const server = await startRedis({ engine: 'valkey' });
  return { ...server, url: server.url.replace('redis:', 'valkey:') };
}

describe.each<[string, string | undefined, () => Promise<Shared>]>([
  ['one Redis', redisMissing, () => startRedis()],
  ['a cluster of three nodes', redisMissing, () => startRedisCluster()],
  ['one Valkey', valkeyMissing, startValkey],
])('two gateways on %s', (_what, obstacle, start) => {
  test(`${count} tasks outlive one of them`, { timeout: 400_000 }, async (context) => {
    context.skip(obstacle !== undefined, obstacle);
    await using shared = await start();
    await using site = await startSite(shared.url);
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
