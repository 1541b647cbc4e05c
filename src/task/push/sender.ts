// Push notifications: callers leave the address of a webhook with a task, and the webhook is told of the task's events, in order and at
// least once, whatever happens to this process meanwhile. A2A 1.0 §3.1.7 to §3.1.10, §4.3.3, §13.2.

import { GatewayError } from '../../errors.ts';
import type { EgressGuard } from '../../net/egress.ts';
import type { Exchanger } from '../../net/exchange.ts';
import type { Log } from '../../observe/log.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../clock.ts';
import type { PushSender } from '../push-sender.ts';
import type { StoredPushConfig } from '../service.ts';
import { usualBackOff, type BackOff } from './back-off.ts';
import { checkPushConfig } from './check-config.ts';
import { createCourier, type WriteNotification } from './courier.ts';
import { createCustody } from './custody.ts';
import { deliver } from './deliver.ts';
import { withoutSecrets, type PushEntry } from './entry.ts';
import { createLanes, type LaneLimits } from './lanes.ts';
import { createPushTable } from './push-table.ts';

export interface PushDeps {
  readonly store: Store;
  readonly network: Pick<Exchanger, 'stream'>;
  /** Knows the same allowed addresses as the network. */
  readonly egress: Pick<EgressGuard, 'assertUrl' | 'assertName'>;
  readonly writeNotification: WriteNotification;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly options?: Partial<PushOptions>;
}

export interface PushOptions {
  /** Key of the signatures that webhooks of all callers can check. */
  readonly secret?: string;
  readonly maxPerTask: number;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  readonly backOff: BackOff;
  readonly lanes: LaneLimits;
  /** Milliseconds after which another process takes over what this one left without a word. */
  readonly lease: number;
  /** Milliseconds between looks at what others left. */
  readonly scan: number;
  /** Milliseconds that a config is kept after its last change. */
  readonly keep: number;
  /** The most configs that one process looks after. */
  readonly most: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

const defaultPushOptions: PushOptions = {
  maxPerTask: 10,
  timeout: 10_000,
  backOff: usualBackOff,
  lanes: { total: 128, perOrigin: 16 },
  lease: 15_000,
  scan: 1_000,
  keep: 7 * 24 * 60 * 60_000,
  most: 20_000,
  random: Math.random,
};

export function createPushSender(deps: PushDeps): PushSender {
  const { store, network, egress, clock, log, newId, writeNotification } = deps;
  const options = { ...defaultPushOptions, ...deps.options };
  const { maxPerTask, timeout, lease, scan, most } = options;
  const table = createPushTable({ store, keep: options.keep });
  const courier = createCourier({
    store,
    table,
    lanes: createLanes(options.lanes),
    deliver: (request) => deliver(request, { network, clock, timeout }),
    writeNotification,
    clock,
    log,
    options,
  });
  const custody = createCustody({
    store,
    table,
    courier,
    clock,
    log,
    options: { holder: newId(), lease, timeout, scan, most },
  });

  return {
    async set(taskId, config, after) {
      await checkPushConfig(config, egress);
      const stored: StoredPushConfig = { ...config, id: config.id ?? newId(), taskId };
      const now = clock.now();
      await table.update(taskId, (entries) => {
        const there = entries.find((each) => each.config.id === stored.id);
        if (there === undefined && entries.length >= maxPerTask) throw tooMany(maxPerTask);
        const entry = there === undefined ? createEntry(stored, { now, after }) : replaceConfig(there, stored);
        return {
          entries: there === undefined ? [...entries, entry] : entries.map((each) => (each === there ? entry : each)),
          wake: true,
          ...(entry.ended ? {} : { due: { id: stored.id, at: now } }),
        };
      });
      custody.claim({ taskId, id: stored.id });
      return withoutSecrets(stored);
    },

    async get(taskId, id) {
      const entries = await table.read(taskId);
      const found = id === undefined ? entries[0] : entries.find(({ config }) => config.id === id);
      if (found === undefined)
        throw new GatewayError('task_not_found', 'The task has no such push notification config.');
      return withoutSecrets(found.config);
    },

    async list(taskId) {
      return (await table.read(taskId)).map(({ config }) => withoutSecrets(config));
    },

    remove: (taskId, id) => table.updateEntry({ taskId, id }, () => undefined, { wake: true }),
    notify: (task) => custody.wake(task.id),
    start: custody.start,
    close: custody.close,
  };
}

function createEntry(
  config: StoredPushConfig,
  { now, after }: { readonly now: number; readonly after: number },
): PushEntry {
  return { config, createdAt: now, cursor: after, failures: 0, nextAt: 0, ended: false };
}

/** The new address gets what the former one has not taken yet, at once. */
function replaceConfig(there: PushEntry, config: StoredPushConfig): PushEntry {
  return { ...there, config: there.ended ? withoutSecrets(config) : config, failures: 0, nextAt: 0 };
}

function tooMany(limit: number): GatewayError {
  const description = `the task has ${limit} of them already, which is the most; delete one first`;
  return new GatewayError('invalid_params', `The push notification config is not stored: ${description}.`, {
    violations: [{ field: 'id', description }],
  });
}
