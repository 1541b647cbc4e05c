// Followers of tasks: early, late, slow, many, in other processes; where their streams begin and end.

import { asyncProperty, array, assert, constantFrom, nat, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import {
  accepted,
  ann,
  createBench,
  createChunks,
  createScriptedInvoker,
  describeEvents,
  job,
  mapped,
  nobody,
  readAll,
  say,
  settle,
  streamed,
  success,
  toCall,
} from '../../test/support/task-bench.ts';
import { createFeeds } from './feed.ts';
import { eventToText, taskKey } from './record.ts';
import { createHandClock } from '../../test/support/hand-clock.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { NumberedEvent } from './task.ts';

const live = { live: true };

describe('a follower', () => {
  it('gets the task and all that follows, until it ends', async () => {
    const { begin, service, invoker } = createBench();
    const task = await begin();
    const { snapshot, events } = await service.follow(ann, task.id, live);
    expect(snapshot).toEqual(task);
    invoker.calls[0]?.answer(success());
    const read = await Array.fromAsync(events);
    expect(describeEvents(read)).toEqual(['=json.', 'completed']);
    expect(read.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('who knows an event gets only what follows it', async () => {
    const { begin, service } = createBench();
    const { id } = await begin({ outcome: success() });
    const { snapshot, events } = await service.follow(ann, id, { live: true, after: 1 });
    expect(snapshot).toBeUndefined();
    expect(describeEvents(await Array.fromAsync(events))).toEqual(['completed']);
  });

  it('who names an event that never was gets the task', async () => {
    const { begin, service } = createBench();
    const task = await begin({ outcome: success() });
    const { snapshot } = await service.follow(ann, task.id, { live: false, after: 99 });
    expect(snapshot).toEqual(task);
  });

  it('of a task that has ended is refused, or gets it and no more', async () => {
    const { begin, service } = createBench();
    const task = await begin({ outcome: success() });
    for (const after of [undefined, 2]) {
      const from = after === undefined ? {} : { after };
      const refused = service.follow(ann, task.id, { live: true, ...from });
      await expect(refused).rejects.toMatchObject({ code: 'unsupported_operation' });
      const { snapshot, events } = await service.follow(ann, task.id, { live: false, ...from });
      expect(snapshot).toEqual(after === undefined ? task : undefined);
      expect(await Array.fromAsync(events)).toEqual([]);
    }
  });

  it('who leaves changes nothing for the others or the task', async () => {
    const { begin, service, invoker } = createBench();
    const { id } = await begin();
    const stay = readAll(await service.follow(ann, id, live));
    const leaving = (await service.follow(ann, id, live)).events[Symbol.asyncIterator]();
    await leaving.return?.();
    expect(await leaving.next()).toEqual({ done: true, value: undefined });
    await settle();
    invoker.calls[0]?.answer(success());
    expect(describeEvents(await stay)).toEqual(['=json.', 'completed']);
  });
});

describe('a stream of a task that waits', () => {
  const ask = mapped({ state: 'input-required', text: 'Which?' });

  it('ends when the task comes to need input', async () => {
    const { begin, service, invoker } = createBench();
    const { id } = await begin();
    const events = readAll(await service.follow(ann, id, live));
    await settle();
    invoker.calls[0]?.answer(ask);
    expect(describeEvents(await events)).toEqual(['input-required']);
  });

  it('stays open when it begins then, through the turn of the caller', async () => {
    const { begin, service, invoker } = createBench();
    const { id } = await begin({ outcome: ask });
    const events = readAll(await service.follow(ann, id, live));
    const message = say('this one', 'm2');
    await service.continue({
      caller: ann,
      taskId: id,
      message,
      resolve: () => ({ kind: 'call', call: toCall() }),
      context: nobody,
    });
    await settle();
    invoker.calls[0]?.answer(success());
    expect(describeEvents(await events)).toEqual(['working', '=json.', 'completed']);
  });

  it('is over when it answers a message', async () => {
    const { begin, service } = createBench();
    const { id } = await begin({ outcome: ask });
    expect(await readAll(await service.follow(ann, id, { live: false }))).toEqual([]);
  });

  it.each(['auth-required', 'input-required'] as const)('for its caller (%s) ends after a while', async (state) => {
    const { begin, service, pass } = createBench({ limits: { waitingStream: 60_000 } });
    const { id } = await begin({ outcome: mapped({ state }) });
    let isOver = false;
    const events = readAll(await service.follow(ann, id, live)).finally(() => (isOver = true));
    await pass(59_999);
    expect(isOver).toBe(false);
    await pass(1);
    expect(isOver).toBe(true);
    expect(await events).toEqual([]);
  });

  it('for credentials goes on when they come', async () => {
    const { begin, service, invoker, pass } = createBench({ limits: { waitingStream: 60_000 } });
    const { id } = await begin();
    const events = readAll(await service.follow(ann, id, { live: false }));
    await settle();
    invoker.calls[0]?.answer(mapped({ state: 'auth-required' }));
    await pass(30_000);
    const message = say('done', 'm2');
    await service.continue({
      caller: ann,
      taskId: id,
      message,
      resolve: () => ({ kind: 'call', call: toCall() }),
      context: nobody,
    });
    await pass(600_000);
    invoker.calls[1]?.answer(success());
    expect(describeEvents(await events)).toEqual(['auth-required', 'working', '=json.', 'completed']);
  });
});

describe('many followers of one task', () => {
  it('share one watch and one reader, which go with the last of them', async () => {
    const clock = createHandClock();
    const store = createMemoryStore({ clock });
    let watches = 0;
    let reads = 0;
    const counted: Store = {
      ...store,
      watch: (key, wake) => {
        const stop = store.watch(key, wake);
        watches += 1;
        return () => {
          watches -= 1;
          stop();
        };
      },
      readLog: (...args) => {
        reads += 1;
        return store.readLog(...args);
      },
    };
    const { begin, service, invoker, pass } = createBench({ clock, store: counted });
    const { id } = await begin();
    const followers = await Promise.all(Array.from({ length: 500 }, () => service.follow(ann, id, live)));
    const streams = followers.map(readAll);
    await pass(0);
    expect(watches).toBe(1);
    const readsBefore = reads;
    invoker.calls[0]?.answer(success());
    const sequences = await Promise.all(streams);
    expect(new Set(sequences.map((events) => describeEvents(events).join()))).toEqual(new Set(['=json.,completed']));
    expect(watches).toBe(0);
    expect(reads - readsBefore).toBeLessThan(5);
  });

  it('are not held up by one who does not read', async () => {
    const source = createChunks();
    const { begin, service } = createBench({ invoker: createScriptedInvoker(() => streamed(source)) });
    const { id } = await begin();
    const slow = await service.follow(ann, id, live);
    const quick = readAll(await service.follow(ann, id, live));
    const texts = Array.from({ length: 500 }, (_, at) => `${at} `);
    source.push(...texts);
    source.end();
    const events = await quick;
    expect(events).toHaveLength(501);
    expect(await readAll(slow)).toEqual(events);
  });

  it('in two processes get the same', async () => {
    const clock = createHandClock();
    const store = { ...createMemoryStore({ clock }), shared: true };
    const one = createBench({ clock, store });
    const two = createBench({ clock, store });
    const { id } = await one.begin();
    const streams = [await one.service.follow(ann, id, live), await two.service.follow(ann, id, live)].map(readAll);
    await one.pass(0);
    one.invoker.calls[0]?.answer(success());
    const [here, there] = await Promise.all(streams);
    expect(there).toEqual(here);
    expect((await two.service.settled(id, { limit: 1_000 })).status.state).toBe('completed');
  });
});

describe('a feed', () => {
  it('gives every reader every event once and in order, however writes and reads take turns', async () => {
    const action = record({ kind: constantFrom('write', 'write', 'read', 'join', 'leave', 'rest'), who: nat(20) });
    await assert(
      asyncProperty(array(action, { maxLength: 300 }), nat(150), async (actions, burst) => {
        const clock = createHandClock();
        const store = createMemoryStore({ clock });
        const feeds = createFeeds({ store, clock, onTrouble: () => {} });
        let written = 0;
        const write = async (): Promise<void> => {
          const append = [eventToText({ kind: 'status', status: { state: 'working', at: written } })];
          await store.commit({ key: taskKey('t'), expected: written, value: '{}', ttl: 1_000_000, append });
          written += 1;
        };
        await write();
        const readers: { from: number; seen: number[]; reader: ReturnType<typeof feeds.attach> }[] = [];
        const note = (reader: (typeof readers)[number]) => (found: NumberedEvent | undefined) => {
          if (found !== undefined) reader.seen.push(found.seq);
        };
        for (const { kind, who } of actions) {
          const chosen = readers[who % Math.max(readers.length, 1)];
          if (kind === 'write') for (let at = 0; at <= burst % 90; at += 1) await write();
          else if (kind === 'join') {
            const from = Math.max(0, written - who);
            readers.push({ from, seen: [], reader: feeds.attach('t', from) });
          } else if (kind === 'leave') chosen?.reader.detach();
          else if (kind === 'rest') await settle();
          else if (chosen !== undefined) {
            // Never more than there are: the last one would wait for ever.
            const left = written - chosen.from - chosen.seen.length;
            for (let at = 0; at < Math.min(left, 1 + who * 7); at += 1) note(chosen)(await chosen.reader.next());
          }
        }
        for (const { from, seen } of readers) expect(seen).toEqual(seen.map((_, at) => from + 1 + at));
      }),
      { numRuns: 200 },
    );
  });

  it('lets a reader fall behind, catch up and fall behind again', async () => {
    const clock = createHandClock();
    const store = createMemoryStore({ clock });
    const reader = createFeeds({ store, clock, onTrouble: () => {} }).attach('t', 0);
    const append = [eventToText({ kind: 'status', status: { state: 'working', at: 0 } })];
    let written = 0;
    const seen: (number | undefined)[] = [];
    for (const [writes, reads] of [
      [100, 50],
      [200, 250],
    ] as const) {
      for (const end = written + writes; written < end; written += 1) {
        await store.commit({ key: taskKey('t'), expected: written, value: '{}', ttl: 1_000_000, append });
      }
      await settle();
      for (let at = 0; at < reads; at += 1) seen.push((await reader.next())?.seq);
    }
    expect(seen).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  });

  it('reads again when it is woken while it reads', async () => {
    const clock = createHandClock();
    const store = createMemoryStore({ clock });
    let release: (() => void) | undefined;
    const slow: Store = {
      ...store,
      readLog: async (...args) => {
        const found = await store.readLog(...args);
        await new Promise<void>((resolve) => (release = resolve));
        return found;
      },
    };
    const reader = createFeeds({ store: slow, clock, onTrouble: () => {} }).attach('t', 0);
    await settle();
    const append = [eventToText({ kind: 'status', status: { state: 'working', at: 0 } })];
    await store.commit({ key: taskKey('t'), expected: 0, value: '{}', ttl: 1_000_000, append });
    await settle();
    // What was read before the event was written is handed out after it.
    release?.();
    await settle();
    release?.();
    expect((await reader.next())?.seq).toBe(1);
  });

  it('reads on after the store was out of reach', async () => {
    const clock = createHandClock();
    const store = createMemoryStore({ clock });
    const troubles: unknown[] = [];
    let isDown = false;
    const shaky: Store = {
      ...store,
      readLog: (...args) => (isDown ? Promise.reject(new Error('down')) : store.readLog(...args)),
    };
    const feeds = createFeeds({ store: shaky, clock, onTrouble: (error) => troubles.push(error) });
    const reader = feeds.attach('t', 0);
    await settle();
    isDown = true;
    const append = [eventToText({ kind: 'status', status: { state: 'working', at: 0 } })];
    await store.commit({ key: taskKey('t'), expected: 0, value: '{}', ttl: 1_000_000, append });
    const next = reader.next();
    await settle();
    isDown = false;
    clock.advance(1_000);
    expect((await next)?.seq).toBe(1);
    expect(troubles).toHaveLength(1);
  });
});

describe('waiting for a task', () => {
  it('ends with the task, with its question, and with the patience of whoever waits', async () => {
    const { begin, service, invoker, pass } = createBench();
    const { id } = await begin();
    const impatient = service.settled(id, { limit: 1_000 });
    const stop = new AbortController();
    const aborted = service.settled(id, { limit: 60_000, signal: stop.signal });
    const patient = service.settled(id, { limit: 60_000 });
    await pass(1_000);
    expect((await impatient).status.state).toBe('working');
    stop.abort();
    expect((await aborted).status.state).toBe('working');
    invoker.calls[0]?.answer(mapped({ state: 'input-required' }));
    expect((await patient).status.state).toBe('input-required');
    expect((await service.settled(id, { limit: 1 })).status.state).toBe('input-required');
  });

  it('works for a task of another process', async () => {
    const clock = createHandClock();
    const store = { ...createMemoryStore({ clock }), shared: true };
    const one = createBench({ clock, store, invoker: createScriptedInvoker(() => accepted()) });
    const two = createBench({ clock, store });
    one.invoker.looks = [
      { kind: 'running', job, progress: 'soon' },
      { kind: 'done', outcome: success() as never },
    ];
    const { id } = await one.begin();
    const settled = two.service.settled(id, { limit: 60_000 });
    await one.pass(1_000);
    await one.pass(1_500);
    expect((await settled).status.state).toBe('completed');
    await expect(two.service.settled('nothing', { limit: 1 })).rejects.toMatchObject({ code: 'task_not_found' });
  });
});
