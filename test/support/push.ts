// A sender of push notifications on a store, with a clock turned by hand, a log that is kept, and tasks that are written as the engine
// writes them. Webhooks on loopback are allowed.

import { randomUUID } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { createLog } from '../../src/observe/log.ts';
import { createEgressGuard } from '../../src/net/egress.ts';
import { createNetwork } from '../../src/net/network.ts';
import type { Store } from '../../src/store/store.ts';
import type { PushSender } from '../../src/task/push-sender.ts';
import { createPushSender, type PushOptions } from '../../src/task/push/sender.ts';
import { eventToText, taskKey, taskToText } from '../../src/task/record.ts';
import type { Task, TaskEvent, TaskState } from '../../src/task/task.ts';
import { expect } from 'vitest';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import type { PushConfig } from '../../src/task/service.ts';
import type { Habits } from '../upstreams/habits.ts';
import { createHandClock, type HandClock } from './hand-clock.ts';

export interface SenderOptions {
  readonly store: Store;
  readonly clock: HandClock;
  readonly allow?: readonly string[];
  /** What names are when a config is made, and when it is connected. */
  readonly lookups?: { readonly create: LookupFunction; readonly connect: LookupFunction };
  readonly push?: Partial<PushOptions>;
}

export interface TestSender extends PushSender, AsyncDisposable {
  readonly lines: Record<string, unknown>[];
}

/** Pauses are the shortest possible: 0.5, 1, 2 seconds and so on; what is done regularly has odd times, unlike them. */
export function createSender({ store, clock, allow = ['127.0.0.0/8'], lookups, push }: SenderOptions): TestSender {
  const lines: Record<string, unknown>[] = [];
  const network = createNetwork({ version: '1', allow, ...(lookups && { lookup: lookups.connect }) });
  const sender = createPushSender({
    store,
    network,
    egress: createEgressGuard({ allow, ...(lookups && { lookup: lookups.create }) }),
    writeNotification: (task, event, version) => JSON.stringify(version === '1.0' ? nameOf(event) : task),
    clock,
    log: createLog({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) }).log,
    newId: randomUUID,
    options: { random: () => 0, scan: 7_001, lease: 15_003, ...push },
  });
  return {
    ...sender,
    lines,
    start() {
      sender.start();
      clock.advance(0);
    },
    async [Symbol.asyncDispose]() {
      await sender.close();
      await network.close();
    },
  };
}

/** What a test sees of an event: the text of its status message. */
export function nameOf(event: TaskEvent): string {
  const part = event.kind === 'status' ? event.status.message?.parts[0] : event.artifact.parts[0];
  return part?.kind === 'text' ? part.text : '';
}

/** Stores the task, or its change, with one event for each name; `state` is how it stands then. */
export async function tellTask(
  store: Store,
  taskId: string,
  { names, state = 'working' }: { readonly names: readonly string[]; readonly state?: TaskState },
): Promise<Task> {
  const found = await store.read(taskKey(taskId));
  const before = found === undefined ? newTask(taskId) : (JSON.parse(found.value) as Task); // written below
  const events = names.map((text, at): TaskEvent => {
    const isLast = at === names.length - 1;
    const message = { messageId: text, role: 'agent' as const, parts: [{ kind: 'text' as const, text }] };
    return { kind: 'status', status: { state: isLast ? state : 'working', at: 0, message } };
  });
  const last = events.at(-1);
  const task: Task = {
    ...before,
    seq: before.seq + events.length,
    status: last?.kind === 'status' ? last.status : { ...before.status, state },
  };
  const isStored = await store.commit({
    key: taskKey(taskId),
    expected: found?.version ?? 0,
    value: taskToText(task),
    ttl: 30 * 24 * 60 * 60_000,
    append: events.map(eventToText),
  });
  if (!isStored) throw new Error(`${taskId} was changed by somebody else`);
  return task;
}

function newTask(id: string): Task {
  const status = { state: 'submitted', at: 0 } as const;
  return { id, contextId: 'c', owner: '', agent: 'root', status, artifacts: [], history: [], createdAt: 0, seq: 0 };
}

/** For `expect.poll`. */
export const soon = { interval: 2, timeout: 4000 };

export interface PushBench {
  readonly clock: HandClock;
  readonly store: Store;
  sender(options?: Partial<SenderOptions>): TestSender;
}

export function createPushBench(): PushBench {
  const clock = createHandClock();
  const store = createMemoryStore({ clock });
  return { clock, store, sender: (options) => createSender({ store, clock, ...options }) };
}

/** A config of this URL. */
export const to = (url: string, more: Partial<PushConfig> = {}): PushConfig => ({ url, version: '1.0', ...more });
/** What a webhook got. */
export const bodies = ({ requests }: Pick<Habits, 'requests'>): readonly unknown[] =>
  requests().map(({ body }) => JSON.parse(body) as unknown);

/** Lets the pause of exactly so many milliseconds pass, once it has begun. */
export async function passPause({ clock }: PushBench, ms: number): Promise<void> {
  await expect.poll(() => clock.pending(), soon).toContain(ms);
  clock.advance(ms);
}

/** Resolves when nothing is left to send. */
export async function allTold(store: Store): Promise<void> {
  await expect.poll(() => store.size('push/due'), soon).toBe(0);
}
