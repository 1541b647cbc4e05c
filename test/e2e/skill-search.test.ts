// docs/skill-search.md: finding the right skill of many, over HTTP and by the skill `find_skills`, as the agents of other people do it;
// and the list that "help" gives. The commands of the page run as they stand.

import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { startDemo, startGateway, type RpcAnswer, type RunningGateway, type WirePart } from '../support/gateway.ts';

/** Sends a text as 1.0 or 0.3 has it, and gives the parts of the answer. */
async function say(gateway: RunningGateway, text: string): Promise<readonly WirePart[]> {
  return partsOf(await gateway.send([{ text }]));
}

function partsOf({ body, text }: RpcAnswer): readonly WirePart[] {
  const { message } = (body.result ?? {}) as { readonly message?: { readonly parts: readonly WirePart[] } };
  if (message === undefined) throw new Error(`there is no message: ${text}`);
  return message.parts;
}

interface FoundSkill {
  readonly id: string;
  readonly callLine: string;
  readonly score: number;
  readonly inputSchema?: unknown;
  readonly url?: string;
}

const dataOf = (parts: readonly WirePart[]) =>
  parts.find((part) => part.data !== undefined)?.data as { readonly skills: readonly FoundSkill[] };
const textOf = (parts: readonly WirePart[]): string => parts.map((part) => part.text ?? '').join('\n');

describe('GET /skills', () => {
  test.each([
    ['cancel an order', 'orders__cancelOrder'],
    ['print a receipt', 'orders__getReceipt'],
    ['add a new pet', 'pets__createPet'],
    ['multiply two numbers', 'calculator__calculate'],
  ])('?q=%s finds %s first, and what it finds can be called', async (words, id) => {
    await using demo = await startDemo();
    const response = await demo.gateway.get(`/skills?q=${encodeURIComponent(words)}`);
    const { query, skills } = (await response.json()) as { query: string; skills: readonly FoundSkill[] };
    expect([query, skills[0]?.id]).toEqual([words, id]);
    const details = (await (await fetch(skills[0]?.url ?? '')).json()) as { readonly agentCardUrl: string };
    expect((await fetch(details.agentCardUrl)).status).toBe(200);
    const again = await demo.gateway.get(`/skills?q=${encodeURIComponent(words)}`, {
      'if-none-match': response.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  test.each([
    ['/skills?tag=pets', 5],
    ['/skills?q=list&tag=orders&limit=1', 1],
    ['/skills?q=', 11],
    ['/skills?limit=3', 3],
    ['/skills?q=zebra', 0],
  ])('%s has %i', async (path, count) => {
    await using demo = await startDemo();
    const { skills } = (await (await demo.gateway.get(path)).json()) as { skills: readonly unknown[] };
    expect(skills).toHaveLength(count);
  });

  test.each(['0', '51', 'x', '1e1', '99999999999999999999'])('refuses the limit %s', async (limit) => {
    await using demo = await startDemo();
    const response = await demo.gateway.get(`/skills?q=pets&limit=${limit}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: expect.objectContaining({ reason: 'INVALID_PARAMS', message: expect.stringContaining('1 to 50') }),
    });
  });

  test('takes odd words for words', async () => {
    await using demo = await startDemo();
    for (const words of ['%00', '"', '*', '__proto__', '((((', 'x'.repeat(5_000), '%F0%9F%90%95', 'a+OR+1=1'])
      expect((await demo.gateway.get(`/skills?q=${words}`)).status, words.slice(0, 20)).toBe(200);
  });
});

describe('find_skills', () => {
  test('by a sentence: a list to read and the same as data, and a line of it is a call', async () => {
    await using demo = await startDemo();
    const parts = await say(demo.gateway, 'find skills for getting the receipt of an order');
    const [first] = dataOf(parts).skills;
    expect(first).toMatchObject({
      id: 'orders__getReceipt',
      readOnly: true,
      method: 'GET',
      path: '/orders/{orderId}/receipt',
    });
    expect(textOf(parts)).toContain(first?.callLine);
    expect(textOf(await say(demo.gateway, first?.callLine ?? ''))).toContain('Order ord-1001');
    expect(demo.reached()).toBe(1);
  });

  test('by metadata and data, as tool callers do it', async () => {
    await using demo = await startDemo();
    const answer = await demo.gateway.rpc(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: {
            messageId: 'm-1',
            role: 'ROLE_USER',
            parts: [{ data: { query: 'cancel an order', limit: 2 } }],
            metadata: { skillId: 'find_skills' },
          },
        },
      },
      { 'a2a-version': '1.0' },
    );
    const { skills } = dataOf(partsOf(answer));
    expect(skills).toHaveLength(2);
    expect(skills[0]).toMatchObject({ id: 'orders__cancelOrder', inputSchema: { required: ['orderId'] } });
    expect(demo.reached()).toBe(0);
  });

  test('in 0.3', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.rpc({
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: {
        message: {
          kind: 'message',
          messageId: 'm-1',
          role: 'user',
          parts: [{ kind: 'text', text: 'find_skills cancel an order' }],
        },
      },
    });
    expect(body.result).toMatchObject({ kind: 'message', role: 'agent' });
    expect(JSON.stringify(body.result)).toContain('orders__cancelOrder');
  });

  test('with bad arguments: an error for data, a question for a text', async () => {
    await using demo = await startDemo();
    const { body } = await demo.gateway.call('find_skills', { query: 'x', limit: 100 });
    expect(body.error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/limit.*A valid call: find_skills/),
    });
    expect(textOf(await say(demo.gateway, 'find_skills'))).toMatch(/^What should the skill do\?/);
  });

  test('is on the card as configured', async () => {
    const idsWith = async (findSkills: 'auto' | 'always' | 'never'): Promise<readonly string[]> => {
      await using demo = await startDemo({ converse: { findSkills } });
      const card = (await (await demo.gateway.get('/.well-known/agent-card.json')).json()) as {
        skills: readonly { readonly id: string; readonly examples: readonly string[] }[];
      };
      const own = card.skills.find(({ id }) => id === 'find_skills');
      for (const example of own?.examples ?? [])
        expect(dataOf(await say(demo.gateway, example)).skills.length).toBeGreaterThan(0);
      return card.skills.map(({ id }) => id);
    };
    expect(await idsWith('auto')).not.toContain('find_skills');
    expect(await idsWith('never')).not.toContain('find_skills');
    expect(await idsWith('always')).toContain('find_skills');
  });
});

describe('help', () => {
  test.each(['help', '?', 'What can you do?', 'list all skills', 'hi'])(
    '%s: every skill with a line that calls it',
    async (words) => {
      await using demo = await startDemo();
      const parts = await say(demo.gateway, words);
      const text = textOf(parts);
      expect(text).toContain('11 skills in 3 groups');
      expect(text).toContain('pets__getPetById {"petId":1}');
      expect(parts.find((part) => part.data !== undefined)?.data).toMatchObject({
        skills: 11,
        groups: [{ tag: 'arithmetic' }, {}, {}],
      });
      expect(demo.reached()).toBe(0);
    },
  );

  test('goes on to a group and to a skill', async () => {
    await using demo = await startDemo();
    expect(textOf(await say(demo.gateway, 'help orders'))).toMatch(/^orders \(5\)/);
    expect(textOf(await say(demo.gateway, 'help getReceipt'))).toMatch(/^Get a receipt \(orders__getReceipt\): GET /);
    expect(textOf(await say(demo.gateway, 'help with pets__deletePet'))).toContain('- petId (integer, required)');
    expect(textOf(await say(demo.gateway, '/help zebra'))).toMatch(/^There is no group and no skill "zebra"/);
  });
});

test('a document of 1,200 operations is searched and listed in one answer that can be read', async () => {
  const things = [
    'invoice',
    'shipment',
    'warehouse',
    'supplier',
    'voucher',
    'refund',
    'contract',
    'ticket',
    'coupon',
    'parcel',
  ];
  const paths: Record<string, object> = {};
  for (let at = 0; at < 300; at += 1) {
    const thing = `${things[at % 10]}${at < 10 ? '' : Math.floor(at / 10)}`;
    const operation = (verb: string) => ({
      operationId: `${verb}_${thing}`,
      tags: [things[at % 10]],
      summary: `${verb} ${thing}`,
      responses: {},
    });
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
    paths[`/${thing}`] = { get: operation('list'), post: operation('create') };
    paths[`/${thing}/{id}`] = { parameters: [id], get: operation('get'), delete: operation('delete') };
  }
  await using folder = await createFolder({
    'openapi.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths }),
  });
  await using gateway = await startGateway({
    config: { targets: { large: { spec: folder.file('openapi.json'), upstreams: ['http://127.0.0.1:9'] } } },
  });
  const found = (await (await gateway.get('/skills?q=delete+a+voucher&limit=5')).json()) as {
    skills: readonly FoundSkill[];
  };
  expect(found.skills[0]?.id).toBe('delete_voucher');
  const parts = await say(gateway, 'help');
  expect(textOf(parts)).toMatch(/^1200 skills in 10 groups\./);
  expect(textOf(parts).length).toBeLessThan(6_500);
  expect(textOf(await say(gateway, 'help voucher'))).toMatch(/^voucher \(120\)/);
  const card = (await (await gateway.get('/.well-known/agent-card.json')).json()) as {
    skills: readonly { readonly id: string }[];
  };
  expect(card.skills[0]?.id).toBe('find_skills');
});
