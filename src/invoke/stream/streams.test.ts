import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { toCall, createHttpSkill } from '../../../test/support/http-skill.ts';
import { createLiveInvoker, nobody, type LiveInvoker } from '../../../test/support/live-invoker.ts';
import { startJobs, type JobServer, type Scripted } from '../../../test/upstreams/jobs.ts';
import type { Chunk, Outcome } from '../outcome.ts';

const read = createHttpSkill({ id: 'read', route: 'GET /talk' });
const write = createHttpSkill({ id: 'write', route: 'POST /talk' });
const events = { 'content-type': 'text/event-stream' };
const lines = { 'content-type': 'application/x-ndjson' };

interface Scene extends AsyncDisposable {
  readonly server: JobServer;
  readonly live: LiveInvoker;
}

interface Limits {
  readonly timeout?: number;
  readonly maxReplySize?: number;
}

async function setScene(replies: Scripted | readonly Scripted[], limits: Limits = {}): Promise<Scene> {
  const server = await startJobs();
  server.script('/talk', ...[replies].flat());
  const { timeout = 2_000, maxReplySize = 100_000 } = limits;
  const live = createLiveInvoker({ url: server.url, skills: [read, write], policy: { timeout }, maxReplySize });
  return {
    server,
    live,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await live[Symbol.asyncDispose]();
    },
  };
}

async function collect(outcome: Outcome): Promise<readonly Chunk[]> {
  if (outcome.kind !== 'stream') throw new Error(`not a stream: ${JSON.stringify(outcome)}`);
  const chunks: Chunk[] = [];
  for await (const chunk of outcome.chunks) chunks.push(chunk);
  return chunks;
}

const text = (value: string): Chunk => ({ kind: 'text', text: value });
const json = (value: string): Chunk => ({ kind: 'json', text: value });
const joined = (value: string) => ({
  kind: 'success',
  content: { kind: 'text', mediaType: 'text/plain', text: value },
});
const list = (value: string) => ({
  kind: 'success',
  content: { kind: 'json', mediaType: 'application/json', text: value },
});

describe('a streamed reply', () => {
  it.each<[string, Scripted, readonly Chunk[], object]>([
    [
      'events of text',
      { headers: events, pieces: ['data: Hel\n\n', 'data: lo\n\ndata:  wor', 'ld\n\n'] },
      [text('Hel'), text('lo'), text(' world')],
      joined('Hello world'),
    ],
    [
      'events of JSON, digits kept',
      { headers: events, pieces: ['id: 1\ndata: {"n":9007199254740993}\n\n', 'data: [1]\n\n'] },
      [json('{"n":9007199254740993}'), json('[1]')],
      list('[{"n":9007199254740993},[1]]'),
    ],
    [
      'text that looks like JSON in the middle',
      { headers: events, pieces: ['data: x = \n\n', 'data: {}\n\n', 'data: 5\n\n'] },
      [text('x = '), text('{}'), text('5')],
      joined('x = {}5'),
    ],
    [
      'lines of one event, comments, pings and a mark at the end',
      {
        headers: events,
        pieces: [': hi\n\nevent: ping\ndata: {}\n\n', 'data: a\r\ndata: b\r\n\r\n', 'data: [DONE]\n\ndata: c\n\n'],
      },
      [text('a\nb')],
      joined('a\nb'),
    ],
    ['a last event without its blank line', { headers: events, pieces: ['data: a'] }, [text('a')], joined('a')],
    [
      'a character cut in two',
      { headers: events, pieces: ['data: ', Buffer.of(0xe2, 0x82), Buffer.of(0xac), '\n\n'] },
      [text('€')],
      joined('€'),
    ],
    [
      'line ends that are none in JSON',
      { headers: events, pieces: ['data: {"a":"\u2028\u0085"}\n\n'] },
      [json('{"a":"\u2028\u0085"}')],
      list('[{"a":"\u2028\u0085"}]'),
    ],
    [
      'an error that is not the last word',
      { headers: events, pieces: ['data: {"error":"again"}\n\n', 'data: {"ok":1}\n\n'] },
      [json('{"error":"again"}'), json('{"ok":1}')],
      list('[{"error":"again"},{"ok":1}]'),
    ],
    [
      'nothing',
      { headers: events, pieces: [': only a comment\n\n'] },
      [],
      { kind: 'success', content: { kind: 'empty' } },
    ],
    [
      'packed events',
      { headers: { ...events, 'content-encoding': 'gzip' }, pieces: ['gzip'] },
      [json('{"packed":true}')],
      list('[{"packed":true}]'),
    ],
    [
      'JSON lines',
      { headers: lines, pieces: ['{"a":1}\n{"a"', ':2}\r\n\n', '"x"'] },
      [json('{"a":1}'), json('{"a":2}'), json('"x"')],
      list('[{"a":1},{"a":2},"x"]'),
    ],
    ['no JSON lines', { headers: lines, pieces: [] }, [], list('[]')],
    [
      'a JSON text sequence',
      { headers: { 'content-type': 'application/json-seq' }, pieces: ['\u001e{"a":1}\n\u001e{"a"', ':2}\n'] },
      [json('{"a":1}'), json('{"a":2}')],
      list('[{"a":1},{"a":2}]'),
    ],
  ])('of %s', async (_name, reply, chunks, whole) => {
    await using scene = await setScene(reply);
    const { invoker } = scene.live;
    expect(await collect(await invoker.invoke(toCall(read, {}), nobody, { streams: true }))).toEqual(chunks);
    expect(await invoker.invoke(toCall(read, {}), nobody)).toMatchObject(whole);
  });

  it('of plain text without a length is a stream for those who ask for one', async () => {
    await using scene = await setScene({
      headers: { 'content-type': 'text/plain; charset=iso-8859-1' },
      pieces: ['a', 'b'],
    });
    const { invoker } = scene.live;
    const outcome = await invoker.invoke(toCall(read, {}), nobody, { streams: true });
    expect(outcome).toMatchObject({ kind: 'stream', status: 200, mediaType: 'text/plain' });
    expect((await collect(outcome)).map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join('')).toBe('ab');
    expect(await invoker.invoke(toCall(read, {}), nobody)).toMatchObject(joined('ab'));
  });

  it.each<[string, Scripted, object]>([
    ['text with a length', { text: 'hello' }, { kind: 'success', content: { kind: 'text', text: 'hello' } }],
    ['JSON', { json: { a: 1 } }, { kind: 'success', content: { kind: 'json', text: '{"a":1}' } }],
    [
      'an error with the type of a stream',
      { status: 500, headers: events, pieces: ['data: no\n\n'] },
      { kind: 'problem', code: 'upstream_failed', status: 500 },
    ],
  ])('is not %s', async (_name, reply, outcome) => {
    await using scene = await setScene(reply);
    expect(await scene.live.invoker.invoke(toCall(read, {}), nobody, { streams: true })).toMatchObject(outcome);
  });
});

describe('a stream that fails', () => {
  it.each<[string, Scripted, readonly Chunk[], string]>([
    [
      'by an event of that name',
      {
        headers: events,
        pieces: ['data: a\n\n', 'event: error\ndata: {"message":"out of\\npaper"}\n\n', 'data: b\n\n'],
      },
      [text('a'), { kind: 'failed', code: 'upstream_failed', message: 'out of paper' }],
      'out of paper',
    ],
    [
      'by an event without JSON',
      { headers: events, pieces: ['event: error\ndata: overloaded\n\n'] },
      [{ kind: 'failed', code: 'upstream_failed', message: 'overloaded' }],
      'overloaded',
    ],
    [
      'by an error as its last word',
      { headers: events, pieces: ['data: {"a":1}\n\n', 'data: {"error":{"message":"quota"}}\n\ndata: [DONE]\n\n'] },
      [json('{"a":1}'), { kind: 'failed', code: 'upstream_failed', message: 'quota' }],
      'quota',
    ],
    [
      'by a line that is no JSON',
      { headers: lines, pieces: ['{"a":1}\n', '{"a":\n'] },
      [
        json('{"a":1}'),
        {
          kind: 'failed',
          code: 'upstream_bad_reply',
          message: 'The service streams JSON, and one of its lines is none: {"a":',
        },
      ],
      'one of its lines is none',
    ],
  ])('%s', async (_name, reply, chunks, message) => {
    await using scene = await setScene(reply);
    const { invoker } = scene.live;
    expect(await collect(await invoker.invoke(toCall(write, {}), nobody, { streams: true }))).toEqual(chunks);
    const outcome = await invoker.invoke(toCall(write, {}), nobody);
    expect(outcome).toMatchObject({ kind: 'problem', status: 200, message: expect.stringContaining(message) });
  });

  it('by its connection keeps what came, and says so', async () => {
    await using scene = await setScene({ headers: events, pieces: ['data: a\n\n', 'break'] });
    const chunks = await collect(await scene.live.invoker.invoke(toCall(write, {}), nobody, { streams: true }));
    expect(chunks).toEqual([text('a'), { kind: 'failed', code: 'upstream_bad_reply', message: expect.any(String) }]);
    expect(scene.server.requests).toHaveLength(1);
  });

  it('by its size', async () => {
    const line = `data: ${'x'.repeat(60_000)}\n\n`;
    await using scene = await setScene({ headers: events, pieces: [line, line, line] });
    const chunks = await collect(await scene.live.invoker.invoke(toCall(read, {}), nobody, { streams: true }));
    expect(chunks.at(-1)).toMatchObject({ kind: 'failed', code: 'upstream_reply_too_large' });
    expect(scene.server.requests).toHaveLength(1);
  });

  it('before anything was said is thrown to those who wait for the whole', async () => {
    await using scene = await setScene({ headers: events, pieces: ['break'] });
    await expect(scene.live.invoker.invoke(toCall(write, {}), nobody)).rejects.toMatchObject({
      code: 'upstream_bad_reply',
    });
  });
});

describe('a safe stream that breaks', () => {
  it('goes on after its last event, with nothing twice', async () => {
    await using scene = await setScene([
      { headers: events, pieces: ['retry: 250\nid: 1\ndata: a\n\n', 'id: 2\ndata: b\n\n', 'data: half', 'break'] },
      { status: 503, text: '' },
      { headers: events, pieces: ['id: 2\ndata: b\n\n', 'id: 3\ndata: c\n\n'] },
    ]);
    const { invoker, pauses } = scene.live;
    const chunks = await collect(await invoker.invoke(toCall(read, {}), nobody, { streams: true }));
    expect(chunks).toEqual([text('a'), text('b'), text('c')]);
    expect(scene.server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2', '2']);
    expect(pauses).toEqual([250, 500]);
  });

  it('starts again when nothing had come', async () => {
    await using scene = await setScene([
      { headers: events, pieces: ['break'] },
      { headers: events, pieces: ['data: a\n\n'] },
    ]);
    expect(await scene.live.invoker.invoke(toCall(read, {}), nobody)).toMatchObject(joined('a'));
  });

  it('ends when the service says that there is no more', async () => {
    await using scene = await setScene([{ headers: events, pieces: ['id: 1\ndata: a\n\n', 'break'] }, { status: 204 }]);
    expect(await scene.live.invoker.invoke(toCall(read, {}), nobody)).toMatchObject(joined('a'));
  });

  it.each<[string, readonly Scripted[], string, number]>([
    ['events have no ids', [{ headers: events, pieces: ['data: a\n\n', 'break'] }], 'upstream_bad_reply', 1],
    [
      'it is refused',
      [
        { headers: events, pieces: ['id: 1\ndata: a\n\n', 'break'] },
        { status: 410, text: '' },
      ],
      'upstream_rejected',
      2,
    ],
    [
      'it breaks again and again',
      [
        { headers: events, pieces: ['id: 1\ndata: a\n\n', 'break'] },
        { headers: events, pieces: ['break'] },
      ],
      'upstream_bad_reply',
      6,
    ],
  ])('fails when %s', async (_name, replies, code, requests) => {
    await using scene = await setScene(replies);
    const chunks = await collect(await scene.live.invoker.invoke(toCall(read, {}), nobody, { streams: true }));
    expect(chunks).toEqual([text('a'), expect.objectContaining({ kind: 'failed', code })]);
    expect(scene.server.requests).toHaveLength(requests);
  });
});

describe('the reader of a stream', () => {
  it('has each piece as it arrives, and ends the request by leaving', async () => {
    await using scene = await setScene({ headers: events, pieces: ['data: a\n\n', 'wait', 'data: b\n\n', 'wait'] });
    const outcome = await scene.live.invoker.invoke(toCall(write, {}), nobody, { streams: true });
    if (outcome.kind !== 'stream') throw new Error('not a stream');
    for await (const chunk of outcome.chunks) {
      if (chunk.kind === 'text' && chunk.text === 'b') break;
      expect(chunk).toEqual(text('a'));
      scene.server.release();
    }
    await scene.server.abandoned;
  });

  it('ends it by a signal, also when it is a write', async () => {
    await using scene = await setScene({ headers: events, pieces: ['data: a\n\n', 'wait'] });
    const abort = new AbortController();
    const outcome = await scene.live.invoker.invoke(toCall(write, {}), nobody, { streams: true, abort: abort.signal });
    if (outcome.kind !== 'stream') throw new Error('not a stream');
    const reading = (async () => {
      for await (const _chunk of outcome.chunks) abort.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    await scene.server.abandoned;
  });

  it('slows the service down', async () => {
    const count = 640;
    const piece = `${JSON.stringify({ text: 'x'.repeat(64_000) })}\n`;
    await using scene = await setScene(
      { headers: lines, pieces: Array.from({ length: count }, () => piece) },
      { maxReplySize: 1e9 },
    );
    const outcome = await scene.live.invoker.invoke(toCall(read, {}), nobody, { streams: true });
    if (outcome.kind !== 'stream') throw new Error('not a stream');
    let taken = 0;
    let lead = 0;
    for await (const _chunk of outcome.chunks) {
      taken += 1;
      for (let turn = 0; turn < 5; turn += 1) await setImmediate();
      lead = Math.max(lead, scene.server.sent() - taken);
    }
    expect(taken).toBe(count);
    // What the sockets of the machine hold, a few megabytes, and no more.
    expect(lead).toBeLessThan(count / 3);
  });
});

describe('the time of a stream', () => {
  const timeout = 300;

  it('has no end as long as it moves', async () => {
    const pieces = Array.from({ length: 5 }, (_, at) => [`data: ${at}\n\n`, 'wait']).flat();
    await using scene = await setScene({ headers: events, pieces }, { timeout });
    const outcome = await scene.live.invoker.invoke(toCall(write, {}), nobody, { streams: true });
    if (outcome.kind !== 'stream') throw new Error('not a stream');
    const chunks: Chunk[] = [];
    for await (const chunk of outcome.chunks) {
      chunks.push(chunk);
      void setTimeout(timeout / 2).then(() => scene.server.release());
    }
    expect(chunks).toEqual(['0', '1', '2', '3', '4'].map(text));
  });

  it('is over when it is silent', async () => {
    await using scene = await setScene({ headers: events, pieces: ['id: 1\ndata: a\n\n', 'wait'] }, { timeout });
    const chunks = await collect(await scene.live.invoker.invoke(toCall(read, {}), nobody, { streams: true }));
    expect(chunks).toEqual([text('a'), expect.objectContaining({ kind: 'failed', code: 'upstream_timeout' })]);
    await scene.server.abandoned;
  });

  it('is over some day for those who wait for the whole', async () => {
    const pieces = Array.from({ length: 1_000 }, () => ['data: tick\n\n', 'wait']).flat();
    await using scene = await setScene({ headers: events, pieces }, { timeout: 50 });
    const ticking = setInterval(() => scene.server.release(), 10);
    const outcome = await scene.live.invoker.invoke(toCall(write, {}), nobody);
    clearInterval(ticking);
    expect(outcome).toMatchObject({ kind: 'problem', code: 'upstream_outcome_unknown' });
  });
});
