// A language model beside the gateway: what the words of a message do not tell is chosen by it, checked like any call, and asked back
// when it changes something. Whatever is wrong with the model, callers are answered as if there were none.

import { describe, expect, test } from 'vitest';
import { startGateway, type RpcAnswer, type RunningGateway, type WireTask } from '../support/gateway.ts';
import {
  breaksDown,
  calls,
  callsAll,
  drips,
  floods,
  hangs,
  refuses,
  resets,
  says,
  sends,
  startModel,
  type Answer,
  type RunningModel,
} from '../upstreams/model.ts';
import { startPets } from '../upstreams/pets.ts';
import type { RunningUpstream } from '../upstreams/start.ts';

const key = 'sk-test-0123456789abcdef';

interface Shelter extends AsyncDisposable {
  readonly gateway: RunningGateway;
  readonly pets: RunningUpstream;
  readonly model: RunningModel;
  say(text: string, more?: object): Promise<Said>;
}

interface Said {
  readonly answer: RpcAnswer;
  readonly task: WireTask | undefined;
  readonly state: string;
  /** Of the message, or of the status of the task. */
  readonly text: string;
  readonly data: unknown;
}

/** `off`: there is no model in the configuration. */
interface Settings {
  readonly timeout?: string;
  readonly off?: boolean;
  readonly summarise?: boolean;
}

async function startShelter(
  script: readonly Answer[],
  { timeout = '20s', off = false, summarise = false }: Settings = {},
): Promise<Shelter> {
  const stack = new AsyncDisposableStack();
  const pets = stack.use(await startPets());
  const model = stack.use(await startModel(...script));
  const settings = { url: model.url, model: 'scripted', apiKey: '${MODEL_KEY}', timeout, summarise };
  const gateway = stack.use(
    await startGateway({
      env: { MODEL_KEY: key },
      config: {
        targets: { pets: { spec: 'openapi/pets.yaml', upstreams: [pets.url] } },
        ...(off ? {} : { converse: { model: settings } }),
      },
    }),
  );
  return {
    gateway,
    pets,
    model,
    say: async (text, more = {}) => toSaid(await say(gateway, text, more)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

let messages = 0;

function say(gateway: RunningGateway, text: string, more: object): Promise<RpcAnswer> {
  messages += 1;
  const message = { messageId: `model-${messages}`, role: 'ROLE_USER', parts: [{ text }], ...more };
  return gateway.rpc({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }, { 'a2a-version': '1.0' });
}

interface Result {
  readonly message?: { readonly parts: readonly { readonly text?: string; readonly data?: unknown }[] };
  readonly task?: WireTask;
}

function toSaid(answer: RpcAnswer): Said {
  const { message, task } = (answer.body.result ?? {}) as Result;
  const parts = message?.parts ?? task?.status.message?.parts ?? [];
  return {
    answer,
    task,
    state: task?.status.state ?? (message === undefined ? 'error' : 'message'),
    text: parts
      .map((part) => part.text ?? '')
      .join('\n')
      .trim(),
    data: parts.find((part) => part.data !== undefined)?.data,
  };
}

/** In words that no skill has. */
const first = '¿Qué se sabe del animalito número uno?';

describe('a sentence that the words of the skills do not explain', () => {
  test('is a call that the model chose', async () => {
    await using shelter = await startShelter([calls('getPetById', { petId: 1 })]);
    const said = await shelter.say(first);
    expect([said.state, said.data]).toEqual(['message', expect.objectContaining({ id: 1, name: 'Rex' })]);
    expect(shelter.pets.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /pets/1']);
    expect(shelter.gateway.lines.find(({ msg }) => msg === 'call')).toMatchObject({
      skill: 'getPetById',
      resolvedBy: 'model',
    });
    expect(shelter.gateway.lines.find(({ msg }) => msg === 'model')).toMatchObject({ requests: 1, tokens: 150 });
    expect(shelter.model.complaints).toEqual([]);
    expect(shelter.model.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`]);
  });

  test('is a call whose arguments the model put right', async () => {
    await using shelter = await startShelter([calls('getPetById', { id: '1' }), calls('getPetById', { petId: 1 })]);
    expect((await shelter.say(first)).data).toMatchObject({ name: 'Rex' });
    expect(shelter.model.complaints).toEqual([]);
  });

  test('is a question of the model, with candidates that a number answers', async () => {
    await using shelter = await startShelter([says('¿Qué animalito?')]);
    const said = await shelter.say('¿Qué se sabe?');
    expect([said.state, said.text]).toEqual(['TASK_STATE_INPUT_REQUIRED', expect.stringMatching(/^¿Qué animalito\?/)]);
  });

  test('is asked back when the model would change something, and done after a yes', async () => {
    await using shelter = await startShelter([calls('deletePet', { petId: 1 })]);
    const asked = await shelter.say('Ya no está el animalito uno, bórralo');
    expect([asked.state, asked.text]).toEqual([
      'TASK_STATE_INPUT_REQUIRED',
      expect.stringContaining('deletePet {"petId":1}'),
    ]);
    expect(shelter.pets.requests).toEqual([]);
    const done = await shelter.say('yes', { contextId: asked.task?.contextId });
    expect(done.state).toBe('TASK_STATE_COMPLETED');
    expect(shelter.pets.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /pets/1']);
    expect(shelter.model.seen.length).toBe(1);
  });

  test('is left undone after a no', async () => {
    await using shelter = await startShelter([calls('deletePet', { petId: 1 })]);
    const asked = await shelter.say('Ya no está el animalito uno, bórralo');
    await shelter.say('no', { taskId: asked.task?.id, contextId: asked.task?.contextId });
    expect(shelter.pets.requests).toEqual([]);
  });
});

describe('the model is not asked', () => {
  test.each([
    ['a call line', 'getPetById {"petId":1}'],
    ['typed pairs', 'getPetById petId=1'],
    ['a route', 'GET /pets/1'],
    ['help', 'help'],
  ])('for %s', async (_, text) => {
    await using shelter = await startShelter([calls('deletePet', { petId: 1 })]);
    await shelter.say(text);
    expect(shelter.model.seen).toEqual([]);
  });

  test('for data', async () => {
    await using shelter = await startShelter([calls('deletePet', { petId: 1 })]);
    await shelter.gateway.call('getPetById', { petId: 1 });
    expect(shelter.model.seen).toEqual([]);
  });

  test('when there is none, which is the default', async () => {
    await using shelter = await startShelter([calls('getPetById', { petId: 1 })], { off: true });
    expect((await shelter.say(first)).state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect([shelter.model.seen, shelter.gateway.lines.filter(({ msg }) => msg === 'model')]).toEqual([[], []]);
  });
});

describe('whatever is wrong with the model, the answer is the one without it', () => {
  const wrong: readonly (readonly [string, Answer, unknown])[] = [
    ['a wrong key', refuses(401, 'invalid_api_key', `Incorrect API key: ${key}`), 'status'],
    ['too many requests', refuses(429, 'rate_limit_exceeded', 'Slow down', { 'retry-after': '1' }), 'status'],
    ['an error as HTML', breaksDown, 'status'],
    ['a broken connection', resets, 'unreachable'],
    ['silence', hangs, 'timeout'],
    ['a reply in drops', drips, 'timeout'],
    ['a reply without end', floods, 'too_large'],
    ['broken JSON', sends('{"choices":'), 'malformed'],
    ['a tool that is not there', calls('formatDisk', {}), 'unknown_tool'],
    [
      'two calls',
      callsAll([
        { name: 'getPetById', args: { petId: 1 } },
        { name: 'deletePet', args: { petId: 1 } },
      ]),
      'several_calls',
    ],
    ['arguments that stay wrong', calls('getPetById', 'one'), 'bad_arguments'],
    ['an answer out of its head', says('Rex is a cat.'), 'no_question'],
  ];

  test.each(wrong)('%s', async (_, answer, code) => {
    await using plain = await startShelter([], { off: true });
    await using shelter = await startShelter([answer], { timeout: '300ms' });
    const [expected, said] = [await plain.say(first), await shelter.say(first)];
    expect([said.state, said.text, said.data]).toEqual([expected.state, expected.text, expected.data]);
    expect(said.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const lines = shelter.gateway.lines.filter(({ msg }) => msg === 'model');
    expect(lines).toEqual([expect.objectContaining({ level: 40, code })]);
    expect(shelter.pets.requests).toEqual([]);
    expect(JSON.stringify(shelter.gateway.lines)).not.toContain(key);
  });
});

test('a caller that goes away ends the request to the model', async () => {
  await using shelter = await startShelter([hangs]);
  const leaving = new AbortController();
  const message = { messageId: 'leaving-1', role: 'ROLE_USER', parts: [{ text: first }] };
  const left = fetch(`${shelter.gateway.url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
    signal: leaving.signal,
  }).catch(() => {});
  await shelter.model.next();
  leaving.abort();
  await left;
  const gone = () => shelter.gateway.lines.find(({ code }) => code === 'gone');
  await expect.poll(gone, { timeout: 10_000 }).toMatchObject({ msg: 'model', level: 20 });
});

describe('a summary', () => {
  test('stands before the answer, which goes to the model only then', async () => {
    await using shelter = await startShelter([says('Rex is a dog that is available.')], { summarise: true });
    const said = await shelter.say('getPetById petId=1');
    expect(said.text).toMatch(/^Rex is a dog that is available\.\n/);
    expect(said.data).toMatchObject({ name: 'Rex' });
    expect(JSON.stringify(shelter.model.seen.at(-1))).toContain('2021-04-12');
  });

  test('that fails is left away', async () => {
    await using shelter = await startShelter([breaksDown], { summarise: true });
    const said = await shelter.say('getPetById petId=1');
    expect(said).toMatchObject({ state: 'message', data: { name: 'Rex' } });
  });

  test('is not asked for where it is off, nor for data', async () => {
    await using off = await startShelter([]);
    await off.say('getPetById petId=1');
    expect(off.model.seen).toHaveLength(0);
    await using on = await startShelter([], { summarise: true });
    await on.gateway.call('getPetById', { petId: 1 });
    expect(on.model.seen).toHaveLength(0);
  });
});
