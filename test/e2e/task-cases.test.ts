// What is known to have broken other A2A servers and gateways in the life of tasks and in streams: one test per behaviour, over the
// wire, against a service that does as it is told.

import { describe, expect, test } from 'vitest';
import type { OpenedStream, StreamEvent } from '../support/event-stream.ts';
import type { RpcAnswer } from '../support/gateway.ts';
import { eventStream, held, startWorkshop } from '../support/workshop.ts';

const soon = { timeout: 20_000, interval: 5 };
const now = { 'retry-after': '0' };
const atOnce = { configuration: { returnImmediately: true } };

interface WireTask {
  readonly id: string;
  readonly status: { readonly state: string; readonly message?: { readonly parts: readonly Part[] } };
  readonly artifacts?: readonly { readonly artifactId: string; readonly parts: readonly Part[] }[];
}

interface Part {
  readonly text?: string;
  readonly data?: unknown;
}

interface WireEvent {
  readonly task?: WireTask;
  readonly statusUpdate?: { readonly status: WireTask['status'] };
  readonly artifactUpdate?: {
    readonly artifact: { readonly artifactId: string; readonly parts: readonly Part[] };
    readonly append?: boolean;
    readonly lastChunk?: boolean;
  };
}

const taskOf = ({ body }: RpcAnswer): WireTask => {
  const { task } = body.result as { readonly task: WireTask };
  expect(task).toBeDefined();
  return task;
};
const eventOf = (event: StreamEvent | undefined): WireEvent => event?.data.result as WireEvent; // of our own server
const stateOf = (event: StreamEvent | undefined): string | undefined =>
  (eventOf(event).statusUpdate ?? eventOf(event).task)?.status.state;
const textOf = (parts: readonly Part[] = []): string => parts.map(({ text = '' }) => text).join('');
const saidBy = ({ status }: WireTask): string => textOf(status.message?.parts);

/** What a client has that puts the updates together as they come. */
function assemble(events: readonly StreamEvent[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { task, artifactUpdate } of events.map(eventOf)) {
    for (const { artifactId, parts } of task?.artifacts ?? []) texts.set(artifactId, textOf(parts));
    if (artifactUpdate === undefined) continue;
    const { artifact, append = false } = artifactUpdate;
    const known = texts.get(artifact.artifactId);
    // Strict clients refuse to append to what they do not have.
    expect(append).toBe(known !== undefined);
    texts.set(artifact.artifactId, (append ? (known ?? '') : '') + textOf(artifact.parts));
  }
  return texts;
}

async function take(stream: OpenedStream, count: number): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  while (events.length < count) {
    const event = await stream.next();
    if (event === undefined) throw new Error(`the stream ended after ${events.length} events`);
    events.push(event);
  }
  return events;
}

type Shop = Awaited<ReturnType<typeof startWorkshop>>;

const look = async (shop: Shop, id: string): Promise<WireTask> =>
  (await shop.caller('ann').rpc('GetTask', { id })).body.result as WireTask; // checked by what is expected of it

const ended = async (shop: Shop, id: string): Promise<WireTask> => {
  await expect
    .poll(async () => (await look(shop, id)).status.state, soon)
    .toMatch(/COMPLETED|FAILED|CANCELED|REJECTED/);
  return look(shop, id);
};

const job = { status: 202, headers: { location: '/reports/1', ...now }, json: { status: 'queued' } };

describe('a caller that waits for long work', () => {
  test('gets the end of it, by default', async () => {
    await using shop = await startWorkshop();
    shop.service.script('POST /reports', job);
    shop.service.script(
      'GET /reports/1',
      { headers: now, json: { status: 'running' } },
      { headers: now, json: { status: 'succeeded', result: { pages: 3 } } },
    );
    const task = taskOf(await shop.caller('ann').send('makeReport'));
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(task.artifacts?.[0]?.parts).toMatchObject([{ data: { pages: 3 } }]);
  });

  test('gets the task as it stands after the longest wait, and the work on a job goes on', async () => {
    await using shop = await startWorkshop({ tasks: { maxWait: '100ms' } });
    shop.service.script('POST /reports', job);
    shop.service.script('GET /reports/1', held({ status: 'succeeded', result: { pages: 3 } }));
    const task = taskOf(await shop.caller('ann').send('makeReport'));
    expect(task.status.state).toBe('TASK_STATE_WORKING');
    await expect.poll(() => shop.service.requests.length, soon).toBe(2);
    shop.service.release();
    expect((await ended(shop, task.id)).artifacts?.[0]?.parts).toMatchObject([{ data: { pages: 3 } }]);
  });

  test.each(['readPlan', 'addNote'])('the same while the service has not answered %s', async (skill) => {
    await using shop = await startWorkshop({ tasks: { maxWait: '100ms' } });
    for (const path of ['/plan', '/notes']) shop.service.script(path, held({ steps: 3 }));
    const task = taskOf(await shop.caller('ann').send(skill));
    expect(task.status.state).toBe('TASK_STATE_WORKING');
    shop.service.release();
    const done = await ended(shop, task.id);
    expect(done.status.state).toBe('TASK_STATE_COMPLETED');
    expect(done.artifacts?.[0]?.parts).toMatchObject([{ data: { steps: 3 } }]);
    expect(shop.service.requests).toHaveLength(1);
  });

  test('the same, and the work can be cancelled', async () => {
    await using shop = await startWorkshop({ tasks: { maxWait: '100ms' } });
    shop.service.script('/plan', held({ steps: 3 }));
    const ann = shop.caller('ann');
    const { id } = taskOf(await ann.send('readPlan'));
    const { body } = await ann.rpc('CancelTask', { id });
    expect(body.result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
    await shop.service.abandoned;
  });
});

describe('a burst of more calls than may wait for a place at the service', () => {
  const count = 300;
  const startBurst = async (configuration: object) => {
    const shop = await startWorkshop({}, { concurrency: 1 });
    shop.service.script('/plan', held({ steps: 3 }), { json: { steps: 3 } });
    const ann = shop.caller('ann');
    const answers = Array.from({ length: count }, () => ann.send('readPlan', { configuration }));
    const done = async (): Promise<number> =>
      ((await ann.rpc('ListTasks', { status: 'TASK_STATE_COMPLETED' })).body.result as { totalSize: number }).totalSize;
    const atWork = async (): Promise<number> =>
      ((await ann.rpc('ListTasks', { status: 'TASK_STATE_WORKING' })).body.result as { totalSize: number }).totalSize;
    return { ...shop, answers, done, atWork, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() };
  };

  test('that are to be tasks: all are done, one after the other', async () => {
    await using burst = await startBurst(atOnce.configuration);
    await Promise.all(burst.answers);
    await expect.poll(() => burst.service.requests.length, soon).toBe(1);
    burst.service.release();
    await expect.poll(burst.done, soon).toBe(count);
    expect(burst.service.requests).toHaveLength(count);
  });

  test('that are waited for: those without a place become tasks, and are done too', async () => {
    await using burst = await startBurst({});
    // One has the place, and one waits for it.
    await expect.poll(burst.atWork, soon).toBe(count - 2);
    burst.service.release();
    const results = (await Promise.all(burst.answers)).map(({ body }) => body.result);
    expect(results.filter((result) => !JSON.stringify(result).includes('"steps":3'))).toEqual([]);
    expect(burst.service.requests).toHaveLength(count);
  });
});

describe('work without an end', () => {
  test('the service closes the connection in the middle: the task has failed, and says why', async () => {
    await using shop = await startWorkshop();
    shop.service.script('/plan', { headers: { 'content-type': 'application/json' }, pieces: ['{"steps":', 'break'] });
    const task = taskOf(await shop.caller('ann').send('readPlan'));
    expect(task.status.state).toBe('TASK_STATE_FAILED');
    expect(saidBy(task)).not.toBe('');
  });

  test('the job is gone: the task has failed, and says why', async () => {
    await using shop = await startWorkshop();
    shop.service.script('POST /reports', job);
    shop.service.script('GET /reports/1', { status: 404, json: { error: 'no such report' } });
    const task = taskOf(await shop.caller('ann').send('makeReport'));
    expect(task.status.state).toBe('TASK_STATE_FAILED');
    expect(saidBy(task)).toContain('no such report');
  });

  test('the job runs for ever: the task fails when its time is over', async () => {
    await using shop = await startWorkshop({ tasks: { timeout: '1s' } });
    shop.service.script('POST /reports', job);
    shop.service.script('GET /reports/1', { headers: now, json: { status: 'running' } });
    const task = taskOf(await shop.caller('ann').send('makeReport'));
    expect(task.status.state).toBe('TASK_STATE_FAILED');
    expect(saidBy(task)).toContain('1 seconds');
  });
});

describe('a failure of the service', () => {
  test.each([
    [
      'an event that says so, after others',
      eventStream('data: one\n\n', 'event: error\ndata: {"message":"out of ink"}\n\n'),
    ],
    ['an error in the last value', eventStream('data: {"a":1}\n\n', 'data: {"error":{"message":"out of ink"}}\n\n')],
  ])('%s: FAILED with its words, for those who wait and those who follow', async (_what, reply) => {
    await using shop = await startWorkshop();
    shop.service.script('/talk', reply);
    const ann = shop.caller('ann');
    const task = taskOf(await ann.send('talk'));
    expect(task.status.state).toBe('TASK_STATE_FAILED');
    expect(saidBy(task)).toContain('out of ink');
    const events = await (await ann.stream('talk')).rest();
    expect(stateOf(events.at(-1))).toBe('TASK_STATE_FAILED');
    expect(textOf(eventOf(events.at(-1)).statusUpdate?.status.message?.parts)).toContain('out of ink');
  });

  test('200 with a body that the document describes as an error: FAILED with its words', async () => {
    await using shop = await startWorkshop();
    shop.service.script('POST /memos', { status: 201, json: { code: 'E7', message: 'out of ink' } });
    const task = taskOf(await shop.caller('ann').send('addMemo'));
    expect([task.status.state, saidBy(task)]).toEqual(['TASK_STATE_FAILED', 'out of ink (201 Created)']);
    shop.service.script('POST /memos', { status: 201, json: { id: 1, code: 'E7', message: 'out of ink' } });
    const { body } = await shop.caller('ann').send('addMemo');
    expect(body.result).toMatchObject({ message: { parts: [{ data: { id: 1 } }] } });
  });

  test('a status of 5xx: FAILED with its words', async () => {
    await using shop = await startWorkshop();
    shop.service.script('POST /notes', { status: 500, json: { error: 'out of ink' } });
    const task = taskOf(await shop.caller('ann').send('addNote'));
    expect([task.status.state, saidBy(task)]).toEqual(['TASK_STATE_FAILED', expect.stringContaining('out of ink')]);
  });

  test('nothing at all: COMPLETED never comes without a result', async () => {
    await using shop = await startWorkshop();
    shop.service.script('/notes', { status: 204 });
    shop.service.script('/talk', eventStream());
    for (const skill of ['addNote', 'talk']) {
      const events = await (await shop.caller('ann').stream(skill)).rest();
      expect(stateOf(events.at(-1))).toBe('TASK_STATE_COMPLETED');
      expect([...assemble(events).values()], skill).toEqual([expect.stringMatching(/without content/)]);
    }
  });
});

test('a task that fails when nobody waits for it is in the log', async () => {
  await using shop = await startWorkshop();
  shop.service.script('POST /notes', { status: 500, json: { error: 'out of ink' } });
  const { id } = taskOf(await shop.caller('ann').send('addNote', atOnce));
  await ended(shop, id);
  expect(shop.gateway.lines.filter(({ msg }) => msg === 'a task failed')).toMatchObject([
    { level: 40, taskId: id, skill: 'addNote', code: 'upstream_failed' },
  ]);
});

test('what is accepted is not the result: the task works, and its artifact is the result of the job', async () => {
  await using shop = await startWorkshop();
  shop.service.script('POST /reports', { ...job, json: { id: 1, status: 'accepted' } });
  shop.service.script('GET /reports/1', held({ status: 'succeeded', result: { pages: 3 } }));
  const begun = taskOf(await shop.caller('ann').send('makeReport', atOnce));
  await expect.poll(() => shop.service.requests.length, soon).toBe(2);
  expect(await look(shop, begun.id)).toMatchObject({ status: { state: 'TASK_STATE_WORKING' } });
  expect((await look(shop, begun.id)).artifacts ?? []).toEqual([]);
  shop.service.release();
  expect((await ended(shop, begun.id)).artifacts).toMatchObject([{ parts: [{ data: { pages: 3 } }] }]);
});

test('200 tasks that are cancelled in the moment of their end have one end each, on which all agree', async () => {
  await using shop = await startWorkshop();
  const count = 200;
  shop.service.script('/plan', held({ steps: 3 }));
  const ann = shop.caller('ann');
  const streams = await Promise.all(Array.from({ length: count }, () => ann.stream('readPlan')));
  const first = await Promise.all(streams.map((stream) => stream.next()));
  const ids = first.map((event) => eventOf(event).task?.id ?? '');
  await expect.poll(() => shop.service.requests.length, soon).toBe(count);
  const cancels = ids.map(async (id, at) => {
    // Some a little before, some a little after.
    if (at % 2 === 0) shop.service.release();
    const answer = await ann.rpc('CancelTask', { id });
    if (at % 2 === 1) shop.service.release();
    return answer;
  });
  const answers = await Promise.all(cancels);
  const rests = await Promise.all(streams.map((stream) => stream.rest()));
  const found = new Set<string | undefined>();
  for (const [at, events] of rests.entries()) {
    const terminal = events.map(stateOf).filter((state) => state !== undefined && state !== 'TASK_STATE_WORKING');
    expect(terminal).toHaveLength(1);
    expect((await look(shop, ids[at] ?? '')).status.state).toBe(terminal[0]);
    const { error, result } = answers[at]?.body ?? {};
    if (terminal[0] === 'TASK_STATE_CANCELED') expect(result).toMatchObject({ status: { state: terminal[0] } });
    else expect([terminal[0], error?.code]).toEqual(['TASK_STATE_COMPLETED', -32002]);
    found.add(terminal[0]);
  }
  expect(found).toContain('TASK_STATE_CANCELED');
});

describe('a subscription', () => {
  test('stays open after its snapshot until the task has ended, and closes then', async () => {
    await using shop = await startWorkshop();
    shop.service.script('/talk', eventStream('data: a\n\n', 'wait', 'data: b\n\n', 'wait'));
    const ann = shop.caller('ann');
    const begun = await ann.stream('talk');
    const { id = '' } = eventOf(await begun.next()).task ?? {};
    await begun.until('"text":"a"');
    const follower = await ann.follow(id);
    expect(stateOf(await follower.next())).toBe('TASK_STATE_WORKING');
    shop.service.release();
    await follower.until('"text":"b"');
    shop.service.release();
    const rest = await follower.rest();
    expect(stateOf(rest.at(-1))).toBe('TASK_STATE_COMPLETED');
  });

  test('after the stream was cut has all that came meanwhile, and the rest', async () => {
    await using shop = await startWorkshop();
    shop.service.script('/talk', eventStream('data: a\n\n', 'wait', 'data: b\n\n', 'wait', 'data: c\n\n'));
    const ann = shop.caller('ann');
    const cut = await ann.stream('talk');
    const { id = '' } = eventOf(await cut.next()).task ?? {};
    await cut.until('"text":"a"');
    cut.leave();
    shop.service.release();
    await expect
      .poll(async () => (await look(shop, id)).artifacts?.map(({ parts }) => textOf(parts)), soon)
      .toEqual(['ab']);
    const again = await ann.follow(id);
    const snapshot = await take(again, 1);
    shop.service.release();
    const events = [...snapshot, ...(await again.rest())];
    expect([...assemble(events).values()]).toEqual(['abc']);
    expect(stateOf(events.at(-1))).toBe('TASK_STATE_COMPLETED');
    expect(shop.service.requests).toHaveLength(1);
  });

  test('while the stream of the service breaks and is resumed: no gap, nothing twice', async () => {
    await using shop = await startWorkshop();
    shop.service.script(
      '/talk',
      eventStream('retry: 1\n\n', 'id: 1\ndata: a\n\n', 'id: 2\ndata: b\n\n', 'wait', 'break'),
      eventStream('id: 2\ndata: b\n\n', 'id: 3\ndata: c\n\n', 'wait', 'id: 4\ndata: d\n\n'),
    );
    const ann = shop.caller('ann');
    const first = await ann.stream('talk');
    const begun = await take(first, 1);
    const { id = '' } = eventOf(begun[0]).task ?? {};
    await expect
      .poll(async () => (await look(shop, id)).artifacts?.map(({ parts }) => textOf(parts)), soon)
      .toEqual(['ab']);
    shop.service.release();
    await expect
      .poll(async () => (await look(shop, id)).artifacts?.map(({ parts }) => textOf(parts)), soon)
      .toEqual(['abc']);
    const second = await ann.follow(id);
    const snapshot = await take(second, 1);
    expect(eventOf(snapshot[0]).task?.artifacts?.map(({ parts }) => textOf(parts))).toEqual(['abc']);
    shop.service.release();
    const seen = [
      [...begun, ...(await first.rest())],
      [...snapshot, ...(await second.rest())],
    ];
    for (const events of seen) expect([...assemble(events).values()]).toEqual(['abcd']);
    expect(shop.service.requests.at(-1)?.headers['last-event-id']).toBe('2');
  });
});

test('a stream where the document says JSON is read as what it is: as a whole for who waits, in pieces for who follows', async () => {
  await using shop = await startWorkshop();
  shop.service.script('/talk', eventStream('data: one \n\n', 'data: two\n\n'));
  const ann = shop.caller('ann');
  const { body } = await ann.send('talk');
  expect(body.result).toMatchObject({ message: { parts: [{ text: 'one two' }] } });
  const events = await (await ann.stream('talk')).rest();
  expect(events.filter((event) => eventOf(event).artifactUpdate !== undefined)).toHaveLength(2);
  expect([...assemble(events).values()]).toEqual(['one two']);
});

test('pieces: the first is new, all others are appended, one is the last; whoever comes late has them all, byte for byte', async () => {
  await using shop = await startWorkshop();
  const pieces = ['Grüße ', '\u{1F600} ', 'a\u2028b ', 'end'];
  const [one = '', two = '', three = '', four = ''] = pieces.map((piece) => `data: ${piece}\n\n`);
  shop.service.script('/talk', eventStream(one, two, 'wait', three, four));
  const ann = shop.caller('ann');
  const early = await ann.stream('talk');
  const begun = await take(early, 1);
  const { id = '' } = eventOf(begun[0]).task ?? {};
  await expect.poll(async () => (await look(shop, id)).artifacts?.length, soon).toBe(1);
  await expect
    .poll(async () => textOf((await look(shop, id)).artifacts?.[0]?.parts), soon)
    .toBe(pieces.slice(0, 2).join(''));
  const late = await ann.follow(id);
  const snapshot = await take(late, 1);
  shop.service.release();
  const byEarly = [...begun, ...(await early.rest())];
  const byLate = [...snapshot, ...(await late.rest())];
  const updates = byEarly.flatMap((event) => eventOf(event).artifactUpdate ?? []);
  expect(updates.map(({ append = false }) => append)).toEqual(updates.map((_, at) => at > 0));
  expect(updates.map(({ lastChunk = false }) => lastChunk)).toEqual(updates.map((_, at) => at === updates.length - 1));
  const whole = pieces.join('');
  expect([...assemble(byEarly).values()]).toEqual([whole]);
  expect([...assemble(byLate).values()]).toEqual([whole]);
  expect(textOf((await ended(shop, id)).artifacts?.[0]?.parts)).toBe(whole);
});
