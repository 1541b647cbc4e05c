// Whether the gateway can do work, target by target: is its document read, does its upstream listen. Probes are shared by the
// askers of five seconds, so that health checks cannot become a load.

import type { Readiness, TargetReadiness } from './bindings/operations.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { TargetReport } from './catalog/report.ts';

export interface Probed {
  /** True when the target's upstream listens, or nothing is known of it. */
  probe(target: string): Promise<boolean>;
}

const freshFor = 5_000;

export function createReadiness(
  catalog: Catalog,
  upstream: Probed,
): { readiness(): Promise<Readiness>; startShutdown(): void } {
  let shuttingDown = false;
  let last: { readonly at: number; readonly targets: Promise<readonly TargetReadiness[]> } | undefined;
  const skillCount = new Map<string, number>();
  for (const { target } of catalog.skills) skillCount.set(target, (skillCount.get(target) ?? 0) + 1);

  const look = async (report: TargetReport): Promise<TargetReadiness> => {
    const skills = skillCount.get(report.id) ?? 0;
    // Why is said at the start and in the log: it holds paths and addresses, and anybody may ask here.
    if (report.failure !== undefined)
      return { id: report.id, document: 'failed', upstream: 'unknown', skills, reason: 'its document cannot be read' };
    const isUp = await upstream.probe(report.id);
    const facts = { id: report.id, document: 'loaded', skills } as const;
    return isUp
      ? { ...facts, upstream: 'up' }
      : { ...facts, upstream: 'down', reason: 'the upstream cannot be reached' };
  };

  return {
    readiness: async () => {
      const now = performance.now();
      if (last === undefined || now - last.at > freshFor)
        last = { at: now, targets: Promise.all(catalog.targets.map(look)) };
      return { shuttingDown, targets: await last.targets };
    },
    startShutdown: () => {
      shuttingDown = true;
    },
  };
}
