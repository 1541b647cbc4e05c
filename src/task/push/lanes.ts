// How many notifications are sent at the same time: so many in all, and fewer to one origin, so that a webhook that hangs cannot
// hold up the webhooks of others. Who has to wait is let in in order, those of a full origin after the others.

export interface LaneLimits {
  readonly total: number;
  readonly perOrigin: number;
}

export interface Lanes {
  /** Resolves when there is room; call what it gives when done. `waited`: things may have changed meanwhile. */
  enter(origin: string): Promise<{ readonly waited: boolean; readonly leave: () => void }>;
}

export function createLanes({ total, perOrigin }: LaneLimits): Lanes {
  const busy = new Map<string, number>();
  // By origin, in the order in which the origins are let in next.
  const waiting = new Map<string, (() => void)[]>();
  let all = 0;

  const hasRoom = (origin: string): boolean => all < total && (busy.get(origin) ?? 0) < perOrigin;

  const take = (origin: string): (() => void) => {
    all += 1;
    busy.set(origin, (busy.get(origin) ?? 0) + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      all -= 1;
      const left = (busy.get(origin) ?? 1) - 1;
      if (left === 0) busy.delete(origin);
      else busy.set(origin, left);
      admit();
    };
  };

  const admit = (): void => {
    for (const [origin, queue] of waiting) {
      if (all >= total) return;
      if (!hasRoom(origin)) continue;
      const next = queue.shift();
      waiting.delete(origin);
      // To the end of the line: one origin with many notifications does not go before the others again.
      if (queue.length > 0) waiting.set(origin, queue);
      next?.();
    }
  };

  return {
    enter(origin) {
      if (hasRoom(origin) && !waiting.has(origin)) return Promise.resolve({ waited: false, leave: take(origin) });
      return new Promise((resolve) => {
        const queue = waiting.get(origin) ?? [];
        queue.push(() => resolve({ waited: true, leave: take(origin) }));
        waiting.set(origin, queue);
      });
    },
  };
}
