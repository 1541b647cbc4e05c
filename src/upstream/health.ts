// How a target is, for readiness: from what calls have seen of its replicas, and from a TCP connection to each when asked.

import type { Network } from '../net/network.ts';
import type { Replica } from './balance.ts';

export type Health = 'up' | 'unknown' | 'down';

/** Milliseconds. */
const probeTimeout = 2_000;

/** Up when one replica is, down when all are. */
export function toHealth(replicas: readonly Replica[]): Health {
  if (replicas.some(({ seen }) => seen === 'up')) return 'up';
  return replicas.length > 0 && replicas.every(({ seen }) => seen === 'down') ? 'down' : 'unknown';
}

/** True when one replica listens, or there is none to ask. A replica that does is tried again at once, whatever its breaker says. */
export async function probeReplicas(
  network: Pick<Network, 'isListening'>,
  replicas: readonly Replica[],
): Promise<boolean> {
  const answers = await Promise.all(replicas.map((replica) => probeReplica(network, replica)));
  return answers.length === 0 || answers.includes(true);
}

async function probeReplica(network: Pick<Network, 'isListening'>, replica: Replica): Promise<boolean> {
  const listens = await network.isListening(replica.origin, { guarded: replica.guarded, timeout: probeTimeout });
  replica.seen = listens ? 'up' : 'down';
  if (listens) replica.breaker.endPause();
  return listens;
}
