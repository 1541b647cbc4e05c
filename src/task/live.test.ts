// The engine with the real invoker and a real server: what goes over the wire when tasks poll, stream and are cancelled.

import { describe, expect, it } from 'vitest';
import { createLiveInvoker } from '../../test/support/live-invoker.ts';
import { createSkill } from '../../test/support/skills.ts';
import { ann, createBench, describeEvents, nobody, readAll, saidBy, toCall } from '../../test/support/task-bench.ts';
import { startHabits } from '../../test/upstreams/habits.ts';
import { startJobs } from '../../test/upstreams/jobs.ts';

const soon = { interval: 2, timeout: 4_000 };

const makeSkill = createSkill({ id: 'makeReport', route: 'POST /reports' });
const stopSkill = createSkill({ id: 'stopReport', route: 'DELETE /reports/{id}' });
const skills = [makeSkill, stopSkill];

function createLive(url: string) {
  const live = createLiveInvoker({ url, skills });
  const bench = createBench({ live: live.invoker, findSkill: (id) => skills.find((skill) => skill.id === id) });
  const begin = () => bench.begin({ call: toCall(makeSkill) });
  return { ...bench, begin, [Symbol.asyncDispose]: () => live[Symbol.asyncDispose]() };
}

describe('a job at a real server', () => {
  it('is polled to its result', async () => {
    await using server = await startJobs();
    await using bench = createLive(server.url);
    server.script('POST /reports', { status: 202, headers: { location: '/reports/1', 'retry-after': '2' } });
    server.script(
      'GET /reports/1',
      { json: { status: 'running', progress: '50 %' }, headers: { 'retry-after': '7' } },
      { json: { status: 'succeeded', result: { pages: 3 } } },
    );
    const { id } = await bench.begin();
    const events = readAll(await bench.service.follow(ann, id, { live: true }));
    for (const wait of [2_000, 7_000]) {
      await expect.poll(() => bench.clock.pending(), soon).toContain(wait);
      bench.clock.advance(wait);
    }
    expect(describeEvents(await events)).toEqual(['working', '=json.', 'completed']);
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /reports',
      'GET /reports/1',
      'GET /reports/1',
    ]);
  });

  it('is cancelled there', async () => {
    await using server = await startJobs();
    await using bench = createLive(server.url);
    server.script('POST /reports', { status: 202, headers: { location: '/reports/1' } });
    server.script('DELETE /reports/1', { status: 204 });
    const { id } = await bench.begin();
    const isPolling = async (): Promise<unknown> => (await bench.service.get(ann, id)).work?.kind;
    await expect.poll(isPolling, soon).toBe('polling');
    await bench.service.cancel(ann, id, nobody);
    await expect.poll(() => server.requests.at(-1)?.method, soon).toBe('DELETE');
  });
});

describe('a stream of a real server', () => {
  it('is told as it arrives, and broken off with its task', async () => {
    await using server = await startJobs();
    await using bench = createLive(server.url);
    const headers = { 'content-type': 'text/event-stream' };
    server.script('POST /reports', {
      headers,
      pieces: ['data: one\n\n', 'wait', 'data: two\n\n', 'wait', 'data: three\n\n'],
    });
    const { id } = await bench.begin();
    const { events } = await bench.service.follow(ann, id, { live: true });
    const read = events[Symbol.asyncIterator]();
    const first = read.next();
    // The piece is held back for the next one, for a moment.
    await expect.poll(() => bench.clock.pending(), soon).toContain(100);
    bench.clock.advance(100);
    expect(describeEvents([(await first).value])).toEqual(['=one']);
    await bench.service.cancel(ann, id, nobody);
    expect(describeEvents([(await read.next()).value])).toEqual(['canceled']);
    await server.abandoned;
  });
});

describe('a call that hangs', () => {
  it('is aborted with its task, though it writes', async () => {
    await using server = await startHabits({ always: '/hang' });
    await using bench = createLive(server.url);
    const { id } = await bench.begin();
    await server.received(1);
    expect(server.connections()).toBe(1);
    await bench.service.cancel(ann, id, nobody);
    await expect.poll(() => server.connections(), soon).toBe(0);
  });

  it('ends when the time of the task is up', async () => {
    await using server = await startHabits({ always: '/hang' });
    await using bench = createLive(server.url);
    const { id } = await bench.begin();
    await server.received(1);
    bench.clock.advance(3_600_000);
    const task = await bench.service.settled(id, { limit: 1_000 });
    expect(saidBy(task)).toContain('within 3600 seconds');
    await expect.poll(() => server.connections(), soon).toBe(0);
  });

  it('whose connection breaks says that the outcome is unknown', async () => {
    await using server = await startHabits({ always: '/reset' });
    await using bench = createLive(server.url);
    const { id } = await bench.begin();
    const task = await bench.service.settled(id, { limit: 60_000 });
    expect(saidBy(task)).toMatch(/carried out is unknown/);
  });
});
