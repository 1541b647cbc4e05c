// The upstream side: `send(request) → response` to the targets of the configuration, and how they are. Everything else
// (replicas, breaker, retry, limits, deadline, egress) is composed behind `send`, a file each.

import { GatewayError } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import type { Network } from '../net/network.ts';
import { probeReplicas, toHealth, type Health } from './health.ts';
import type { StreamRequest, StreamResponse } from './open.ts';
import type { Upstream } from './request.ts';
import { createTarget, type Clock, type Target, type TargetOptions } from './target.ts';

export interface UpstreamDeps {
  readonly network: Network;
  readonly targets: ReadonlyMap<string, TargetOptions>;
  readonly log: Log;
  readonly clock?: Clock;
}

export interface ObservedUpstream extends Upstream {
  /** The same for bodies that are streams; the reply is there once its headers are. */
  open(request: StreamRequest): Promise<StreamResponse>;
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
      return target === undefined ? Promise.reject(toUnknown(request.target)) : target.send(request);
    },
    open(request) {
      const target = byId.get(request.target);
      return target === undefined ? Promise.reject(toUnknown(request.target)) : target.open(request);
    },
    health: (id) => toHealth(byId.get(id)?.replicas() ?? []),
    probe: (id) => probeReplicas(network, byId.get(id)?.replicas() ?? []),
  };
}

function toUnknown(id: string): GatewayError {
  return new GatewayError('internal', undefined, { detail: `no target "${id}"` });
}
