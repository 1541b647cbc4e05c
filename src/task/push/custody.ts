// Who looks after which webhook. Each config with something left to say has one keeper among all processes, by a lease that the keeper
// renews; it sleeps until the task's log grows or a pause is over. An index says when each config has to be looked at by whoever is
// there, which is when the lease of its keeper ends: what a process leaves behind, however it ended, another one finds there.

import type { Log } from '../../observe/log.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../clock.ts';
import { taskKey } from '../record.ts';
import type { Courier, Round } from './courier.ts';
import { createKeptSet, type Kept } from './kept.ts';
import type { DueEntry, EntryName, PushTable } from './push-table.ts';
import { repeat } from './repeat.ts';

export interface CustodyDeps {
  readonly store: Store;
  readonly table: PushTable;
  readonly courier: Courier;
  readonly clock: Clock;
  readonly log: Log;
  readonly options: CustodyOptions;
}

export interface CustodyOptions {
  /** Names this process, differently from all others. */
  readonly holder: string;
  /** Milliseconds that a lease lasts; it is renewed three times in that time. */
  readonly lease: number;
  /** Milliseconds that one notification may take: so much of the lease must be left before it. */
  readonly timeout: number;
  /** Milliseconds between looks at what others left. */
  readonly scan: number;
  /** The most configs that one process keeps. */
  readonly most: number;
}

export interface Custody {
  /** Takes the config over, if nobody has it, and sends what there is to send. */
  claim(name: EntryName): void;
  /** The task's log has grown. */
  wake(taskId: string): void;
  start(): void;
  /** Waits for the notifications that are being sent. */
  close(): Promise<void>;
}

const pageSize = 100;
const afterTrouble = 5_000;
/** Longer than this nobody relies on being woken: a task that is kept no longer wakes nobody. */
const longestSleep = 300_000;

export function createCustody({ store, table, courier, clock, log, options }: CustodyDeps): Custody {
  const { holder, lease, timeout, most } = options;
  const kept = createKeptSet();
  const claiming = new Set<string>();
  const closing = new AbortController();
  const stops: (() => Promise<void>)[] = [];

  const isOpen = (): boolean => stops.length > 0 && !closing.signal.aborted;

  const takeLease = async (name: EntryName): Promise<number | undefined> => {
    const until = clock.now() + lease;
    return (await store.lease(leaseOf(name), holder, lease)) ? until : undefined;
  };

  /** What fails in here is done again later, by us or by others. */
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, 'push notifications cannot use the store');
    }
  };

  const renewLease = async (each: Kept): Promise<boolean> => {
    const until = await takeLease(each.name);
    if (until === undefined) kept.drop(each);
    else each.until = until;
    return until !== undefined;
  };

  const mayGoOn = async (each: Kept): Promise<boolean> => {
    if (!isOpen() || !kept.has(each)) return false;
    return clock.now() + timeout < each.until || (await renewLease(each));
  };

  const lookAt = async (each: Kept): Promise<Round> => {
    each.again = false;
    each.callOff?.();
    each.lookedAt = clock.now();
    try {
      return await courier.round(each.name, () => mayGoOn(each));
    } catch (error) {
      log.warn({ ...each.name, err: error }, 'push notifications of a task are held up');
      return { kind: 'later', at: clock.now() + afterTrouble };
    }
  };

  const run = async (each: Kept): Promise<void> => {
    let round = await lookAt(each);
    while (each.again && !isOver(round) && isOpen() && kept.has(each)) round = await lookAt(each);
    each.running = undefined;
    if (!kept.has(each)) return;
    if (round.kind === 'later') each.callOff = clock.after(round.at - clock.now(), () => wake(each));
    if (!isOver(round)) return;
    kept.drop(each);
    // Where index and value lie on different nodes, a config stands in the index a moment before it is there.
    const mayCome = round.kind === 'absent' && clock.now() - each.dueAt < lease;
    await attempt(async () => {
      // A renewal may just have put it there again.
      if (!mayCome) await table.forget(each.name);
      await store.release(leaseOf(each.name), holder);
    });
  };

  const wake = (each: Kept): void => {
    if (!isOpen()) return;
    if (each.running === undefined) each.running = run(each);
    else each.again = true;
  };

  const keep = (name: EntryName, { until, dueAt }: Pick<Kept, 'until' | 'dueAt'>): void => {
    const unwatch = [store.watch(taskKey(name.taskId), () => wake(each)), table.watch(name.taskId, () => wake(each))];
    const each: Kept = {
      name,
      until,
      dueAt,
      lookedAt: clock.now(),
      running: undefined,
      again: false,
      callOff: undefined,
      unwatch: () => {
        for (const stop of unwatch) stop();
      },
    };
    kept.add(each);
    wake(each);
  };

  const claim = async (name: EntryName, dueAt: number): Promise<void> => {
    const mine = kept.get(name);
    if (mine !== undefined) return wake(mine);
    const key = leaseOf(name);
    if (!isOpen() || claiming.has(key) || kept.size() + claiming.size >= most) return undefined;
    claiming.add(key);
    try {
      const until = await takeLease(name);
      if (until === undefined) return undefined;
      return isOpen() ? keep(name, { until, dueAt }) : await store.release(key, holder);
    } finally {
      claiming.delete(key);
    }
  };

  const scan = async (): Promise<void> => {
    const now = clock.now();
    let after: DueEntry | undefined;
    do {
      const page = await table.due({ now, limit: pageSize, ...(after === undefined ? {} : { after }) });
      await Promise.all(page.map((entry) => claim(entry, entry.at)));
      after = page.length === pageSize ? page.at(-1) : undefined;
    } while (after !== undefined && isOpen() && kept.size() < most);
  };

  const renew = async (): Promise<void> => {
    const all = kept.all();
    // In portions: thousands of leases at once would hold up everything else that uses the store.
    for (let at = 0; at < all.length && isOpen(); at += pageSize) {
      const now = clock.now();
      const portion = all.slice(at, at + pageSize).filter(kept.has);
      const renewed = await Promise.all(portion.map(renewLease));
      const mine = portion.filter((each, position) => renewed[position] === true && kept.has(each));
      if (mine.length === 0) continue;
      const names = mine.map(({ name }) => name);
      await table.postpone(names, now + lease);
      for (const each of mine) if (now - each.lookedAt > longestSleep) wake(each);
    }
  };

  const handOver = async (left: readonly Kept[]): Promise<void> => {
    const names = left.map(({ name }) => name);
    await table.postpone(names, clock.now());
    await Promise.all(names.map((name) => store.release(leaseOf(name), holder)));
  };

  return {
    claim: (name) => void attempt(() => claim(name, clock.now())),

    wake(taskId) {
      for (const each of kept.ofTask(taskId)) wake(each);
    },

    start() {
      if (stops.length > 0 || closing.signal.aborted) return;
      stops.push(
        repeat(clock, options.scan, () => attempt(scan)),
        repeat(clock, lease / 3, () => attempt(renew)),
      );
    },

    async close() {
      closing.abort();
      // A renewal that ends later would say that the configs still have a keeper.
      await Promise.all(stops.map((stop) => stop()));
      const all = kept.all();
      await Promise.all(all.flatMap(({ running }) => running ?? []));
      const left = all.filter(kept.has);
      for (const each of left) kept.drop(each);
      if (left.length > 0) await attempt(() => handOver(left));
    },
  };
}

function isOver({ kind }: Round): boolean {
  return kind === 'ended' || kind === 'absent';
}

function leaseOf({ taskId, id }: EntryName): string {
  return `push/${taskId}/${id}`;
}
