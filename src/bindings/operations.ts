// The addresses that operators and load balancers watch: whether the process lives, whether it can do work, and what the A2A
// endpoint offers. None of them calls a skill.

import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { allCapabilities, type Capabilities } from '../a2a/capabilities.ts';
import { protocolVersions } from '../a2a/dialect.ts';
import { listMethodNames } from '../a2a/methods.ts';
import { sendPlainError } from './plain-error.ts';

export interface TargetReadiness {
  readonly id: string;
  /** Whether its OpenAPI document could be read. */
  readonly document: 'loaded' | 'failed';
  /** What is known of its upstream; `unknown` until something was tried. */
  readonly upstream: 'up' | 'down' | 'unknown';
  readonly skills: number;
  /** Why it does not work, for people. */
  readonly reason?: string;
}

export interface Readiness {
  readonly shuttingDown: boolean;
  readonly targets: readonly TargetReadiness[];
}

export interface OperationsOptions {
  readonly readiness: () => Readiness | Promise<Readiness>;
  readonly skillCount: () => number;
  /** What is on; default: all that there is. */
  readonly capabilities?: Capabilities;
  /** False when `/healthz` and `/readyz` are answered by somebody else; default true. */
  readonly probes?: boolean;
}

/**
 * @example
 * await app.register(operations, { readiness: () => gateway.readiness(), skillCount: () => gateway.catalog().skills.length });
 */
export const operations: FastifyPluginAsync<OperationsOptions> = async (
  app,
  { readiness, skillCount, capabilities = allCapabilities, probes = true },
) => {
  const offeredMethods = listMethodNames(capabilities);
  if (probes) addProbes(app, readiness);

  app.get('/a2a/capabilities', (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ protocolVersions, ...capabilities, methods: offeredMethods, skills: skillCount() }),
  );

  app.get('/a2a/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.setErrorHandler((thrown, request, reply) => sendPlainError(request, reply, thrown));
};

function addProbes(app: FastifyInstance, readiness: OperationsOptions['readiness']): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  // One broken target must not take the others out of service, so a gateway is ready as long as any target works.
  app.get('/readyz', async (_request, reply) => {
    const { shuttingDown, targets } = await readiness();
    const ready = !shuttingDown && targets.some(isWorking);
    const status = shuttingDown ? 'shutting down' : readyStatus(targets);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, status, targets });
  });
}

function isWorking({ document, upstream }: TargetReadiness): boolean {
  return document === 'loaded' && upstream !== 'down';
}

function readyStatus(targets: readonly TargetReadiness[]): string {
  if (targets.every(isWorking) && targets.length > 0) return 'ready';
  return targets.some(isWorking) ? 'degraded' : 'not ready';
}
