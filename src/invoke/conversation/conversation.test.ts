import { describe, expect, it } from 'vitest';
import { createHttpSkill, toCall } from '../../../test/support/http-skill.ts';
import { createLiveInvoker, nobody, type LiveInvoker } from '../../../test/support/live-invoker.ts';
import { startJobs, type JobServer, type Scripted } from '../../../test/upstreams/jobs.ts';
import type { Skill } from '../../catalog/skill.ts';
import type { ConversationFile } from '../../config/schema-agent.ts';
import { parseJson } from '../../lib/json.ts';
import { findMappingMistakes } from '../check-mappings.ts';
import type { InvokeOptions, TurnFacts } from '../call.ts';

const turn: TurnFacts = { text: 'hello', messageId: 'm1', contextId: 'c1', taskId: 't1' };

const plain = createHttpSkill({
  id: 'chat',
  route: 'POST /chat/{room}',
  arguments: {
    room: ['path!', { type: 'string' }],
    'X-Message-Id': ['header!', { type: 'string' }],
    session: ['header', { type: 'string' }, 'X-Session'],
    text: ['field!', { type: 'string' }],
    input: ['field', { type: 'object' }],
    all: ['field', { type: 'array' }],
  },
  extras: true,
});
const names = { text: 'text', messageId: 'x-message-id', session: 'X-Session', arguments: { room: 'lobby' } };

interface Scene extends AsyncDisposable {
  readonly server: JobServer;
  readonly live: LiveInvoker;
  say(
    facts?: Partial<TurnFacts>,
    args?: unknown,
    options?: InvokeOptions,
  ): ReturnType<LiveInvoker['invoker']['invoke']>;
}

async function setScene(reply: Scripted | readonly Scripted[], conversation: ConversationFile = names): Promise<Scene> {
  const server = await startJobs();
  server.script('/chat/lobby', ...[reply].flat());
  const chat: Skill = { ...plain, conversation };
  const live = createLiveInvoker({ url: server.url, skills: [chat] });
  return {
    server,
    live,
    say: (facts = {}, args = {}, options = {}) =>
      live.invoker.invoke(toCall(chat, args), nobody, { turn: { ...turn, ...facts }, ...options }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await live[Symbol.asyncDispose]();
    },
  };
}

describe('the facts of a turn', () => {
  it('go into the arguments that are named', async () => {
    await using scene = await setScene(
      { text: 'hi' },
      { ...names, contextId: '/input/at/0/context', taskId: '/input/task' },
    );
    await scene.say({ session: 's1' });
    const [request] = scene.server.requests;
    expect(request?.headers).toMatchObject({ 'x-message-id': 'm1', 'x-session': 's1' });
    expect(JSON.parse(request?.body ?? '')).toEqual({ text: 'hello', input: { at: [{ context: 'c1' }], task: 't1' } });
  });

  it('go into fields of the body also where a pointer names the body', async () => {
    await using scene = await setScene({ text: 'hi' }, { ...names, text: '/body/text', taskId: '/body/input/task' });
    await scene.say();
    expect(JSON.parse(scene.server.requests[0]?.body ?? '')).toEqual({ text: 'hello', input: { task: 't1' } });
  });

  it('have all parts of the message, for a service that takes them', async () => {
    await using scene = await setScene({ text: 'hi' }, { ...names, parts: 'all' });
    await scene.say({ parts: () => [{ text: 'hello' }, { data: { id: parseJson('9007199254740993') } }] });
    expect(scene.server.requests[0]?.body).toContain('"all":[{"text":"hello"},{"data":{"id":9007199254740993}}]');
  });

  it('leave a text of the caller alone, and decide the ids', async () => {
    await using scene = await setScene({ text: 'hi' });
    await scene.say({}, { text: 'mine', 'x-message-id': 'forged' });
    const [request] = scene.server.requests;
    expect([request?.headers['x-message-id'], request?.body]).toEqual(['m1', '{"text":"mine"}']);
  });

  it('do not change the constants of the mapping', async () => {
    const conversation: ConversationFile = {
      messageId: 'X-Message-Id',
      text: '/input/messages/0/content',
      arguments: { room: 'lobby', text: '', input: { messages: [{ role: 'user' }] } },
    };
    await using scene = await setScene({ text: 'hi' }, conversation);
    await scene.say({ text: 'one' });
    await scene.say({ text: 'two' });
    expect(
      scene.server.requests.map(({ body }) => (JSON.parse(body) as { input: { messages: unknown } }).input.messages),
    ).toEqual([[{ role: 'user', content: 'one' }], [{ role: 'user', content: 'two' }]]);
  });

  it('are nothing to a call without a turn', async () => {
    await using scene = await setScene({ text: 'hi' });
    const { invoker } = scene.live;
    const args = { room: 'lobby', 'X-Message-Id': 'mine', text: 'a' };
    const outcome = await invoker.invoke(toCall({ ...plain, conversation: names }, args), nobody);
    expect(outcome).toMatchObject({ kind: 'success' });
  });
});

const completed = (artifacts: readonly object[], more: object = {}) => ({
  kind: 'mapped',
  status: 200,
  state: 'completed',
  artifacts,
  asMessage: false,
  ...more,
});
const waits = (state: string, text: string, more: object = {}) => ({
  kind: 'mapped',
  state,
  text,
  artifacts: [],
  ...more,
});
const problem = (status: number, type: string, more: object = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  text: JSON.stringify({ type, title: 'Title', status, detail: 'Which city?', ...more }),
});

describe('an answer by what HTTP says', () => {
  it.each<[string, Scripted, object]>([
    ['text', { text: 'hi' }, completed([{ content: { kind: 'text', mediaType: 'text/plain', text: 'hi' } }])],
    [
      'JSON, digits kept',
      { text: '{"n":9007199254740993}', headers: { 'content-type': 'application/json' } },
      completed([{ content: { kind: 'json', mediaType: 'application/json', text: '{"n":9007199254740993}' } }]),
    ],
    [
      'an attachment',
      { text: 'tck', headers: { 'content-disposition': 'attachment; filename="output.txt"' } },
      completed([
        {
          name: 'output.txt',
          content: { kind: 'bytes', mediaType: 'text/plain', bytes: Buffer.from('tck'), filename: 'output.txt' },
        },
      ]),
    ],
    [
      'files it links to',
      {
        status: 204,
        headers: {
          link: '<https://files.example.test/a.txt>; rel="enclosure"; type="text/plain"; title="out, 1.txt", <b%20c.png>; rel=enclosure, </x>; rel=next',
        },
      },
      completed(
        [
          {
            name: 'out, 1.txt',
            content: {
              kind: 'url',
              url: 'https://files.example.test/a.txt',
              mediaType: 'text/plain',
              filename: 'out, 1.txt',
            },
          },
          {
            content: {
              kind: 'url',
              url: 'http://jobs/chat/b%20c.png',
              mediaType: 'application/octet-stream',
              filename: 'b c.png',
            },
          },
        ],
        { status: 204 },
      ),
    ],
    ['nothing', { status: 204 }, completed([], { status: 204 })],
    [
      '409 that asks',
      problem(409, 'https://api.example.test/problems/input-required'),
      waits('input-required', 'Which city?'),
    ],
    ['401', { status: 401, json: { error: 'Log in' } }, waits('auth-required', 'Log in')],
    ['403', { status: 403, text: 'Not you' }, waits('auth-required', 'Not you')],
    ['422', problem(422, 'about:blank'), waits('rejected', 'Which city?')],
    ['400 that rejects', problem(400, 'urn:problem:rejected'), waits('rejected', 'Which city?')],
    ['409 that does not ask', problem(409, 'about:blank'), { kind: 'problem', code: 'upstream_rejected', status: 409 }],
    ['500', { status: 500, json: { error: 'no' } }, { kind: 'problem', code: 'upstream_failed' }],
  ])('%s', async (_name, reply, expected) => {
    await using scene = await setScene(reply);
    const outcome = await scene.say();
    const text = JSON.stringify(outcome).replaceAll(scene.server.url, 'http://jobs');
    expect(JSON.parse(text)).toMatchObject(JSON.parse(JSON.stringify(expected)) as object);
  });
});

describe('an answer by its mapping', () => {
  const reply: ConversationFile['reply'] = {
    text: '/answer/text',
    state: '/status',
    states: { 'Needs You': 'input-required', nope: 'rejected' },
    session: '/thread',
    artifacts: '/files',
    message: 'X-Small-Talk',
  };
  it.each<[string, Scripted, object]>([
    [
      'text, files and session',
      { json: { answer: { text: 'Here' }, files: [{ a: 1 }, 'b'], thread: 7, status: 'done' } },
      completed(
        [
          { content: { kind: 'json', mediaType: 'application/json', text: '{"a":1}' } },
          { content: { kind: 'text', mediaType: 'text/plain', text: 'b' } },
        ],
        { text: 'Here', session: '7' },
      ),
    ],
    [
      'a word of its own',
      { json: { answer: { text: 'Where?' }, status: 'needs_you', files: [1] } },
      waits('input-required', 'Where?'),
    ],
    ['a usual word', { json: { status: 'requires_action', question: 'Where?' } }, waits('input-required', 'Where?')],
    ['a refusal', { json: { status: 'NOPE', message: 'Not here' } }, waits('rejected', 'Not here')],
    ['a failure', { json: { status: 'failed', error: { message: 'no paper' } } }, waits('failed', 'no paper')],
    [
      'small talk',
      { json: { answer: { text: 'Hi' } }, headers: { 'x-small-talk': 'true' } },
      completed([], { text: 'Hi', asMessage: true }),
    ],
    [
      'no small talk',
      { json: { answer: { text: 'Hi' } }, headers: { 'x-small-talk': 'false' } },
      completed([], { text: 'Hi' }),
    ],
    [
      'neither',
      { json: { other: 1 } },
      completed([{ content: { kind: 'json', mediaType: 'application/json', text: '{"other":1}' } }]),
    ],
  ])('%s', async (_name, scripted, expected) => {
    await using scene = await setScene(scripted, { ...names, reply });
    expect(await scene.say()).toMatchObject(expected);
  });

  it('keeps the session that it does not repeat', async () => {
    await using scene = await setScene({ json: { status: 'needs you' } }, { ...names, reply });
    expect(await scene.say({ session: 's1' })).toMatchObject({ state: 'input-required', session: 's1' });
  });
});

describe('an answer that takes its time', () => {
  const reply = { session: 'X-Session', state: '/status', states: { 'waiting-for-input': 'input-required' } } as const;
  const accepted: Scripted = {
    status: 202,
    headers: { location: '/jobs/7', 'x-session': 's7' },
    json: { status: 'running' },
  };

  it.each<[string, Scripted, object]>([
    [
      'asks',
      { json: { status: 'waiting-for-input', message: 'Which?' } },
      waits('input-required', 'Which?', { session: 's7' }),
    ],
    ['goes on', { json: { status: 'running' } }, { kind: 'running' }],
    [
      'is done',
      { json: { status: 'completed', result: 'Here' } },
      { kind: 'success', content: { kind: 'text', text: 'Here' } },
    ],
    ['asks by a problem', problem(409, 'input-required'), waits('input-required', 'Which city?', { session: 's7' })],
    ['fails', { json: { status: 'failed', message: 'no paper' } }, { kind: 'problem', message: 'no paper' }],
  ])('is followed: it %s', async (_name, job, expected) => {
    await using scene = await setScene(accepted, { ...names, reply });
    scene.server.script('/jobs/7', job);
    const outcome = await scene.say();
    if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
    const look = await scene.live.invoker.lookAt(outcome.job, nobody);
    expect(look.kind === 'done' ? look.outcome : look).toMatchObject(expected);
  });

  it('is streamed, its pieces of text picked out', async () => {
    const events: Scripted = {
      headers: { 'content-type': 'text/event-stream' },
      pieces: ['data: {"delta":{"text":"Hel"}}\n\n', 'data: {"usage":1}\n\ndata: {"delta":{"text":"lo"}}\n\n'],
    };
    await using scene = await setScene(events, { ...names, reply: { delta: '/delta/text' } });
    const outcome = await scene.say({}, {}, { streams: true });
    if (outcome.kind !== 'stream') throw new Error('not a stream');
    expect(await Array.fromAsync(outcome.chunks)).toEqual([
      { kind: 'text', text: 'Hel' },
      { kind: 'text', text: 'lo' },
    ]);
    expect(await scene.say()).toMatchObject(completed([{ content: { kind: 'text', text: 'Hello' } }]));
  });
});

describe('a mapping that cannot be used', () => {
  it.each<[string, object, string]>([
    ['an argument that is not there', { text: 'txt' }, '/text names "txt", which is no argument of the skill'],
    ['a pointer to one that is not there', { text: '/txt/0' }, '/text names "/txt/0"'],
    ['an unknown key', { txet: 'text' }, 'additional properties'],
    ['an unknown state', { reply: { states: { a: 'b' } } }, '/reply/states/a'],
  ])('is refused by name: %s', (_name, conversation, message) => {
    const skill: Skill = { ...plain, operation: { ...plain.operation, extension: { conversation } } };
    expect(findMappingMistakes([skill])).toEqual([expect.stringContaining(message)]);
  });

  it('and one that can has no mistakes', () => {
    expect(findMappingMistakes([plain, { ...plain, conversation: names, job: { status: '/state' } }])).toEqual([]);
  });
});
