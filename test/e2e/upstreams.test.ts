// The demo's services keep to what their documents say, spoken to without the gateway in between.

import { expect, test } from 'vitest';
import { startCalculator } from '../upstreams/calculator.ts';
import { startOrders } from '../upstreams/orders.ts';
import { startPets } from '../upstreams/pets.ts';
import type { RunningUpstream } from '../upstreams/start.ts';

const json = { 'content-type': 'application/json' };

/** `METHOD /path`, an optional body, then the status and body that are expected. */
type Exchange = readonly [line: string, body: string | undefined, status: number, answer: unknown];

/** The same exchanges with the status and body that really came. */
async function talk(upstream: RunningUpstream, exchanges: readonly Exchange[]): Promise<readonly Exchange[]> {
  const heard: Exchange[] = [];
  for (const [line, body] of exchanges) {
    const [method, path] = line.split(' ', 2) as [string, string];
    const response = await fetch(upstream.url + path, { method, ...(body !== undefined && { body, headers: json }) });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    heard.push([line, body, response.status, isJson ? JSON.parse(text) : text]);
  }
  return heard;
}

const error = expect.objectContaining({ error: expect.stringMatching(/./) });

test('the calculator computes and says what is wrong', async () => {
  await using calculator = await startCalculator();
  const calculate = 'POST /api/v1/calculate';
  const exchanges: readonly Exchange[] = [
    [calculate, '{"operation":"add","operands":[5,3]}', 200, { result: 8 }],
    [calculate, '{"operation":"subtract","operands":[10,3,2]}', 200, { result: 5 }],
    [calculate, '{"operation":"multiply","operands":[1.5,4]}', 200, { result: 6 }],
    [calculate, '{"operation":"divide","operands":[9,2]}', 200, { result: 4.5 }],
    [calculate, '{"operation":"divide","operands":[7]}', 200, { result: 7 }],
    [calculate, '{"operation":"divide","operands":[1,0]}', 422, { error: 'Division by zero' }],
    [calculate, '{"operation":"multiply","operands":[1e308,10]}', 422, error],
    [calculate, '{"operation":"power","operands":[2,3]}', 400, error],
    [calculate, '{"operation":"constructor","operands":[2,3]}', 400, error],
    [calculate, '{"operation":"add","operands":[]}', 400, error],
    [calculate, '{"operation":"add","operands":["5"]}', 400, error],
    [calculate, '{"operation":"add","operands":[1],"round":true}', 400, error],
    [calculate, '{"operation":', 400, error],
    [calculate, '[]', 400, error],
    ['GET /api/v1/calculate', undefined, 405, error],
    ['POST /calculate', '{}', 404, error],
  ];
  expect(await talk(calculator, exchanges)).toEqual(exchanges);
});

test('the pet shelter lists, adds, changes and removes', async () => {
  await using pets = await startPets();
  const rex = { id: 1, name: 'Rex', kind: 'dog', status: 'available', bornOn: '2021-04-12' };
  const exchanges: readonly Exchange[] = [
    ['GET /pets?limit=1', undefined, 200, [rex]],
    ['GET /pets?status=reserved', undefined, 200, [expect.objectContaining({ name: 'Bella' })]],
    ['GET /pets?limit=0', undefined, 400, error],
    ['GET /pets?status=lost', undefined, 400, error],
    ['GET /pets/1', undefined, 200, rex],
    ['GET /pets/99', undefined, 404, { error: 'There is no pet 99' }],
    [
      'POST /pets',
      '{"name":"Coco","kind":"bird"}',
      201,
      { id: 4, name: 'Coco', kind: 'bird', status: 'available', bornOn: null },
    ],
    ['POST /pets', '{"id":9,"name":"Coco","kind":"bird"}', 400, error],
    ['POST /pets', '{"name":"Coco"}', 400, error],
    ['POST /pets', '{"name":"Coco","kind":["dog"]}', 400, error],
    ['PATCH /pets/1', '{"status":"adopted","bornOn":null}', 200, { ...rex, status: 'adopted', bornOn: null }],
    ['PATCH /pets/1', '{"bornOn":"yesterday"}', 400, error],
    ['PATCH /pets/1', '{"__proto__":{"id":7}}', 400, error],
    ['DELETE /pets/1', undefined, 204, ''],
    ['GET /pets/1', undefined, 404, error],
    ['PUT /pets/2', '{}', 405, error],
  ];
  expect(await talk(pets, exchanges)).toEqual(exchanges);
});

test('the order desk takes, tells and cancels', async () => {
  await using orders = await startOrders();
  const placed = { id: 'ord-1003', status: 'open', lines: [{ item: 'hay', quantity: 3 }] };
  const exchanges: readonly Exchange[] = [
    ['POST /v1/orders', '{"lines":[{"item":"hay","quantity":3}]}', 201, placed],
    ['GET /v1/orders/ord-1003', undefined, 200, placed],
    ['GET /v1/orders/ord-1003/receipt', undefined, 200, 'Order ord-1003 (open)\n 3 x hay\n'],
    ['DELETE /v1/orders/ord-1003', undefined, 204, ''],
    ['DELETE /v1/orders/ord-1003', undefined, 409, { error: 'The order ord-1003 is cancelled' }],
    [
      'GET /v1/orders?status=cancelled,shipped',
      undefined,
      200,
      [expect.objectContaining({ id: 'ord-1002' }), { ...placed, status: 'cancelled' }],
    ],
    ['GET /v1/orders?status=lost', undefined, 400, error],
    ['POST /v1/orders', '{"lines":[{"item":"hay","quantity":0}]}', 400, error],
    ['POST /v1/orders', '{"lines":[null]}', 400, error],
    ['GET /v1/orders/ord-9', undefined, 404, error],
    ['GET /orders', undefined, 404, error],
  ];
  expect(await talk(orders, exchanges)).toEqual(exchanges);
});

test('a service keeps what it was sent and lets its connections go', async () => {
  const calculator = await startCalculator();
  await fetch(`${calculator.url}/api/v1/calculate?x=1`, {
    method: 'POST',
    body: '{}',
    headers: { ...json, 'x-test': 'yes' },
  });
  expect(calculator.requests).toEqual([
    {
      method: 'POST',
      path: '/api/v1/calculate?x=1',
      body: '{}',
      headers: expect.objectContaining({ 'x-test': 'yes' }),
    },
  ]);
  await calculator[Symbol.asyncDispose]();
  await expect(fetch(calculator.url)).rejects.toThrow('fetch failed');
});
