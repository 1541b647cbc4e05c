// Callers that speak text, through the whole gateway: what is missing is asked for, what would be destroyed is asked back, and answers
// go on with the task by its id or by its context.

import { describe, expect, test } from 'vitest';
import type { ConfigInput } from '../../src/config/config.ts';
import { post, startGateway, type RunningGateway } from '../support/gateway.ts';
import { startPets } from '../upstreams/pets.ts';
import type { RunningUpstream } from '../upstreams/start.ts';

interface Talk extends AsyncDisposable {
  readonly service: RunningUpstream;
  readonly gateway: RunningGateway;
  say(text: string, ids?: Ids): Promise<Heard>;
  tell(parts: readonly unknown[], ids?: Ids): Promise<Heard>;
}

interface Ids {
  readonly taskId?: string;
  readonly contextId?: string;
}

interface Heard {
  readonly state: string | undefined;
  readonly ids: Required<Ids>;
  /** What a reader sees: the message, or what the status says, or the artifacts. */
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly error: { readonly code: number; readonly message: string } | undefined;
}

async function startTalk(converse: ConfigInput['converse'] = {}): Promise<Talk> {
  const service = await startPets();
  const gateway = await startGateway({
    config: { targets: { pets: { spec: 'openapi/pets.yaml', upstreams: [service.url] } }, converse },
  });
  const tell: Talk['tell'] = async (parts, ids = {}) => {
    const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts, ...ids };
    const { body } = await post(
      `${gateway.url}/a2a`,
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
      { 'a2a-version': '1.0' },
    );
    return toHeard(body);
  };
  return {
    service,
    gateway,
    say: (text, ids) => tell([{ text }], ids),
    tell,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

interface WirePart {
  readonly text?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

interface WireAnswer {
  readonly message?: { readonly contextId: string; readonly parts: readonly WirePart[] };
  readonly task?: {
    readonly id: string;
    readonly contextId: string;
    readonly status: { readonly state: string; readonly message?: { readonly parts: readonly WirePart[] } };
    readonly artifacts?: readonly { readonly parts: readonly WirePart[] }[];
  };
}

function toHeard({ result, error }: { readonly result?: unknown; readonly error?: Heard['error'] }): Heard {
  const { message, task } = (result ?? {}) as WireAnswer;
  const parts = [
    ...(message?.parts ?? []),
    ...(task?.status.message?.parts ?? []),
    ...(task?.artifacts ?? []).flatMap((artifact) => artifact.parts),
  ];
  return {
    state: task?.status.state,
    ids: { taskId: task?.id ?? '', contextId: task?.contextId ?? message?.contextId ?? '' },
    text: parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n'),
    data: parts.find(({ data }) => data !== undefined)?.data,
    error,
  };
}

const asked = 'TASK_STATE_INPUT_REQUIRED';
const done = 'TASK_STATE_COMPLETED';

const byTask = ({ ids }: Heard): Ids => ({ taskId: ids.taskId });
const byContext = ({ ids }: Heard): Ids => ({ contextId: ids.contextId });
const byBoth = ({ ids }: Heard): Ids => ids;

describe('an argument is missing', () => {
  test('the question says which, and how to say all in one message', async () => {
    await using talk = await startTalk();
    const question = await talk.say('getPetById');
    expect(question.state).toBe(asked);
    expect(question.text).toContain('petId');
    expect(question.text).toContain('getPetById {"petId":1}');
    expect(question.data).toMatchObject({
      question: 'complete',
      candidates: [{ skillId: 'getPetById', missing: ['petId'], inputSchema: { type: 'object' } }],
    });
    expect(talk.service.requests).toHaveLength(0);
  });

  describe.each([
    ['taskId', byTask],
    ['contextId alone', byContext],
    ['both', byBoth],
  ])('the answer by %s', (_, ids) => {
    test.each([
      ['a bare value', [{ text: '2' }]],
      ['a quoted value', [{ text: '"2"' }]],
      ['a sentence', [{ text: 'the pet id is 2' }]],
      ['a pair', [{ text: 'petId=2' }]],
      ['JSON as text', [{ text: '{"petId": 2}' }]],
      ['a data part', [{ data: { petId: 2 } }]],
      ['a call line', [{ text: 'getPetById {"petId":2}' }]],
      ['an envelope', [{ data: { skill: 'getPetById', arguments: { petId: 2 } } }]],
    ])('%s', async (__, parts) => {
      await using talk = await startTalk();
      const question = await talk.say('getPetById');
      const answer = await talk.tell(parts, ids(question));
      expect(answer.text + JSON.stringify(answer.data)).toContain('Bella');
      expect(talk.service.requests.map(({ path }) => path)).toEqual(['/pets/2']);
    });
  });

  test('the same task is completed', async () => {
    await using talk = await startTalk();
    const question = await talk.say('getPetById');
    const answer = await talk.say('2', byContext(question));
    expect(answer).toMatchObject({ state: done, ids: question.ids });
  });

  test('a value of the wrong type is asked for again', async () => {
    await using talk = await startTalk();
    const question = await talk.say('getPetById petId=Bella');
    expect(question).toMatchObject({ state: asked });
    expect(question.text).toContain('Bella');
    const again = await talk.say('fluffy', byTask(question));
    expect(again).toMatchObject({ state: asked, ids: question.ids });
    expect(await talk.say('2', byTask(question))).toMatchObject({ state: done });
  });
});

describe('several skills may be meant', () => {
  test.each([
    ['a number', '2'],
    ['an ordinal', 'the second one'],
    ['its name', 'listPets'],
  ])('%s chooses', async (_, reply) => {
    await using talk = await startTalk();
    const question = await talk.say('pet things');
    expect(question).toMatchObject({ state: asked, data: { question: 'choose' } });
    const answer = await talk.say(reply, byContext(question));
    expect(answer.state === done || answer.state === asked).toBe(true);
    expect(answer.ids).toEqual(question.ids);
  });
});

describe('a call that destroys', () => {
  test.each([
    ['a call line', 'deletePet {"petId":3}'],
    ['a sentence', 'please remove the pet with id 3'],
    ['a route', 'DELETE /pets/3'],
  ])('%s is asked back, and made after a yes', async (_, text) => {
    await using talk = await startTalk();
    const question = await talk.say(text);
    expect(question).toMatchObject({
      state: asked,
      data: { question: 'confirm', candidates: [{ skillId: 'deletePet', callLine: 'confirm deletePet {"petId":3}' }] },
    });
    expect(talk.service.requests).toHaveLength(0);
    expect(await talk.say('yes', byContext(question))).toMatchObject({ state: done });
    expect(talk.service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /pets/3']);
  });

  test('one line does it at once', async () => {
    await using talk = await startTalk();
    expect((await talk.say('confirm deletePet {"petId":3}')).error).toBeUndefined();
    expect(talk.service.requests).toHaveLength(1);
  });

  test('a no leaves it', async () => {
    await using talk = await startTalk();
    const question = await talk.say('deletePet petId=3');
    expect(await talk.say('no, thanks', byContext(question))).toMatchObject({ state: 'TASK_STATE_CANCELED' });
    expect(talk.service.requests).toHaveLength(0);
  });

  test('a sentence that changes something is asked back, too', async () => {
    await using talk = await startTalk();
    const question = await talk.say('add a pet named Otto of kind dog');
    expect(question).toMatchObject({ state: asked });
    expect(talk.service.requests).toHaveLength(0);
  });

  test('a data part is no text: it is done', async () => {
    await using talk = await startTalk();
    const answer = await talk.tell([{ data: { skill: 'deletePet', arguments: { petId: 3 } } }]);
    expect(answer.error).toBeUndefined();
    expect(talk.service.requests).toHaveLength(1);
  });
});

describe('a change of mind', () => {
  test.each([
    ['by context', byContext],
    ['by task', byTask],
  ])('begins another task %s, and the first is cancelled', async (_, ids) => {
    await using talk = await startTalk();
    const question = await talk.say('getPetById');
    const other = await talk.say('listPets limit=1', ids(question));
    expect(other).toMatchObject({ state: done, ids: { contextId: question.ids.contextId } });
    expect(other.ids.taskId).not.toBe(question.ids.taskId);
    const { body } = await post(
      `${talk.gateway.url}/a2a`,
      { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: question.ids.taskId } },
      { 'a2a-version': '1.0' },
    );
    expect(body.result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
  });

  test('two waiting tasks of one context are told apart by their ids alone', async () => {
    await using talk = await startTalk();
    const first = await talk.say('getPetById', { contextId: 'c-1' });
    const { body } = await post(
      `${talk.gateway.url}/a2a`,
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: {
            messageId: 'm-x',
            role: 'ROLE_USER',
            contextId: 'c-1',
            parts: [{ text: 'deletePet petId=3' }],
            metadata: { skillId: 'deletePet' },
          },
        },
      },
      { 'a2a-version': '1.0' },
    );
    expect(body.result).toMatchObject({ task: { status: { state: asked } } });
    const fresh = await talk.say('2', { contextId: 'c-1' });
    expect(fresh.ids.taskId).not.toBe(first.ids.taskId);
    expect(await talk.say('2', byTask(first))).toMatchObject({ state: done, ids: first.ids });
  });
});

describe('settings', () => {
  test('without questions, what is not understood is an error', async () => {
    await using talk = await startTalk({ ask: false });
    expect((await talk.say('getPetById')).error).toMatchObject({ code: -32602 });
    expect((await talk.say('pet things')).error).toMatchObject({ code: -32602 });
  });

  test('confirm: never', async () => {
    await using talk = await startTalk({ confirm: 'never' });
    expect((await talk.say('deletePet petId=3')).error).toBeUndefined();
    expect(talk.service.requests).toHaveLength(1);
  });

  test('confirm: unsafe', async () => {
    await using talk = await startTalk({ confirm: 'unsafe' });
    expect(await talk.say('createPet name=Otto kind=dog')).toMatchObject({ state: asked });
    expect(await talk.say('listPets limit=1')).toMatchObject({ state: undefined });
  });
});
