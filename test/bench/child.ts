// The part of each measured process that talks to the benchmark over its IPC channel: where it listens, and on request its CPU
// time, its memory and how many requests it served. It ends when the channel closes, so that none outlives the benchmark.

export interface Usage {
  /** Microseconds of CPU since the start, all threads. */
  readonly cpu: number;
  /** Bytes. */
  readonly rss: number;
  readonly served: number;
}

export type Report = { readonly kind: 'listening'; readonly port: number } | ({ readonly kind: 'usage' } & Usage);

export function reportTo(parent: NodeJS.Process, port: number, served: () => number = () => 0): void {
  const send = (report: Report): boolean | undefined => parent.send?.(report);
  parent.on('message', () => {
    const { user, system } = parent.cpuUsage();
    send({ kind: 'usage', cpu: user + system, rss: parent.memoryUsage.rss(), served: served() });
  });
  parent.on('disconnect', () => parent.exit(0));
  send({ kind: 'listening', port });
}
