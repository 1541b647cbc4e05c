// docs/agents.md: one agent for each skill, so that the address says what a sentence leaves out. Orchestrators read its card, talk to
// the address in it, and need no more.

import { randomUUID } from 'node:crypto';
import { Role } from '@a2a-js/sdk';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { skillgate } from '../../src/plugin.ts';
import { connectV03, connectV1 } from '../support/clients.ts';
import { post, startDemo, startGateway, toSendMessage, type RpcAnswer, type WireTask } from '../support/gateway.ts';
import { startPets } from '../upstreams/pets.ts';

const cardPath = '/.well-known/agent-card.json';
const at = '/agents/pets.getPetById';
const rex = { id: 1, name: 'Rex' };

interface Card {
  readonly name: string;
  readonly description: string;
  readonly url?: string;
  readonly supportedInterfaces?: readonly { readonly url: string }[];
  readonly skills: readonly { readonly id: string; readonly examples: readonly string[] }[];
}

async function readCard(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Card> {
  return (await (await fetch(url + cardPath, { headers })).json()) as Card;
}

const v1 = { 'a2a-version': '1.0' };
const say = (url: string, parts: readonly unknown[], more: object = {}): Promise<RpcAnswer> =>
  post(`${url}/a2a`, toSendMessage(parts, { messageId: randomUUID(), ...more }), v1);

const dataOf = ({ body, text }: RpcAnswer): unknown => {
  const { message } = body.result as { readonly message?: { readonly parts: readonly { readonly data?: unknown }[] } };
  if (message === undefined) throw new Error(`there is no message: ${text}`);
  return message.parts.find(({ data }) => data !== undefined)?.data;
};

describe('the agent of a skill', () => {
  test.each(['pets.getPetById', 'pets.pets__getPetById'])('%s has a card with that skill alone', async (id) => {
    await using demo = await startDemo();
    const { gateway } = demo;
    const card = await readCard(`${gateway.url}/agents/${id}`);
    const root = await readCard(gateway.url);
    expect(card).toMatchObject({ name: `${root.name}: Get a pet`, url: `${gateway.url}${at}/a2a` });
    expect(card.skills).toEqual(root.skills.filter((skill) => skill.id === 'pets__getPetById'));
    expect(await readCard(`${gateway.url}/agents/${id}`, v1)).not.toHaveProperty('url');
    const old = await gateway.get(`/agents/${id}/.well-known/agent.json`, { 'a2a-version': '0.3' });
    expect(await old.json()).not.toHaveProperty('supportedInterfaces');
  });

  test.each<[string, readonly unknown[]]>([
    ['arguments as data', [{ data: { petId: 1 } }]],
    ['arguments as JSON', [{ text: '{"petId":1}' }]],
    ['pairs', [{ text: 'petId=1' }]],
    ['the line on its card', [{ text: 'pets__getPetById {"petId":1}' }]],
    ['an envelope', [{ data: { skill: 'getPetById', arguments: { petId: 1 } } }]],
    ['a few words', [{ text: 'pet 1' }]],
    ['the value alone', [{ text: '1' }]],
    ['a sentence', [{ text: 'Please get me the pet with the id 1.' }]],
  ])('takes %s', async (_name, parts) => {
    await using demo = await startDemo();
    expect(dataOf(await say(demo.gateway.url + at, parts))).toMatchObject(rex);
    expect(demo.reached()).toBe(1);
  });

  test('has no other skill', async () => {
    await using demo = await startDemo();
    const { body } = await say(demo.gateway.url + at, [
      { data: { skill: 'pets__deletePet', arguments: { petId: 1 } } },
    ]);
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('no skill') });
    expect(demo.reached()).toBe(0);
  });

  test('says what it does when it is asked for help', async () => {
    await using demo = await startDemo();
    const answer = await say(demo.gateway.url + at, [{ text: 'help' }]);
    expect(answer.text).toContain('petId (integer, required)');
  });

  test.each([
    ['its own address', at],
    ['the root', ''],
  ])('asks for what is missing, and is answered at %s', async (_name, where) => {
    await using demo = await startDemo();
    const { body } = await say(demo.gateway.url + at, [{ text: 'Which pet do you have?' }]);
    const { task } = body.result as { readonly task: WireTask };
    expect(task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const get = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: task.id } };
    for (const path of [at, '', '/agents/orders.getOrder'])
      expect((await post(`${demo.gateway.url + path}/a2a`, get, v1)).body.result, path).toMatchObject({ id: task.id });
    const ids = { taskId: task.id, contextId: task.contextId };
    const done = await say(demo.gateway.url + where, [{ text: '1' }], ids);
    expect(JSON.stringify(done.body.result)).toContain('Rex');
  });

  test('is understood by what an agent has, also in a task that began at another', async () => {
    await using demo = await startDemo();
    const { body } = await say(demo.gateway.url + at, [{ text: 'Which pet do you have?' }]);
    const { task } = body.result as { readonly task: WireTask };
    const ids = { taskId: task.id, contextId: task.contextId };
    const answer = await say(`${demo.gateway.url}/agents/orders.getOrder`, [{ text: '1' }], ids);
    expect(answer.text).toContain('Get an order (orders__getOrder) needs more.');
    expect(demo.reached()).toBe(0);
  });

  test('streams, as its card says', async () => {
    await using demo = await startDemo();
    const message = { messageId: 's-1', role: 'ROLE_USER', parts: [{ data: { petId: 1 } }] };
    const response = await fetch(`${demo.gateway.url}${at}/a2a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...v1 },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } }),
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await response.text()).toContain('TASK_STATE_COMPLETED');
  });

  test('is talked to by the official clients, from its card on', async () => {
    await using demo = await startDemo();
    // They take the address for a folder.
    const url = `${demo.gateway.url}${at}/`;
    const client = await connectV1(url, 'token');
    const answer = await client.sendMessage({
      tenant: '',
      configuration: undefined,
      metadata: undefined,
      message: {
        messageId: 'c-1',
        role: Role.ROLE_USER,
        contextId: '',
        taskId: '',
        extensions: [],
        referenceTaskIds: [],
        metadata: undefined,
        parts: [{ content: { $case: 'text', value: 'pet 1' }, metadata: undefined, filename: '', mediaType: '' }],
      },
    });
    expect(JSON.stringify(answer)).toContain('Rex');
    const old = await connectV03(url, 'token');
    const said = await old.sendMessage({
      message: { kind: 'message', messageId: 'c-2', role: 'user', parts: [{ kind: 'text', text: 'pet 1' }] },
    });
    expect(JSON.stringify(said)).toContain('Rex');
  });
});

describe('all agents', () => {
  test('are listed, and every card names an endpoint that answers to the first example on it', async () => {
    await using demo = await startDemo();
    const { agents } = (await (await demo.gateway.get('/agents')).json()) as {
      agents: readonly { readonly id: string; readonly cardUrl: string; readonly url: string }[];
    };
    expect(agents).toHaveLength(11);
    for (const { id, cardUrl, url } of agents) {
      const card = (await (await fetch(cardUrl)).json()) as Card;
      expect([card.url, card.skills.length], id).toEqual([url, 1]);
      const reached = demo.reached();
      await post(
        url,
        toSendMessage([{ data: argumentsOf(card.skills[0]?.examples[0]) }], { messageId: randomUUID() }),
        v1,
      );
      expect(demo.reached(), id).toBe(reached + 1);
    }
  });

  const argumentsOf = (line = ''): unknown => JSON.parse(line.slice(line.indexOf('{')));

  test('have the addresses that callers know', async () => {
    const config = { gateway: { publicUrl: 'https://agents.example.test/gate' } };
    await using demo = await startDemo(config);
    const card = await readCard(demo.gateway.url + at, { 'x-forwarded-host': 'evil.example.test' });
    const urls = [card.url, ...(card.supportedInterfaces ?? []).map(({ url }) => url)];
    expect(new Set(urls)).toEqual(new Set([`https://agents.example.test/gate${at}/a2a`]));
    await using proxied = await startDemo({ gateway: { trustedProxies: ['127.0.0.1'] } });
    const forwarded = {
      'x-forwarded-host': 'pets.example.test',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/x',
    };
    expect((await readCard(proxied.gateway.url + at, forwarded)).url).toBe(`https://pets.example.test/x${at}/a2a`);
  });

  test.each([
    ['/agents/pets.getPetByID', ['pets.getPetById']],
    ['/agents/getPetById/.well-known/agent-card.json', ['pets.getPetById']],
    ['/agents/orders.getPetById/skills', expect.arrayContaining(['pets.getPetById'])],
    ['/agents/__proto__', []],
    ['/agents/pets.constructor', []],
    ['/agents/%2e%2e%2f', []],
  ])('there is none at %s', async (path, suggestions: unknown) => {
    await using demo = await startDemo();
    const response = await demo.gateway.get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: expect.objectContaining({ reason: 'NOT_FOUND', suggestions }) });
  });

  test('that do not exist answer in JSON-RPC at their endpoint', async () => {
    await using demo = await startDemo();
    const { status, body } = await say(`${demo.gateway.url}/agents/pets.getPetByID`, [{ data: { petId: 1 } }]);
    expect([status, body.id]).toEqual([200, 1]);
    expect(body.error).toMatchObject({
      code: -32601,
      message: expect.stringContaining('Did you mean pets.getPetById?'),
    });
    expect(demo.reached()).toBe(0);
  });
});

describe('beside other things', () => {
  test('a pass-through at the root leaves them alone, and keeps its own root', async () => {
    await using pets = await startPets();
    const target = {
      spec: 'openapi/pets.yaml',
      upstreams: [pets.url],
      passthrough: 'all' as const,
      passthroughRoot: true,
    };
    await using gateway = await startGateway({ config: { targets: { pets: target } } });
    expect(dataOf(await say(gateway.url + at, [{ data: { petId: 1 } }]))).toMatchObject(rex);
    expect((await gateway.get('/agents')).status).toBe(200);
    expect((await gateway.get('/pets/1')).status).toBe(200);
    expect(await (await gateway.get('/')).json()).not.toHaveProperty('agentCard');
  });

  test.each(['', '/gate'])('in a server of somebody else, below "%s"', async (prefix) => {
    await using pets = await startPets();
    const app = fastify({ forceCloseConnections: true });
    app.get('/', () => 'home');
    await app.register(skillgate, { prefix, targets: { pets: { spec: 'openapi/pets.yaml', upstreams: [pets.url] } } });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const card = await readCard(url + prefix + at);
      expect(card.url).toBe(`${url}${prefix}${at}/a2a`);
      expect(dataOf(await say(url + prefix + at, [{ data: { petId: 1 } }]))).toMatchObject(rex);
      expect(await (await fetch(`${url}/`)).text()).toBe('home');
    } finally {
      await app.close();
    }
  });
});

test('the root says where to go on', async () => {
  await using demo = await startDemo({ gateway: { name: 'Shelter', documentationUrl: 'https://docs.example.test' } });
  const home = (await (await demo.gateway.get('/')).json()) as Record<string, string>;
  expect(home).toMatchObject({ name: 'Shelter', documentation: 'https://docs.example.test' });
  for (const key of ['agentCard', 'skills', 'agents', 'search'])
    expect((await fetch(home[key] ?? '')).ok, key).toBe(true);
  expect((await post(home['a2a'] ?? '', toSendMessage([{ text: 'help' }]), v1)).body.result).toBeDefined();
});
