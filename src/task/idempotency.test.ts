// The same message sent again.

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { ann, anyone, bob, createBench, settle, type Bench } from '../../test/support/task-bench.ts';
import { createHandClock } from '../../test/support/hand-clock.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { TaskLimits } from './limits.ts';
import type { OnceKey } from './service.ts';

const key: OnceKey = { caller: ann, agent: 'root', messageId: 'm1', content: 'x' };
const codec = {
  toText: (value: { n: number }) => JSON.stringify(value),
  fromText: (text: string) => JSON.parse(text) as { n: number },
};

/** Counts how often it is made; `finish` lets it end. */
function createWork() {
  let made = 0;
  let finish: ((error?: Error) => void) | undefined;
  const make = (): Promise<{ n: number }> => {
    made += 1;
    const n = made;
    return new Promise((resolve, reject) => {
      finish = (error) => (error === undefined ? resolve({ n }) : reject(error));
    });
  };
  return {
    make,
    get made() {
      return made;
    },
    finish: (error?: Error) => finish?.(error),
  };
}

function createTwo(limits: Partial<TaskLimits> = {}): readonly [Bench, Bench] {
  const clock = createHandClock();
  const store = { ...createMemoryStore({ clock }), shared: true };
  return [createBench({ clock, store, limits }), createBench({ clock, store, limits })];
}

describe('a message with the id of an earlier one', () => {
  it('joins the first attempt, and has its answer later', async () => {
    const { service } = createBench();
    const work = createWork();
    const attempts = [1, 2, 3].map(() => service.once(key, { make: work.make, ...codec }));
    await settle();
    work.finish();
    expect(await Promise.all(attempts)).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
    expect(await service.once(key, { make: work.make, ...codec })).toEqual({ n: 1 });
    expect(work.made).toBe(1);
  });

  it('joins and repeats it in another process too', async () => {
    const [one, two] = createTwo();
    const work = createWork();
    const first = one.service.once(key, { make: work.make, ...codec });
    await settle();
    const second = two.service.once(key, { make: work.make, ...codec });
    await settle();
    work.finish();
    expect(await Promise.all([first, second])).toEqual([{ n: 1 }, { n: 1 }]);
    expect(await two.service.once(key, { make: work.make, ...codec })).toEqual({ n: 1 });
    expect(work.made).toBe(1);
  });

  it('and other content is refused, during the first attempt and after it, here and there', async () => {
    const [one, two] = createTwo();
    const work = createWork();
    const first = one.service.once(key, { make: work.make, ...codec });
    await settle();
    const other = { ...key, content: 'y' };
    const refusal = { code: 'invalid_params', violations: [{ field: 'message.messageId' }] };
    for (const { service } of [one, two])
      await expect(service.once(other, { make: work.make, ...codec })).rejects.toMatchObject(refusal);
    work.finish();
    await first;
    for (const { service } of [one, two])
      await expect(service.once(other, { make: work.make, ...codec })).rejects.toMatchObject(refusal);
    expect(work.made).toBe(1);
  });

  it.each([
    ['caller', { caller: bob }],
    ['agent', { agent: 'other' }],
    ['id', { messageId: 'm2' }],
  ])('of another %s is a new one', async (_, difference) => {
    const { service } = createBench();
    const make = async () => ({ n: 1 });
    await service.once(key, { make, ...codec });
    expect(
      await service.once({ ...key, ...difference, content: 'y' }, { make: async () => ({ n: 2 }), ...codec }),
    ).toEqual({
      n: 2,
    });
  });

  it('of nobody in particular is always a new one', async () => {
    const { service } = createBench();
    const answers = [1, 2].map((n) =>
      service.once({ ...key, caller: anyone }, { make: async () => ({ n }), ...codec }),
    );
    expect(await Promise.all(answers)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('is a new one after the window', async () => {
    const { service, clock } = createBench({ limits: { replayWindow: 1_000 } });
    await service.once(key, { make: async () => ({ n: 1 }), ...codec });
    clock.advance(1_001);
    expect(await service.once(key, { make: async () => ({ n: 2 }), ...codec })).toEqual({ n: 2 });
  });
});

describe('where repeats are refused', () => {
  it('a message is refused while and after the first one is answered, here and there', async () => {
    const [one, two] = createTwo({ replay: 'reject' });
    const work = createWork();
    const first = one.service.once(key, { make: work.make, ...codec });
    await settle();
    const refusal = { code: 'invalid_params', violations: [{ field: 'message.messageId' }] };
    for (const { service } of [one, two])
      await expect(service.once(key, { make: work.make, ...codec })).rejects.toMatchObject(refusal);
    work.finish();
    expect(await first).toEqual({ n: 1 });
    for (const { service } of [one, two])
      await expect(service.once(key, { make: work.make, ...codec })).rejects.toMatchObject(refusal);
    expect(work.made).toBe(1);
  });
});

describe('a first attempt that fails', () => {
  it('fails for those who joined it, and may be made again', async () => {
    const { service } = createBench();
    const work = createWork();
    const attempts = [1, 2].map(() => service.once(key, { make: work.make, ...codec }));
    await settle();
    work.finish(new GatewayError('upstream_unreachable'));
    for (const { status } of await Promise.allSettled(attempts)) expect(status).toBe('rejected');
    expect(await service.once(key, { make: async () => ({ n: 2 }), ...codec })).toEqual({ n: 2 });
  });

  it('is made anew by a process that waited for it', async () => {
    const [one, two] = createTwo();
    const work = createWork();
    const first = one.service.once(key, { make: work.make, ...codec });
    await settle();
    const second = two.service.once(key, { make: async () => ({ n: 2 }), ...codec });
    await settle();
    work.finish(new GatewayError('upstream_unreachable'));
    await expect(first).rejects.toMatchObject({ code: 'upstream_unreachable' });
    await two.pass(5_000);
    expect(await second).toEqual({ n: 2 });
  });

  it('and may have done something is not made again', async () => {
    const { service } = createBench();
    const lost = new GatewayError('upstream_outcome_unknown', 'Who knows.');
    await expect(service.once(key, { make: () => Promise.reject(lost), ...codec })).rejects.toThrow(lost);
    const again = service.once(key, { make: async () => ({ n: 2 }), ...codec });
    await expect(again).rejects.toMatchObject({ code: 'upstream_outcome_unknown', message: 'Who knows.' });
  });

  it('whose answer cannot be kept has it all the same, and leaves the outcome of a repetition unknown', async () => {
    const { service, store, lines } = createBench();
    const { commit } = store;
    const make = async () => {
      store.commit = () => Promise.reject(new GatewayError('store_unavailable'));
      return { n: 1 };
    };
    expect(await service.once(key, { make, ...codec })).toEqual({ n: 1 });
    store.commit = commit;
    const again = service.once(key, { make: async () => ({ n: 2 }), ...codec });
    await expect(again).rejects.toMatchObject({ code: 'upstream_outcome_unknown' });
    expect(lines.filter(({ level }) => level === 40)).toHaveLength(1);
  });

  it('with its process leaves the outcome unknown', async () => {
    const [one, two] = createTwo();
    void one.service.once(key, { make: createWork().make, ...codec });
    await settle();
    const waiting = two.service.once(key, { make: async () => ({ n: 2 }), ...codec });
    one.store.lease = () => Promise.resolve(true);
    const [outcome] = await Promise.all([Promise.allSettled([waiting]), two.pass(5_000).then(() => two.pass(5_000))]);
    expect(outcome).toMatchObject([{ status: 'rejected', reason: { code: 'upstream_outcome_unknown' } }]);
  });

  it.each([
    ['gives the plan as the answer when it had begun', true, { n: 7 }],
    ['is made again with its plan when it had done nothing', false, { n: 70 }],
  ])('and a plan, whose process is gone, %s', async (_what, begun, expected) => {
    const [one, two] = createTwo();
    const { make } = createWork();
    void one.service.once(key, { plan: { n: 7 }, make, hasBegun: async () => false, ...codec });
    await settle();
    one.store.lease = () => Promise.resolve(true);
    const plans: unknown[] = [];
    const again = {
      plan: { n: 8 },
      make: async (plan: { n: number } | undefined) => ({ n: (plan?.n ?? 0) * 10 }),
      hasBegun: async (plan: { n: number }) => {
        plans.push(plan);
        return begun;
      },
      ...codec,
    };
    const waiting = two.service.once(key, again);
    await Promise.all([waiting, two.pass(5_000).then(() => two.pass(5_000))]);
    expect(await waiting).toEqual(expected);
    expect(plans[0]).toEqual({ n: 7 });
    expect(await two.service.once(key, again)).toEqual(expected);
  });
});
