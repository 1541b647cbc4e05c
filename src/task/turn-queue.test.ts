// Messages to a task at work: when their turn comes, who takes it, and what becomes of them when it does not come.

import { describe, expect, it } from 'vitest';
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
  readSkill,
  saidBy,
  say,
  settle,
  streamed,
  success,
  toCall,
  type Bench,
  type BenchOptions,
} from '../../test/support/task-bench.ts';
import { createHandClock } from '../../test/support/hand-clock.ts';
import { GatewayError } from '../errors.ts';
import type { CallContext } from '../invoke/call.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import type { Task } from './task.ts';

const question = mapped({ state: 'input-required', text: 'Which one?', session: 's1' });
const signed: CallContext = { requestId: 'r2', headers: { authorization: 'Bearer ann' }, idempotency: 'key' };

interface Said {
  readonly text?: string;
  readonly context?: CallContext;
  readonly arguments?: unknown;
}

const tell = async (
  { service }: Bench,
  taskId: string,
  { text = 'the red one', context = nobody, arguments: args = {} }: Said = {},
): Promise<Task> => {
  const { task } = await service.continue({
    caller: ann,
    taskId,
    message: say(text, text),
    resolve: () => ({ kind: 'call', call: { ...toCall(), arguments: args } }),
    context,
  });
  return task;
};

const texts = ({ history }: Task) => history.map(({ parts: [part] }) => (part?.kind === 'text' ? part.text : ''));
const get = ({ service }: Bench, id: string): Promise<Task> => service.get(ann, id);

/** A call at work, answered with the question, and what was said meanwhile answered in turn. */
describe('a message to a task at work', () => {
  it('is in the history at once, and has its turn when the service asks', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    const events = readAll(await bench.service.follow(ann, id, { live: true }));
    const task = await tell(bench, id, { context: signed });
    expect(task.status.state).toBe('working');
    expect(texts(task)).toEqual(['hello', 'the red one']);
    const waiting = bench.service.settled(id, { limit: 1_000 });
    await settle();
    expect(bench.invoker.calls).toHaveLength(1);

    bench.invoker.calls[0]?.answer(question);
    await settle();
    expect(texts(await get(bench, id))).toEqual(['hello', 'the red one', 'Which one?']);
    expect(bench.invoker.calls[1]).toMatchObject({
      context: signed,
      options: { turn: { text: 'the red one', messageId: 'the red one', taskId: id, session: 's1' } },
    });
    bench.invoker.calls[1]?.answer(success());
    expect(await waiting).toMatchObject({ status: { state: 'completed' } });
    expect(await waiting).toEqual(await get(bench, id));
    expect(describeEvents(await events)).toEqual(['working', 'working', '=json.', 'completed']);
    expect(await events).toMatchObject([
      { event: { status: { message: { parts: [{ text: 'Which one?' }] } } } },
      {},
      {},
      {},
    ]);
  });

  it('waits for those before it', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    const said = ['one', 'two', 'three'];
    for (const text of said) await tell(bench, id, { text });
    for (const at of said.keys()) {
      bench.invoker.calls[at]?.answer(question);
      await settle();
    }
    expect(bench.invoker.calls.map(({ options }) => options.turn?.text)).toEqual(['hello', ...said]);
    expect((await get(bench, id)).status.state).toBe('working');
    bench.invoker.calls[3]?.answer(question);
    await settle();
    expect(await get(bench, id)).toMatchObject({ status: { state: 'input-required' } });
    await tell(bench, id, { text: 'four' });
    await settle();
    expect(bench.invoker.calls).toHaveLength(5);
  });

  it('is refused when as many wait as may', async () => {
    const bench = createBench({ limits: { queuedTurns: 2 } });
    const { id } = await bench.begin();
    await tell(bench, id);
    const before = await tell(bench, id);
    await expect(tell(bench, id)).rejects.toMatchObject({
      code: 'overloaded',
      message: expect.stringContaining('2 messages wait'),
    });
    expect(await get(bench, id)).toEqual(before);
  });

  it.each([
    ['ends', success(), 'completed'],
    ['fails', mapped({ state: 'failed' }), 'failed'],
  ])('stays in the history when the task %s before its turn', async (_how, outcome, state) => {
    const bench = createBench({ limits: { tasks: 2 } });
    const { id } = await bench.begin();
    await tell(bench, id);
    await expect(tell(bench, id)).rejects.toMatchObject({ code: 'overloaded' });
    const waiting = bench.service.settled(id, { limit: 1_000 });
    bench.invoker.calls[0]?.answer(outcome);
    const task = await waiting;
    expect(task.status.state).toBe(state);
    expect(texts(task)).toEqual(['hello', 'the red one']);
    await settle();
    expect(bench.invoker.calls).toHaveLength(1);
    expect(await get(bench, id)).not.toHaveProperty('queue');
    // What it took of the budget is given back.
    await Promise.all([bench.begin(), bench.begin()]);
  });

  it('ends with the task when that is cancelled, also within its turn', async () => {
    const bench = createBench({ limits: { tasks: 2 } });
    for (const turns of [0, 1]) {
      const { id } = await bench.begin();
      await settle();
      const first = bench.invoker.calls.length - 1;
      await tell(bench, id);
      if (turns === 1) bench.invoker.calls[first]?.answer(question);
      await settle();
      expect((await bench.service.cancel(ann, id, nobody)).status.state).toBe('canceled');
      await settle();
      expect(bench.invoker.calls.at(-1)?.options.abort?.aborted).toBe(true);
      expect(bench.invoker.calls).toHaveLength(first + 1 + turns);
    }
    await Promise.all([bench.begin(), bench.begin()]);
  });

  it('does not disturb a stream that comes in', async () => {
    const source = createChunks();
    const bench = createBench({ invoker: createScriptedInvoker(() => streamed(source)) });
    const { id } = await bench.begin();
    source.push('a', 'b');
    await settle();
    await tell(bench, id);
    source.push('c', 'd');
    source.end();
    const task = await bench.service.settled(id, { limit: 1_000 });
    expect(task).toMatchObject({ status: { state: 'completed' }, artifacts: [{ parts: [{ text: 'abcd' }] }] });
  });

  it('that needs another skill has it', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    await bench.service.continue({
      caller: ann,
      taskId: id,
      message: say('look', 'm2'),
      resolve: () => ({ kind: 'call', call: toCall(readSkill) }),
      context: nobody,
    });
    bench.invoker.calls[0]?.answer(question);
    await settle();
    expect(await get(bench, id)).toMatchObject({ skill: 'readPet', work: { kind: 'calling', safe: true } });
  });

  /** Looks at the store after the question is written go this way, until `restore`. */
  function askThenRead({ store, invoker }: Bench, then: Store['read']) {
    const { read, commit } = store;
    store.commit = async (change) => {
      const isDone = await commit(change);
      if (isDone && change.append !== undefined) {
        store.commit = commit;
        store.read = then;
      }
      return isDone;
    };
    invoker.calls[0]?.answer(question);
    return { restore: () => (store.read = read) };
  }

  it('has its turn when the store is back', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    await tell(bench, id);
    const { restore } = askThenRead(bench, () => Promise.reject(new GatewayError('store_unavailable')));
    await settle();
    expect(bench.invoker.calls).toHaveLength(1);
    restore();
    await bench.pass(1_000);
    expect(bench.invoker.calls).toHaveLength(2);
  });

  it('is kept when it comes while those before it are looked after', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    const { read } = bench.store;
    const held = Promise.withResolvers<void>();
    let reads = 0;
    bench.store.read = async (key) => {
      reads += 1;
      const isLook = reads === 2;
      const found = await read(key);
      if (isLook) await held.promise;
      return found;
    };
    await tell(bench, id, { text: 'one' });
    await tell(bench, id, { text: 'two', context: signed });
    held.resolve();
    await settle();
    for (const turn of [0, 1]) {
      bench.invoker.calls[turn]?.answer(question);
      await settle();
    }
    expect(bench.invoker.calls).toMatchObject([{}, {}, { context: signed }]);
  });

  it('is sent once when the answer of the store to the beginning of its turn was lost', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    await tell(bench, id);
    const { commit } = bench.store;
    bench.store.commit = async (change) => {
      const isDone = await commit(change);
      if (!change.value.includes('"kind":"calling","safe":false,"turn"')) return isDone;
      bench.store.commit = commit;
      throw new GatewayError('store_unavailable');
    };
    bench.invoker.calls[0]?.answer(question);
    await settle();
    expect(bench.invoker.calls).toHaveLength(1);
    await bench.pass(200);
    expect(bench.invoker.calls).toHaveLength(2);
  });

  it('is not taken for a write that failed just before it', async () => {
    const bench = createBench();
    const { id } = await bench.begin();
    await settle();
    const { commit } = bench.store;
    let isDown = true;
    bench.store.commit = (change) => (isDown ? Promise.reject(new GatewayError('store_unavailable')) : commit(change));
    bench.invoker.calls[0]?.answer(question);
    await settle();
    isDown = false;
    await tell(bench, id);
    await bench.pass(200);
    expect(texts(await get(bench, id))).toEqual(['hello', 'the red one', 'Which one?']);
    expect(bench.invoker.calls).toHaveLength(2);
  });
});

/** Processes on one store, each of which may be cut off from it, like one that died. */
function startProcesses(options: readonly BenchOptions[]) {
  const clock = createHandClock();
  const store: Store = { ...createMemoryStore({ clock }), shared: true, durable: true };
  return options.map((more) => {
    let isCut = false;
    const guard =
      <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
      (...args: Args) =>
        isCut ? new Promise<Result>(() => {}) : call(...args);
    const { read, commit, readLog, index, lease, release, oldest } = store;
    const view: Store = {
      ...store,
      read: guard(read),
      commit: guard(commit),
      readLog: guard(readLog),
      index: guard(index),
      lease: guard(lease),
      release: guard(release),
      oldest: guard(oldest),
    };
    return { ...createBench({ clock, store: view, ...more }), cut: () => (isCut = true) };
  });
}

/** Leases end, and what they held is found. */
async function passLeases(bench: Bench): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await bench.pass(5_000);
}

describe('in several processes', () => {
  it('the one that took the message makes the call, with what came with it', async () => {
    const [one, two] = startProcesses([{}, {}]);
    if (one === undefined || two === undefined) throw new Error('two were started');
    const { id } = await one.begin();
    await settle();
    await tell(two, id, { context: signed });
    const waiting = two.service.settled(id, { limit: 60_000 });
    one.invoker.calls[0]?.answer(question);
    await settle();
    expect(one.invoker.calls).toHaveLength(1);
    expect(two.invoker.calls).toMatchObject([{ context: signed, options: { turn: { session: 's1' } } }]);
    two.invoker.calls[0]?.answer(success());
    expect((await waiting).status.state).toBe('completed');
  });

  it('one that dies leaves message and job to another', async () => {
    const [dead, alive] = startProcesses([{ invoker: createScriptedInvoker(() => accepted()) }, {}]);
    if (dead === undefined || alive === undefined) throw new Error('two were started');
    alive.invoker.looks = [{ kind: 'done', outcome: question as never }];
    const { id } = await dead.begin();
    await settle();
    await tell(dead, id, { context: { ...nobody, idempotency: 'key' }, arguments: { colour: 'red' } });
    dead.cut();
    await passLeases(alive);
    expect(alive.invoker.looked).toBe(1);
    expect(alive.invoker.calls).toMatchObject([
      {
        call: { arguments: { colour: 'red' } },
        context: { idempotency: 'key' },
        options: { turn: { text: 'the red one', session: 's1' } },
      },
    ]);
    alive.invoker.calls[0]?.answer(success());
    await settle();
    expect((await get(alive, id)).status.state).toBe('completed');
  });

  it('the message of one that died long before its turn is found', async () => {
    const [alive, dead] = startProcesses([{}, {}]);
    if (dead === undefined || alive === undefined) throw new Error('two were started');
    const { id } = await alive.begin();
    await settle();
    await tell(dead, id);
    dead.cut();
    await passLeases(alive);
    await passLeases(alive);
    alive.invoker.calls[0]?.answer(question);
    await passLeases(alive);
    expect(alive.invoker.calls).toMatchObject([{}, { options: { turn: { text: 'the red one' } } }]);
  });

  it.each<[string, Said]>([
    ['credentials', { context: signed }],
    ['files', { arguments: { file: { bytes: Buffer.from('x') } } }],
  ])('one that dies takes %s with it: the caller is asked again, and what waits goes on', async (_what, said) => {
    const [dead, alive] = startProcesses([{ invoker: createScriptedInvoker(() => accepted()) }, {}]);
    if (dead === undefined || alive === undefined) throw new Error('two were started');
    alive.invoker.looks = [{ kind: 'running', job }];
    const { id } = await dead.begin();
    await settle();
    await tell(dead, id, said);
    dead.cut();
    await passLeases(alive);
    alive.invoker.looks = [{ kind: 'done', outcome: question as never }];
    await passLeases(alive);
    expect(await get(alive, id)).toMatchObject({ status: { state: 'input-required' } });
    expect(saidBy(await get(alive, id))).toContain('Send it again');
    await tell(alive, id, { text: 'again' });
    await settle();
    expect(alive.invoker.calls).toMatchObject([{ options: { turn: { text: 'again', session: 's1' } } }]);
  });

  it('begins nothing when it stops, and leaves that to the next', async () => {
    const [one, two] = startProcesses([{}, {}]);
    if (one === undefined || two === undefined) throw new Error('two were started');
    const { id } = await one.begin();
    await settle();
    await tell(one, id);
    const closed = one.service.close(5_000);
    await settle();
    one.invoker.calls[0]?.answer(question);
    await closed;
    expect(one.invoker.calls).toHaveLength(1);
    await two.pass(5_000);
    expect(two.invoker.calls).toMatchObject([{ options: { turn: { text: 'the red one' } } }]);
  });
});
