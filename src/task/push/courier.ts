// Tells one webhook what it has not been told yet, one notification after the other. An event is behind us when it was taken or given
// up; until then nothing that follows it is sent. Who calls makes sure that nobody else does the same for this config at the same
// time. A2A 1.0 §4.3.3.

import type { Log } from '../../observe/log.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../clock.ts';
import type { NumberedEvent, Task, TaskEvent } from '../task.ts';
import { pauseAfter, type BackOff } from './back-off.ts';
import type { Delivery } from './deliver.ts';
import { endEntry, type PushEntry } from './entry.ts';
import type { Lanes } from './lanes.ts';
import { readPending, restOf, type Pending } from './pending.ts';
import type { EntryName, PushTable } from './push-table.ts';
import { buildNotification, type NotificationRequest } from './request.ts';

/** The body of a notification: in 1.0 a StreamResponse with the event, in 0.3 the task as it stands. */
export type WriteNotification = (task: Task, event: TaskEvent, version: '1.0' | '0.3') => string;

export interface CourierDeps {
  readonly store: Store;
  readonly table: PushTable;
  readonly lanes: Lanes;
  readonly deliver: (request: NotificationRequest) => Promise<Delivery>;
  readonly writeNotification: WriteNotification;
  readonly clock: Clock;
  readonly log: Log;
  readonly options: {
    readonly backOff: BackOff;
    /** From 0 to 1. */
    readonly random: () => number;
    /** Key of the operator's signatures. */
    readonly secret?: string;
  };
}

/** How a round ended. */
export type Round =
  /** All that there is was told. */
  | { readonly kind: 'idle' }
  /** There is more, but not before this time. */
  | { readonly kind: 'later'; readonly at: number }
  /** The task is over and told of. */
  | { readonly kind: 'ended' }
  /** There is no such config, or not yet. */
  | { readonly kind: 'absent' }
  /** Somebody else looks after it now, or the process is about to end. */
  | { readonly kind: 'stopped' };

export interface Courier {
  /** `mayGoOn` is asked right before each notification. Rejects when the store fails. */
  round(name: EntryName, mayGoOn: () => Promise<boolean>): Promise<Round>;
}

/** A config is stored before its task is; one whose task never came, or is kept no longer, is dropped after this time. */
const patience = 60_000;

export function createCourier(deps: CourierDeps): Courier {
  const { store, table, lanes, clock, log } = deps;
  const { backOff, random, secret } = deps.options;

  const settle = async (name: EntryName, entry: PushEntry, pending: Pending | undefined): Promise<Round> => {
    if (pending?.isLast === false) return { kind: 'idle' };
    if (pending === undefined) {
      const until = entry.createdAt + patience;
      if (clock.now() < until) return { kind: 'later', at: until };
    }
    await table.updateEntry(name, pending === undefined ? () => undefined : endEntry);
    return { kind: 'ended' };
  };

  const attempt = async (entry: PushEntry, task: Task, { seq, event }: NumberedEvent): Promise<Delivery> => {
    let body: string;
    try {
      body = deps.writeNotification(task, event, entry.config.version);
    } catch (error) {
      log.error({ taskId: task.id, seq, err: error }, 'a push notification cannot be written');
      return { kind: 'refused', reason: 'it cannot be written' };
    }
    const facts = { body, seq, now: clock.now(), ...(secret === undefined ? {} : { secret }) };
    return deps.deliver(buildNotification(entry.config, facts));
  };

  const tell = async (name: EntryName, entry: PushEntry, task: Task, next: NumberedEvent): Promise<void> => {
    const delivery = await attempt(entry, task, next);
    const failures = delivery.kind === 'failed' ? entry.failures + 1 : 0;
    const isGivenUp = delivery.kind === 'refused' || failures >= backOff.attempts;
    // The origin alone: path and query may be secrets.
    const facts = { ...name, origin: new URL(entry.config.url).origin, seq: next.seq };
    report(log, { delivery, failures, isGivenUp, facts });
    const asked = delivery.kind === 'failed' ? delivery.retryAfter : undefined;
    const nextAt = failures === 0 ? 0 : clock.now() + pauseAfter(failures, backOff, { random: random(), asked });
    await table.updateEntry(name, (current) => {
      if (delivery.kind === 'gone') return undefined;
      const isBehind = delivery.kind === 'delivered' || isGivenUp;
      const cursor = isBehind ? Math.max(current.cursor, next.seq) : current.cursor;
      // The caller has moved the webhook meanwhile: what its former address did says nothing about the new one.
      return current.config.url === entry.config.url
        ? { ...current, cursor, failures, nextAt }
        : { ...current, cursor };
    });
  };

  return {
    async round(name, mayGoOn) {
      let pending: Pending | undefined;
      for (;;) {
        const entry = await table.find(name);
        if (entry === undefined) return { kind: 'absent' };
        if (entry.ended) return { kind: 'ended' };
        pending = restOf(pending, entry) ?? (await readPending(store, entry));
        const [next] = pending?.events ?? [];
        if (pending === undefined || next === undefined) return settle(name, entry, pending);
        if (entry.nextAt > clock.now()) return { kind: 'later', at: entry.nextAt };
        const { waited, leave } = await lanes.enter(new URL(entry.config.url).origin);
        try {
          if (!(await mayGoOn())) return { kind: 'stopped' };
          // After a wait the config may be another one, or gone.
          if (!waited || (await table.find(name))?.config.url === entry.config.url)
            await tell(name, entry, pending.task, next);
        } finally {
          leave();
        }
      }
    },
  };
}

interface Told {
  readonly delivery: Delivery;
  readonly failures: number;
  readonly isGivenUp: boolean;
  readonly facts: Readonly<Record<string, string | number>>;
}

function report(log: Log, { delivery, failures, isGivenUp, facts }: Told): void {
  if (delivery.kind === 'delivered') return;
  if (delivery.kind === 'gone') {
    log.info(facts, 'a webhook answered 410, so its push notification config is dropped');
    return;
  }
  const { reason } = delivery;
  if (isGivenUp) log.warn({ ...facts, reason, failures }, 'a push notification is given up');
  else log.debug({ ...facts, reason, failures }, 'a push notification failed and will be sent again');
}
