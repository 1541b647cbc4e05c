// A real cluster: several servers on loopback that share the slots evenly, without replicas. Lives as long as a test.

import { startRedis, type RedisServer } from './redis-server.ts';

export interface RedisCluster extends AsyncDisposable {
  /** Of one of its nodes. */
  readonly url: string;
  readonly nodes: readonly RedisServer[];
}

const slots = 16_384;

export async function startRedisCluster({ nodes: count = 3 }: { readonly nodes?: number } = {}): Promise<RedisCluster> {
  const stack = new AsyncDisposableStack();
  const nodes = await Promise.all(
    Array.from({ length: count }, async () => stack.use(await startRedis({ cluster: 'member' }))),
  );
  const [first] = nodes;
  if (first === undefined) throw new Error('a cluster needs a node');
  const share = slots / count;
  for (const [at, node] of nodes.entries()) {
    const [from, to] = [Math.floor(at * share), Math.floor((at + 1) * share) - 1];
    await node.command('CLUSTER', 'SET-CONFIG-EPOCH', String(at + 1));
    await node.command('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    if (node !== first) await node.command('CLUSTER', 'MEET', '127.0.0.1', String(first.port), String(first.bus));
  }
  for (const node of nodes) {
    for (let info = ''; !info.includes('cluster_state:ok') || !info.includes(`cluster_known_nodes:${count}`);)
      info = String(await node.command('CLUSTER', 'INFO'));
  }
  return { url: first.url, nodes, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
