// Callers in use that speak text, each imitated on the wire, get their work done: a direct hit, a missing argument, an ambiguous request,
// an operation that destroys something, and a follow-up without the id of the task. What counts is what reaches the services and what
// the caller's user gets to see.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordedRequest } from '../upstreams/start.ts';
import { startDemo, type Demo } from '../support/gateway.ts';
import { createTextClient, type Habits, type Shown, type TextClient } from '../support/text-client.ts';
import { habits } from '../support/text-client-habits.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo[Symbol.asyncDispose]());

/** `GET /pets/1` for each request that reached a service meanwhile. */
async function reached(work: () => Promise<unknown>): Promise<readonly string[]> {
  const services = [demo.calculator, demo.pets, demo.orders];
  const before = services.map(({ requests }) => requests.length);
  await work();
  return services.flatMap(({ requests }, at) => requests.slice(before[at]).map(toLine));
}

function toLine({ method, path }: RecordedRequest): string {
  return `${method} ${path}`;
}

/** Nothing of it is JSON, but the lines that are there to be sent. */
function assertReadable(shown: string, { showsData = false }: Habits): void {
  expect(shown).not.toBe('');
  expect(shown).not.toMatch(/\[object|undefined/);
  if (!showsData) expect(shown).not.toMatch(/^\s*[[{]|"candidates"|"inputSchema"|"value":/m);
}

/** The line of the shown text that makes the call as it is. */
function findLine(shown: string, pattern: RegExp): string {
  const line = shown.split('\n').map((one) => pattern.exec(one)?.[0]);
  const found = line.find((one) => one !== undefined);
  if (found === undefined) throw new Error(`there is no line like ${pattern} in: ${shown}`);
  return found;
}

describe.each(habits.map((one) => [one.name, one] as const))('%s', (_, own) => {
  const canContinue = own.keeps !== 'nothing';
  const start = (changed: Partial<Habits> = {}): TextClient => createTextClient(demo.gateway, { ...own, ...changed });

  test('a direct hit', async () => {
    const client = start();
    let answer: Shown | undefined;
    const lines = await reached(async () => {
      answer = await client.say('Show me pet 1');
    });
    expect(lines).toEqual(['GET /pets/1']);
    expect(answer?.state).toBe('done');
    expect(answer?.shown).toContain('name: Rex');
    assertReadable(answer?.shown ?? '', own);
  });

  test('a missing argument', async () => {
    const client = start();
    let asked: Shown | undefined;
    expect(
      await reached(async () => {
        asked = await client.say('Get me the receipt of my order');
      }),
    ).toEqual([]);
    const shown = asked?.shown ?? '';
    expect(asked?.state).toBe('asks');
    expect(shown).toContain('orderId');
    assertReadable(shown, own);
    const reply = canContinue ? 'ord-1002' : findLine(shown, /orders__getReceipt \{.*\}/).replace('1001', '1002');
    let answer: Shown | undefined;
    const lines = await reached(async () => {
      answer = await client.say(reply);
    });
    expect(lines).toEqual(['GET /v1/orders/ord-1002/receipt']);
    expect(answer?.state).toBe('done');
    expect(answer?.shown).toContain('Order ord-1002 (shipped)');
  });

  test('an ambiguous request', async () => {
    const client = start();
    const asked = await client.say('Do something with a pet');
    expect(asked.state).toBe('asks');
    expect(asked.shown).toContain('Get a pet');
    assertReadable(asked.shown, own);
    if (canContinue) {
      const number = /(\d)\. Get a pet/.exec(asked.shown)?.[1] ?? '';
      const more = await client.say(number);
      expect([more.state, more.shown]).toEqual(['asks', expect.stringContaining('petId')]);
    }
    const reply = canContinue ? '2' : findLine(asked.shown, /pets__getPetById \{.*\}/).replace(/\d+/, '2');
    let answer: Shown | undefined;
    const lines = await reached(async () => {
      answer = await client.say(reply);
    });
    expect(lines).toEqual(['GET /pets/2']);
    expect(answer?.shown).toContain('name: Bella');
  });

  test('an operation that destroys something: nothing happens before a yes', async () => {
    const client = start();
    const add = 'pets__createPet {"name":"Ash","kind":"bird"}';
    const added = await start().say(add);
    const id = /id: (\d+)/.exec(added.shown)?.[1] ?? '';
    let asked: Shown | undefined;
    expect(
      await reached(async () => {
        asked = await client.say(`Delete pet ${id}`);
      }),
    ).toEqual([]);
    expect(asked?.state).toBe('asks');
    assertReadable(asked?.shown ?? '', own);
    const confirm = findLine(asked?.shown ?? '', /confirm pets__deletePet \{.*\}/);
    expect(confirm).toBe(`confirm pets__deletePet {"petId":${id}}`);
    let answer: Shown | undefined;
    const lines = await reached(async () => {
      answer = await client.say(canContinue ? 'yes' : confirm);
    });
    expect(lines).toEqual([`DELETE /pets/${id}`]);
    expect(answer?.state).toBe('done');
    assertReadable(answer?.shown ?? '', own);
  });

  test('a no leaves it undone', async () => {
    const client = start();
    const lines = await reached(async () => {
      await client.say('Delete pet 2');
      await client.say('no');
    });
    expect(lines).toEqual([]);
  });

  test('a follow-up with the context alone', async () => {
    const client = start({ keeps: 'context' });
    await client.say('Get me the receipt of my order');
    const lines = await reached(() => client.say('ord-1001'));
    expect(lines).toEqual(['GET /v1/orders/ord-1001/receipt']);
  });

  test('the next request of the same conversation', async () => {
    const client = start();
    await client.say('Show me pet 1');
    const lines = await reached(() => client.say('Show me pet 2'));
    expect(lines).toEqual(['GET /pets/2']);
  });

  test('a failure is told', async () => {
    const answer = await start().say('Show me pet 99');
    expect(answer.state).toBe('failed');
    if (own.hidesFailures !== true) expect(answer.shown).toContain('There is no pet 99');
  });
});

describe('what single callers look at beside the answer', () => {
  const named = (name: string): Habits => {
    const found = habits.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no caller ${name}`);
    return found;
  };

  test('names of skills stay apart as names of tools', async () => {
    const { name, skills } = await readCard('/.well-known/agent-card.json');
    const tools = skills.map((skill) => `${name}__${skill.name}`.replaceAll(/\W/g, '_').slice(0, 64));
    expect(new Set(tools).size).toBe(skills.length);
    for (const skill of skills) {
      expect(skill.tags.length).toBeGreaterThan(0);
      expect(skill.examples.length).toBeGreaterThan(0);
    }
  });

  test('the examples that are shown for a tool are lines that work', async () => {
    const { skills } = await readCard('/.well-known/agent-card.json');
    const reading = skills.filter(({ id }) => /list|get/i.test(id));
    for (const [example] of reading.map(({ examples }) => examples)) {
      const answer = await createTextClient(demo.gateway, named('LangChain, a tool for each skill')).say(example ?? '');
      expect([example, answer.state]).toEqual([example, 'done']);
    }
  });

  test('the card of old stands at its old address, and the root answers', async () => {
    expect((await readCard('/.well-known/agent.json')).url).toBe(`${demo.gateway.url}/a2a`);
    expect((await demo.gateway.get('/')).status).toBe(200);
  });

  test('a stream has both ids everywhere, its artifact before its end, and says when it ends', async () => {
    const client = createTextClient(demo.gateway, named('Gemini Enterprise'));
    const { events: asked } = await client.say('Get me the receipt of my order');
    const { events } = await client.say('ord-1001');
    for (const event of [...asked, ...events]) {
      expect([event.taskId, event.contextId]).toEqual([expect.any(String), expect.any(String)]);
    }
    expect(events.map(({ kind }) => kind)).toEqual(['task', 'artifact', 'status']);
    expect([asked.at(-1)?.wire['final'], events.at(-1)?.wire['final']]).toEqual([true, true]);
  });

  test('each event says its kind and has what that kind needs', async () => {
    const { events } = await createTextClient(demo.gateway, named('a2a-inspector')).say('Show me pet 1');
    for (const { wire } of events) {
      expect(wire).toMatchObject(needed.get(String(wire['kind'])) ?? { kind: 'one of those known' });
    }
  });

  test.each(['skill_id', 'skill'])('metadata.%s names the skill, and the sentence gives the arguments', async (key) => {
    const start = (skill: string): TextClient =>
      createTextClient(demo.gateway, { ...named('RockBot'), metadata: { [key]: skill } });
    expect(await reached(() => start('orders__getReceipt').say('The receipt of order ord-1002, please'))).toEqual([
      'GET /v1/orders/ord-1002/receipt',
    ]);
    expect((await start('orders__getReceipt').say('I need it')).shown).toContain('orderId');
    expect(await reached(() => start('pets__deletePet').say('pet 3'))).toEqual([]);
  });

  test('a task that is done may be referred to', async () => {
    const client = createTextClient(demo.gateway, named('Agent Framework, streaming'));
    const first = await client.say('Show me pet 1');
    const second = await client.say('Show me pet 2');
    expect(first.events[0]?.contextId).toBe(second.events[0]?.contextId);
    expect(second.shown).toContain('name: Bella');
  });

  test('a task can be looked up after its stream', async () => {
    const { events } = await createTextClient(demo.gateway, named('LangGraph')).say('Show me pet 1');
    const params = { id: events[0]?.taskId };
    const { body } = await demo.gateway.rpc({ jsonrpc: '2.0', id: 1, method: 'tasks/get', params });
    expect(body.result).toMatchObject({
      status: { state: 'completed' },
      artifacts: [{ parts: [{ kind: 'text', text: expect.stringContaining('name: Rex') }, { kind: 'data' }] }],
    });
  });
});

const needed: ReadonlyMap<string, object> = new Map([
  ['task', { id: expect.any(String), status: { state: expect.any(String) } }],
  ['status-update', { status: { state: expect.any(String) } }],
  ['artifact-update', { artifact: { parts: expect.arrayContaining([expect.anything()]) } }],
]);

interface Card {
  readonly name: string;
  readonly url: string;
  readonly skills: readonly {
    readonly id: string;
    readonly name: string;
    readonly tags: readonly string[];
    readonly examples: readonly string[];
  }[];
}

async function readCard(path: string): Promise<Card> {
  return (await (await demo.gateway.get(path)).json()) as Card;
}
