// Jobs at the service: how often they are asked for, what is told meanwhile, and how they end.

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import type { JobLook } from '../invoke/job.ts';
import {
  accepted,
  ann,
  createBench,
  createScriptedInvoker,
  describeEvents,
  job,
  mapped,
  nobody,
  readAll,
  saidBy,
  settle,
  success,
  type Bench,
  type BenchOptions,
} from '../../test/support/task-bench.ts';

const running: JobLook = { kind: 'running', job };
const done = (outcome = success()): JobLook => ({
  kind: 'done',
  outcome: outcome as Extract<JobLook, { kind: 'done' }>['outcome'],
});

/** A task whose call was answered with 202. */
async function start(
  looks: (JobLook | Error)[],
  options: BenchOptions & { first?: Parameters<typeof accepted>[0] } = {},
) {
  const invoker = createScriptedInvoker(() => accepted(options.first));
  invoker.looks = looks;
  const bench = createBench({ ...options, invoker });
  const { id } = await bench.begin();
  await settle();
  return { bench, id, get: () => bench.service.get(ann, id) };
}

/** Milliseconds between the looks at the job, up to so many. */
async function measurePauses({ clock, invoker, pass }: Bench, count: number): Promise<readonly number[]> {
  const pauses: number[] = [];
  let last = clock.now();
  for (let seen = invoker.looked; pauses.length < count;) {
    await pass(50);
    if (invoker.looked === seen) continue;
    seen = invoker.looked;
    pauses.push(clock.now() - last);
    last = clock.now();
  }
  return pauses;
}

describe('a job', () => {
  it('is written down before it is asked for', async () => {
    const { get } = await start([running]);
    expect(await get()).toMatchObject({ status: { state: 'working' }, work: { kind: 'polling', job } });
  });

  it('is asked for less and less often when the service does not say how often', async () => {
    const { bench } = await start([running]);
    const pauses = await measurePauses(bench, 12);
    expect(pauses.slice(0, 4)).toEqual([1_000, 1_500, 2_250, 3_400]);
    expect(pauses.at(-1)).toBe(30_000);
  });

  it('is asked for when the service says', async () => {
    const { bench } = await start([{ ...running, retryAfter: 7 }], { first: { retryAfter: 3 } });
    expect(await measurePauses(bench, 3)).toEqual([3_000, 7_000, 7_000]);
  });

  it('is not asked for in a hot loop, whatever the service says', async () => {
    const { bench } = await start([{ ...running, retryAfter: 0 }], { first: { retryAfter: 0 } });
    expect(await measurePauses(bench, 2)).toEqual([50, 50]);
  });

  it('completes the task with its result', async () => {
    const { bench, get } = await start([running, done()]);
    await bench.pass(1_000);
    await bench.pass(1_500);
    expect(await get()).toMatchObject({
      status: { state: 'completed' },
      artifacts: [{ parts: [{ json: '{"id":7}' }] }],
    });
  });

  it('tells its progress, each only once, and keeps no more than the last in the history', async () => {
    const at = (progress: string): JobLook => ({ ...running, progress });
    const { bench, id, get } = await start([at('10 %'), at('10 %'), at('50 %'), done()], {
      first: { progress: 'queued' },
    });
    const following = await bench.service.follow(ann, id, { after: 0, live: true });
    const events = readAll(following);
    for (let look = 0; look < 4; look += 1) await bench.pass(10_000);
    expect(describeEvents(await events)).toEqual(['working', 'working', 'working', '=json.', 'completed']);
    expect((await get()).history.map(({ role, parts }) => [role, parts[0]])).toEqual([
      ['user', { kind: 'text', text: 'hello' }],
      ['agent', { kind: 'text', text: '50 %' }],
    ]);
  });

  it('that moves is followed', async () => {
    const moved = { ...job, statusUrl: 'http://service.test/jobs/2' };
    const { bench, get } = await start([{ ...running, job: moved }]);
    await bench.pass(1_000);
    expect((await get()).work).toMatchObject({ kind: 'polling', job: moved });
  });

  it('is asked for again when asking fails in passing', async () => {
    const failing = new GatewayError('upstream_unreachable', undefined, { retryAfter: 4 });
    const { bench, get } = await start([failing, new GatewayError('upstream_timeout'), done()]);
    await bench.pass(1_000);
    await bench.pass(4_000);
    expect((await get()).status.state).toBe('working');
    await bench.pass(2_250);
    expect((await get()).status.state).toBe('completed');
  });

  it('that cannot be asked for at all fails the task', async () => {
    const { bench, get } = await start([new GatewayError('upstream_bad_reply', 'Nonsense.')]);
    await bench.pass(1_000);
    expect(saidBy(await get())).toBe('Nonsense.');
  });

  it('that the service has cancelled cancels the task', async () => {
    const { bench, get } = await start([{ kind: 'canceled', message: 'Out of paper.' }]);
    await bench.pass(1_000);
    expect(await get()).toMatchObject({ status: { state: 'canceled' } });
    expect(saidBy(await get())).toBe('Out of paper.');
  });

  it('may come to need its caller', async () => {
    const { bench, get } = await start([done(mapped({ state: 'input-required', text: 'Which one?', session: 's1' }))]);
    await bench.pass(1_000);
    expect(await get()).toMatchObject({
      status: { state: 'input-required' },
      work: { kind: 'waiting', session: 's1' },
    });
  });
});

describe('a job without end', () => {
  it('ends with the time of the task, and the service is told', async () => {
    const { bench, get } = await start([running], { limits: { taskTime: 60_000 } });
    await bench.pass(59_000);
    expect((await get()).status.state).toBe('working');
    await bench.pass(1_000);
    expect(await get()).toMatchObject({ status: { state: 'failed' } });
    expect(saidBy(await get())).toContain('within 60 seconds');
    expect(bench.invoker.canceled).toEqual([job]);
    const { looked } = bench.invoker;
    await bench.pass(600_000);
    expect(bench.invoker.looked).toBe(looked);
  });

  it('ends with the calls of the task', async () => {
    const { bench, get } = await start([running], { limits: { upstreamCalls: 3 } });
    for (let look = 0; look < 4; look += 1) await bench.pass(30_000);
    expect(saidBy(await get())).toContain('3 times, the limit');
    expect(bench.invoker.looked).toBe(2);
  });
});

describe('a task that takes an accepted call over', () => {
  it('has its job from the first moment', async () => {
    const bench = createBench();
    bench.invoker.looks = [done()];
    const task = await bench.begin({ outcome: accepted({ retryAfter: 2, progress: 'queued' }) });
    expect(task).toMatchObject({
      status: { state: 'working', message: { parts: [{ text: 'queued' }] } },
      work: { kind: 'polling', job },
    });
    await bench.pass(1_999);
    expect(bench.invoker.looked).toBe(0);
    await bench.pass(1);
    expect((await bench.service.settled(task.id, { limit: 1 })).status.state).toBe('completed');
  });

  it('is cancelled at the service', async () => {
    const bench = createBench();
    const { id } = await bench.begin({ outcome: accepted() });
    await settle();
    expect((await bench.service.cancel(ann, id, nobody)).status.state).toBe('canceled');
    await settle();
    expect(bench.invoker.canceled).toEqual([job]);
    await bench.pass(60_000);
    expect(bench.invoker.looked).toBe(0);
  });
});
