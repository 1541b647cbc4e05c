// Chooses the replica for a request: of those whose breaker allows it, the one with the fewest requests under way, in turn among
// equals, and preferably one that this call has not tried. When all are open, one that at least answers is used; when none
// can be reached, the call fails at once.

import { GatewayError } from '../errors.ts';
import type { Breaker } from './breaker.ts';

export interface Replica {
  readonly baseUrl: string;
  readonly origin: string;
  /** Path of the base URL, without trailing slash. */
  readonly prefix: string;
  /** True when it may only be at a public address. */
  readonly guarded: boolean;
  readonly breaker: Breaker;
  /** Requests under way. */
  pending: number;
  /** What is known of it: nothing, that it answers, or that it cannot be reached. */
  seen: 'unknown' | 'up' | 'down';
}

export interface Balance {
  readonly replicas: readonly Replica[];
  /** Throws `upstream_unreachable` when no replica is worth a try. */
  choose(tried: readonly Replica[]): Replica;
}

export function createBalance(target: string, replicas: readonly Replica[]): Balance {
  let turn = 0;

  const leastPending = (fits: Fitness, tried: readonly Replica[]): Replica | undefined => {
    let best: Replica | undefined;
    for (let step = 0; step < replicas.length; step += 1) {
      const replica = replicas[(turn + step) % replicas.length];
      if (replica === undefined || !fits(replica, tried)) continue;
      if (best === undefined || replica.pending < best.pending) best = replica;
    }
    turn = (turn + 1) % replicas.length;
    return best;
  };

  return {
    replicas,
    choose(tried) {
      const chosen =
        leastPending(isUntried, tried) ?? leastPending(isAllowed, tried) ?? leastPending(isAnswering, tried);
      if (chosen === undefined) throw toUnreachable(target, replicas);
      return chosen;
    },
  };
}

type Fitness = (replica: Replica, tried: readonly Replica[]) => boolean;

const isUntried: Fitness = (replica, tried) => replica.breaker.allows() && !tried.includes(replica);
const isAllowed: Fitness = ({ breaker }) => breaker.allows();
const isAnswering: Fitness = ({ breaker }) => breaker.state === 'soft';

function toUnreachable(target: string, replicas: readonly Replica[]): GatewayError {
  const seconds = Math.max(1, Math.ceil(Math.min(...replicas.map(({ breaker }) => breaker.pauseLeft())) / 1000));
  return new GatewayError(
    'upstream_unreachable',
    `Target "${target}" cannot be reached; it is tried again in about ${seconds} s.`,
    {
      retryAfter: seconds,
      metadata: { target },
      detail: `no connection to any of: ${replicas.map(({ baseUrl }) => baseUrl).join(', ')}`,
    },
  );
}
