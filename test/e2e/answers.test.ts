// Answers to callers that speak text: a text that people and models can read beside the data, fields of it where they are asked for, and
// a clear cut of what is long.

import { describe, expect, test } from 'vitest';
import type { ConfigInput } from '../../src/config/config.ts';
import { startJobs, type JobServer } from '../upstreams/jobs.ts';
import { createFolder } from '../support/folder.ts';
import { post, startGateway } from '../support/gateway.ts';
import { cliEntry, startProcess } from '../support/start-process.ts';

const shop = `openapi: 3.0.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: page, in: query, schema: { type: integer } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } }
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } }
  /parcels:
    get:
      operationId: listParcels
      parameters: [{ name: fields, in: query, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } }
`;

const order = (id: number) =>
  `{"id":${id},"status":"paid","price":12.50,"customer":{"name":"Ann","email":"ann@shop.example"},"url":"https://shop.example/orders/${id}?a=1&b=2","lines":[{"sku":"a"}]}`;

const orders = `{"orders":[${Array.from({ length: 300 }, (_, at) => order(at + 1)).join(',')}],"total":9007199254740993}`;

async function startService(): Promise<JobServer> {
  const service = await startJobs();
  const replies = { '/orders': orders, '/orders/7': order(7), '/parcels?fields=asked': '{"asked":true}' };
  for (const [path, text] of Object.entries(replies))
    service.script(path, { text, headers: { 'content-type': 'application/json' } });
  return service;
}

interface Part {
  readonly text?: string;
  readonly data?: unknown;
  readonly metadata?: unknown;
}

interface Asking {
  readonly modes?: readonly string[];
  readonly metadata?: object;
  readonly requestMetadata?: object;
}

async function startShop(converse: ConfigInput['converse'] = {}) {
  const stack = new AsyncDisposableStack();
  const service = stack.use(await startService());
  const folder = stack.use(await createFolder({ 'shop.yaml': shop }));
  const gateway = stack.use(
    await startGateway({
      config: { targets: { shop: { spec: folder.file('shop.yaml'), upstreams: [service.url] } }, converse },
    }),
  );
  const ask = async (method: string, parts: readonly object[], asking: Asking = {}) => {
    const { modes, metadata, requestMetadata } = asking;
    const message = {
      messageId: crypto.randomUUID(),
      role: 'ROLE_USER',
      parts,
      ...(metadata === undefined ? {} : { metadata }),
    };
    const params = {
      message,
      ...(requestMetadata === undefined ? {} : { metadata: requestMetadata }),
      ...(modes === undefined ? {} : { configuration: { acceptedOutputModes: modes } }),
    };
    return post(`${gateway.url}/a2a`, { jsonrpc: '2.0', id: 1, method, params }, { 'a2a-version': '1.0' });
  };
  return {
    gateway,
    /** The parts of the message that answers. */
    async ask(parts: readonly object[], asking?: Asking): Promise<readonly Part[]> {
      const { body, text } = await ask('SendMessage', parts, asking);
      const { message } = (body.result ?? {}) as { readonly message?: { readonly parts: readonly Part[] } };
      if (message === undefined) throw new Error(`there is no message: ${text}`);
      return message.parts;
    },
    /** The parts of the artifact that answers within a task, and the task as GetTask shows it. */
    async askTask(parts: readonly object[], asking?: Asking) {
      const { text } = await ask('SendStreamingMessage', parts, asking);
      const events = text
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => (JSON.parse(line.slice(5)) as { result: Record<string, never> }).result);
      const told = events.flatMap(({ artifactUpdate }) =>
        artifactUpdate === undefined
          ? []
          : [(artifactUpdate as { artifact: { parts: readonly Part[] } }).artifact.parts],
      );
      const { id } = (events[0] as unknown as { task: { id: string } }).task;
      const { body } = await gateway.rpc(
        { jsonrpc: '2.0', id: 2, method: 'GetTask', params: { id } },
        { 'a2a-version': '1.0' },
      );
      const task = body.result as { readonly artifacts: readonly { readonly parts: readonly Part[] }[] };
      return { told, kept: task.artifacts.map(({ parts: kept }) => kept) };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const orderText = [
  'id: 7',
  'status: paid',
  'price: 12.50',
  'customer.name: Ann',
  'customer.email: ann@shop.example',
  'url: https://shop.example/orders/7?a=1&b=2',
  'lines (1):',
  '1. sku: a',
].join('\n');

describe('a short answer', () => {
  test('is a text of lines and the data for who spoke text, only the data for who sent data', async () => {
    await using talk = await startShop();
    const [words, data] = await talk.ask([{ text: 'getOrder id=7' }]);
    expect(words).toEqual({ text: orderText });
    expect(data).toMatchObject({ data: { id: 7, price: 12.5 } });
    expect(await talk.ask([{ data: { skill: 'getOrder', arguments: { id: 7 } } }])).toEqual([data]);
  });

  test('has the parts that the accepted modes leave', async () => {
    await using talk = await startShop();
    const say = (modes: readonly string[]) => talk.ask([{ text: 'getOrder id=7' }], { modes });
    expect(await say(['text/plain'])).toEqual([{ text: orderText }]);
    expect(await say(['application/json'])).toEqual([expect.objectContaining({ data: expect.anything() })]);
    expect(await say(['text/plain', 'application/json'])).toHaveLength(2);
  });

  test('is told the same within a task, to each reader what it takes', async () => {
    await using talk = await startShop();
    const both = [{ text: orderText }, expect.objectContaining({ data: expect.objectContaining({ id: 7 }) })];
    expect(await talk.askTask([{ text: 'getOrder id=7' }])).toEqual({ told: [both], kept: [both] });
    expect(await talk.askTask([{ text: 'getOrder id=7' }], { modes: ['text/plain'] })).toEqual({
      told: [[{ text: orderText }]],
      kept: [both],
    });
    expect(await talk.askTask([{ data: { skill: 'getOrder', arguments: { id: 7 } } }])).toEqual({
      told: [[both[1]]],
      kept: [[both[1]]],
    });
  });
});

describe('fields', () => {
  const selected = { id: 7, customer: { name: 'Ann' } };

  test('are typed, or stand in the envelope or in metadata, and hold for text and data', async () => {
    await using talk = await startShop();
    const expected = [{ text: 'id: 7\ncustomer.name: Ann' }, { data: selected, mediaType: 'application/json' }];
    const typed = [{ text: 'getOrder id=7' }];
    expect(await talk.ask([{ text: 'getOrder id=7 fields=id,customer.name' }])).toEqual(expected);
    expect(await talk.ask(typed, { metadata: { fields: 'id,customer.name' } })).toEqual(expected);
    expect(await talk.ask(typed, { requestMetadata: { fields: ['id', 'customer.name'] } })).toEqual(expected);
    const envelope = { skill: 'getOrder', arguments: { id: 7 }, fields: ['id', 'customer.name'] };
    expect(await talk.ask([{ data: envelope }])).toEqual([expected[1]]);
    expect(await talk.askTask([{ text: 'getOrder id=7 fields=id,customer.name' }])).toMatchObject({ told: [expected] });
  });

  test('of the items of a list leave what stands beside the list, with all digits', async () => {
    await using talk = await startShop();
    const [words, data] = await talk.ask([{ text: 'listOrders fields=id,colour' }]);
    expect(words?.text).toMatch(
      /^total: 9007199254740993\norders \(300\):\n1\. id: 1\n[^]*\nNot in the answer: colour\.$/,
    );
    expect(data?.data).toMatchObject({ orders: { length: 300, 0: { id: 1 } } });
  });

  test('are an argument of the skill that has one of that name', async () => {
    await using talk = await startShop();
    expect(await talk.ask([{ text: 'listParcels fields=asked' }])).toMatchObject([{ text: 'asked: true' }, {}]);
  });
});

describe('the command line', () => {
  test('prints the fields that are asked for', async () => {
    await using service = await startService();
    await using folder = await createFolder({ 'shop.yaml': shop });
    const target = ['--doc', folder.file('shop.yaml'), '--upstream', service.url];
    await using child = startProcess({ args: [cliEntry, 'call', 'getOrder', 'id=7', 'fields=id,price', ...target] });
    expect([await child.exited, child.stdout()]).toEqual([0, '{"id":7,"price":12.50}\n']);
  });
});

describe('a long answer', () => {
  test('is cut at whole rows, and the text says what is missing and where it is', async () => {
    await using talk = await startShop({ answer: { text: '2kb' } });
    const [words, data] = await talk.ask([{ text: 'listOrders' }]);
    const lines = words?.text?.split('\n') ?? [];
    expect(words?.text?.length).toBeLessThanOrEqual(2048);
    expect(lines.slice(0, 3)).toEqual([
      'total: 9007199254740993',
      'orders (300):',
      '| id | status | price | url | customer.name | customer.email |',
    ]);
    expect(lines.at(-4)).toMatch(
      /^\| \d+ \| paid \| 12\.50 \| https:\/\/shop\.example\/orders\/\d+\?a=1&b=2 \| Ann \| ann@shop\.example \|$/,
    );
    expect(lines.at(-3)).toMatch(/^… \d+ more of 300$/);
    expect(lines.slice(-2)).toEqual(['Fields left out: lines.', 'The data part holds all.']);
    expect(data?.data).toMatchObject({ orders: { length: 300 } });
  });

  test('has its data cut where the configuration says so, to whole items', async () => {
    await using talk = await startShop({ answer: { data: '4kb' } });
    const more = 'Ask for the fields that you need (fields=id,name), or for a part with limit and page.';
    const said = expect.stringMatching(/The data part was cut: it holds (\d+) of 300 items of orders\. /);
    const [words, data] = await talk.ask([{ text: 'listOrders' }]);
    expect(words).toEqual({ text: said });
    expect(words?.text?.endsWith(more)).toBe(true);
    const { orders = [] } = (data?.data ?? {}) as { readonly orders?: readonly unknown[] };
    expect(orders.length).toBeGreaterThan(10);
    expect(words?.text).toContain(`it holds ${orders.length} of 300`);
    expect(JSON.stringify(data?.data).length).toBeLessThan(4096);

    const envelope = [{ data: { skill: 'listOrders', arguments: {} } }];
    expect(await talk.ask(envelope)).toEqual([data, { text: said }]);
    expect(await talk.ask(envelope, { modes: ['application/json'] })).toEqual([{ ...data, metadata: { note: said } }]);
    expect(await talk.askTask(envelope)).toMatchObject({ kept: [[{}, { text: said }]] });
  });
});
