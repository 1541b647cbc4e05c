// The upstream side: `send(request) → response` to the targets of the configuration, and how they are. Everything else
// (replicas, breaker, retry, limits, deadline, egress) is composed behind `send`, a file each.

import { GatewayError } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import type { Network } from '../net/network.ts';
import { probeReplicas, toHealth, type Health } from './health.ts';
import type { Upstream } from './request.ts';
import { createTarget, type Clock, type Target, type TargetOptions } from './target.ts';

export interface UpstreamDeps {
  readonly network: Network;
  readonly targets: ReadonlyMap<string, TargetOptions>;
  readonly log: Log;
  readonly clock?: Clock;
}

export interface ObservedUpstream extends Upstream {
  /** What the last exchanges and probes say; `unknown` before the first. */
  health(target: string): Health;
  /** Connects to the target's replicas (without replicas: to its trusted origins); true when one listens, or none is known yet. */
  probe(target: string): Promise<boolean>;
}

const systemClock: Clock = { now: () => performance.now(), wallClock: Date.now, random: Math.random };

export function createUpstream({ network, targets, log, clock = systemClock }: UpstreamDeps): ObservedUpstream {
  const byId = new Map<string, Target>();
  for (const [id, options] of targets) byId.set(id, createTarget(id, options, { network, log, clock }));

  return {
    send(request) {
      const target = byId.get(request.target);
      if (target === undefined)
        return Promise.reject(new GatewayError('internal', undefined, { detail: `no target "${request.target}"` }));
      return target.send(request);
    },
    health: (id) => toHealth(byId.get(id)?.replicas() ?? []),
    probe: (id) => probeReplicas(network, byId.get(id)?.replicas() ?? []),
  };
}
