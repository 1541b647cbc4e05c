// Event streams of the whole gateway as bytes on the wire: their headers, numbers and comments, what a client that comes and goes
// gets, and that what it follows goes on without it.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { post, type WireTask } from '../support/gateway.ts';
import { openStream, type OpenedStream, type StreamEvent } from '../support/event-stream.ts';
import { eventStream, held, startWorkshop, type Workshop } from '../support/workshop.ts';

const soon = { timeout: 10_000, interval: 5 };

interface Update {
  readonly task?: WireTask;
  readonly statusUpdate?: { readonly taskId: string; readonly status: WireTask['status'] };
  readonly artifactUpdate?: {
    readonly artifact: { readonly artifactId: string; readonly parts: readonly { readonly text?: string }[] };
    readonly append?: boolean;
    readonly lastChunk?: boolean;
  };
}

const updateOf = (event: StreamEvent | undefined): Update => event?.data.result as Update;
const textOf = (event: StreamEvent | undefined): string | undefined =>
  updateOf(event).artifactUpdate?.artifact.parts[0]?.text;
const stateOf = (event: StreamEvent | undefined): string | undefined => updateOf(event).statusUpdate?.status.state;

/** Reads on to the first event with this text. */
async function untilText(stream: OpenedStream, text: string): Promise<readonly StreamEvent[]> {
  const seen: StreamEvent[] = [];
  for (;;) {
    const event = await stream.next();
    if (event === undefined) throw new Error(`the stream ended without ${text}: ${stream.text()}`);
    seen.push(event);
    if (textOf(event) === text) return seen;
  }
}

/** Lets the service send on, once it has sent so many pieces. */
async function release({ service }: Workshop, sent: number): Promise<void> {
  await expect.poll(service.sent, soon).toBe(sent);
  service.release();
}

const stateIn = async (workshop: Workshop, id: string): Promise<unknown> =>
  ((await workshop.caller('ann').rpc('GetTask', { id })).body.result as WireTask).status.state;

describe('a stream', () => {
  test('has the headers that keep proxies from holding it back, and numbers its events', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/talk', eventStream('data: one\n\n', 'data: two\n\n'));
    const stream = await workshop.caller('ann').stream('talk');
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    });
    const events = await stream.rest();
    const numbers = events.map(({ id }) => Number(id));
    expect(numbers).toEqual(numbers.map((_number, at) => (numbers[0] ?? NaN) + at));
    expect(events.map(({ data }) => data.id)).toEqual(events.map(() => 1));
    expect(updateOf(events[0]).task).toMatchObject({ history: [{ role: 'ROLE_USER' }] });
    expect(stateOf(events.at(-1))).toBe('TASK_STATE_COMPLETED');
    const pieces = events.flatMap((event) => updateOf(event).artifactUpdate ?? []);
    expect(pieces.map(({ artifact }) => artifact.parts[0]?.text).join('')).toBe('onetwo');
    expect(new Set(pieces.map(({ artifact }) => artifact.artifactId)).size).toBe(1);
    expect(pieces.map(({ append = false }) => append)).toEqual(pieces.map((_piece, at) => at > 0));
    expect(pieces.map(({ lastChunk = false }) => lastChunk)).toEqual(
      pieces.map((_piece, at) => at === pieces.length - 1),
    );
  });

  test('brings each piece while the service still speaks', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script(
      '/talk',
      eventStream('data: one\n\n', 'data: two\n\n', 'wait', 'data: three\n\n', 'data: four\n\n'),
    );
    const stream = await workshop.caller('ann').stream('talk');
    await untilText(stream, 'one');
    expect(workshop.service.sent()).toBe(2);
    workshop.service.release();
    const rest = await stream.rest();
    expect(rest.map(textOf).filter((text) => text !== undefined)).toEqual(['two', 'three', 'four']);
  });

  test('keeps line separators inside JSON strings from ending lines', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/talk', eventStream('data: a\u2028b\u2029c\u0085d\n\n'));
    workshop.service.script('/plan', {
      pieces: ['{"said":\r\n "a\u2028b"}'],
      headers: { 'content-type': 'application/json' },
    });
    const ann = workshop.caller('ann');
    const talk = await ann.stream('talk');
    expect((await talk.rest()).map(textOf)).toContain('a\u2028b\u2029c\u0085d');
    const plan = await ann.stream('readPlan');
    const events = await plan.rest();
    expect(JSON.stringify(events)).toContain('a\u2028b');
    for (const text of [talk.text(), plan.text()]) {
      expect(text).not.toMatch(/[\u0085\u2028\u2029\r]/);
      expect(text.split('\n').filter((line) => !/^(?:|id: \d+|data: \{.*\})$/.test(line))).toEqual([]);
    }
  });

  test('of 0.3 has the shapes of 0.3, and its last event says so', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/talk', eventStream('data: one\n\n'));
    const message = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'talk' }] };
    const request = { jsonrpc: '2.0', id: 'x', method: 'message/stream', params: { message } };
    const stream = await openStream(`${workshop.gateway.url}/a2a`, request);
    const events = await stream.rest();
    const results = events.map(({ data }) => data.result as { kind: string; final?: boolean });
    expect(results[0]?.kind).toBe('task');
    expect(results.map(({ kind }) => kind)).toContain('artifact-update');
    expect(results.at(-1)).toMatchObject({ kind: 'status-update', final: true, status: { state: 'completed' } });
    expect(results.slice(0, -1).filter(({ final }) => final === true)).toEqual([]);
  });

  test('that breaks at the service ends as a failed task, and what had come is kept', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/talk', eventStream('data: one\n\n', 'data: two\n\n', 'wait', 'break'));
    const stream = await workshop.caller('ann').stream('talk');
    await untilText(stream, 'one');
    workshop.service.release();
    const events = await stream.rest();
    expect(stateOf(events.at(-1))).toBe('TASK_STATE_FAILED');
    const { taskId = '' } = updateOf(events.at(-1)).statusUpdate ?? {};
    const { body } = await workshop.caller('ann').rpc('GetTask', { id: taskId });
    expect((body.result as WireTask).artifacts?.[0]?.parts[0]?.text).toMatch(/^one/);
  });

  test('is not opened for what is wrong: in 1.0 the error is plain JSON, in 0.3 an event for who takes events', async () => {
    await using workshop = await startWorkshop();
    const url = `${workshop.gateway.url}/a2a`;
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skillId: 'nothing', arguments: {} } }] };
    const v1 = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } };
    const accept = { accept: 'text/event-stream' };
    const plain = await post(url, v1, { 'a2a-version': '1.0', ...accept });
    expect(plain.headers.get('content-type')).toMatch(/^application\/json/);
    expect(plain.body.error).toMatchObject({ code: -32602 });
    const old = {
      messageId: 'm',
      role: 'user',
      parts: [{ kind: 'data', data: { skillId: 'nothing', arguments: {} } }],
    };
    const v03 = { jsonrpc: '2.0', id: 1, method: 'message/stream', params: { message: old } };
    const event = await post(url, v03, accept);
    expect(event.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(event.text).toMatch(/^data: \{.*"code":-32602.*\}\n\n$/);
    expect((await post(url, v03)).body.error).toMatchObject({ code: -32602 });
    expect(workshop.service.requests).toEqual([]);
  });
});

describe('keep-alive', () => {
  afterEach(() => void vi.useRealTimers());

  test('a comment goes out in the silence, with nothing for clients to read', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await using workshop = await startWorkshop();
    workshop.service.script('/plan', held({ steps: 3 }));
    const stream = await workshop.caller('ann').stream('readPlan');
    await stream.next();
    await expect.poll(() => workshop.service.requests.length, soon).toBe(1);
    for (let minute = 0; minute < 2; minute += 1) {
      vi.advanceTimersByTime(15_000);
      await stream.until(': keep-alive\n\n'.repeat(minute + 1));
    }
    workshop.service.release();
    const events = await stream.rest();
    expect(stateOf(events.at(-1))).toBe('TASK_STATE_COMPLETED');
  });
});

describe('a client that goes away', () => {
  test('changes nothing: the work goes on to its end', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/talk', eventStream('data: one\n\n', 'data: two\n\n', 'wait', 'data: three\n\n'));
    const stream = await workshop.caller('ann').stream('talk');
    const { id } = updateOf(await stream.next()).task ?? { id: '' };
    await untilText(stream, 'one');
    stream.leave();
    await release(workshop, 2);
    await expect.poll(() => stateIn(workshop, id), soon).toBe('TASK_STATE_COMPLETED');
    const { body } = await workshop.caller('ann').rpc('GetTask', { id });
    expect((body.result as WireTask).artifacts).toMatchObject([{ parts: [{ text: 'onetwothree' }] }]);
  });

  test('comes back with Last-Event-ID and gets what it missed, each event once; also after the end', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script(
      '/talk',
      eventStream('data: one\n\n', 'data: two\n\n', 'wait', 'data: three\n\n', 'wait', 'data: four\n\n'),
    );
    const ann = workshop.caller('ann');
    const first = await ann.stream('talk');
    const { id } = updateOf(await first.next()).task ?? { id: '' };
    const seen = (await untilText(first, 'one')).at(-1);
    first.leave();
    await release(workshop, 2);

    const second = await ann.follow(id, { 'last-event-id': seen?.id ?? '' });
    const more = await untilText(second, 'two');
    expect(Number(more[0]?.id)).toBe(Number(seen?.id) + 1);
    await release(workshop, 4);
    const rest = await second.rest();
    expect(rest.map(textOf).filter((text) => text !== undefined)).toEqual(['three', 'four']);
    expect(stateOf(rest.at(-1))).toBe('TASK_STATE_COMPLETED');

    const third = await ann.follow(id, { 'last-event-id': seen?.id ?? '' });
    const again = await third.rest();
    expect(again.map((event) => event.id)).toEqual([...more, ...rest].map((event) => event.id));
    expect(again.map(textOf)).toEqual([...more, ...rest].map(textOf));
  });

  test('subscribes anew: the task as it stands, then what follows', async () => {
    await using workshop = await startWorkshop();
    workshop.service.script('/talk', eventStream('data: one\n\n', 'data: two\n\n', 'wait', 'data: three\n\n'));
    const ann = workshop.caller('ann');
    const first = await ann.stream('talk');
    const { id } = updateOf(await first.next()).task ?? { id: '' };
    await untilText(first, 'one');
    const others = await Promise.all([ann.follow(id), ann.follow(id)]);
    await release(workshop, 2);
    const [one, ...rest] = await Promise.all(others.map((other) => other.rest()));
    const snapshot = updateOf(one?.[0]).task;
    expect(snapshot?.id).toBe(id);
    const whole = [
      ...(snapshot?.artifacts?.[0]?.parts.map(({ text }) => text) ?? []),
      ...(one ?? []).slice(1).map(textOf),
    ].join('');
    expect(whole).toBe('onetwothree');
    for (const events of rest) expect(stateOf(events.at(-1))).toBe('TASK_STATE_COMPLETED');
    await first.rest();

    const ended = await ann.rpc('SubscribeToTask', { id });
    expect(ended.body.error).toMatchObject({ code: -32004, message: expect.stringContaining('completed') });
    const inV03 = await openStream(
      `${workshop.gateway.url}/a2a`,
      { jsonrpc: '2.0', id: 1, method: 'tasks/resubscribe', params: { id } },
      { authorization: 'Bearer ann' },
    );
    expect((await inV03.rest()).map(({ data }) => data.result)).toMatchObject([{ kind: 'task', id }]);
  });
});

test('no more streams of one caller than it may have; others have room', async () => {
  await using workshop = await startWorkshop({ tasks: { maxStreamsPerCaller: 1 } });
  workshop.service.script('/plan', held({ steps: 3 }));
  const ann = workshop.caller('ann');
  const stream = await ann.stream('readPlan');
  const { id } = updateOf(await stream.next()).task ?? { id: '' };
  const refused = await ann.rpc('SubscribeToTask', { id });
  expect([refused.status, refused.body.error?.message]).toEqual([
    503,
    expect.stringMatching(/1 open streams of yours/),
  ]);
  await expect.poll(() => workshop.service.requests.length, soon).toBe(1);
  workshop.service.release();
  expect(stateOf((await stream.rest()).at(-1))).toBe('TASK_STATE_COMPLETED');
  workshop.service.script('/plan', { json: { steps: 4 } });
  expect(stateOf((await (await workshop.caller('bob').stream('readPlan')).rest()).at(-1))).toBe('TASK_STATE_COMPLETED');
});
