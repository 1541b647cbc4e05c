// The order desk of the demo, as `openapi/orders.yaml` describes it: orders in memory, a receipt as plain text.

import { parseJsonObject, Refusal, runUpstream, startUpstream } from './start.ts';
import type { RecordedRequest, Reply, RunningUpstream, Service } from './start.ts';

interface Line {
  readonly item: string;
  readonly quantity: number;
}

interface Order {
  readonly id: string;
  readonly status: string;
  readonly lines: readonly Line[];
  readonly note?: string;
}

const statuses = ['open', 'shipped', 'cancelled'];

const placed: readonly Order[] = [
  { id: 'ord-1001', status: 'open', lines: [{ item: 'cat litter', quantity: 2 }], note: 'Leave it at the gate' },
  {
    id: 'ord-1002',
    status: 'shipped',
    lines: [
      { item: 'dog lead', quantity: 1 },
      { item: 'dog bowl', quantity: 1 },
    ],
  },
];

export function startOrders(port = 0, host?: string): Promise<RunningUpstream> {
  return startUpstream(createOrders(), port, host);
}

function createOrders(): Service {
  const orders = new Map(placed.map((order) => [order.id, order]));
  let lastNumber = 1000 + placed.length;

  function list(query: URLSearchParams): Reply {
    const wanted = query.get('status')?.split(',') ?? statuses;
    const unknown = wanted.find((status) => !statuses.includes(status));
    if (unknown !== undefined) throw new Refusal(400, `There is no status "${unknown}"`);
    return { status: 200, json: [...orders.values()].filter((order) => wanted.includes(order.status)) };
  }

  function place(request: RecordedRequest): Reply {
    const { lines, note } = parseJsonObject(request);
    if (!Array.isArray(lines) || lines.length === 0 || !lines.every(isLine)) {
      throw new Refusal(400, 'lines must be a list of at least one {item, quantity} with a quantity from 1 to 99');
    }
    if (note !== undefined && (typeof note !== 'string' || note.length > 200)) {
      throw new Refusal(400, 'note must be a text of at most 200 characters');
    }
    lastNumber += 1;
    const order = { id: `ord-${lastNumber}`, status: 'open', lines, ...(note !== undefined && { note }) };
    orders.set(order.id, order);
    return { status: 201, headers: { location: `/v1/orders/${order.id}` }, json: order };
  }

  function cancel(order: Order): Reply {
    if (order.status !== 'open') throw new Refusal(409, `The order ${order.id} is ${order.status}`);
    orders.set(order.id, { ...order, status: 'cancelled' });
    return { status: 204 };
  }

  function find(id: string): Order {
    const order = orders.get(id);
    if (!order) throw new Refusal(404, `There is no order ${id}`);
    return order;
  }

  return (request, url) => {
    const [, version, collection, id, receipt, ...rest] = url.pathname.split('/');
    const known =
      version === 'v1' && collection === 'orders' && (receipt ?? 'receipt') === 'receipt' && rest.length === 0;
    if (!known) throw new Refusal(404, 'There is nothing here');
    if (id === undefined && request.method === 'GET') return list(url.searchParams);
    if (id === undefined && request.method === 'POST') return place(request);
    if (id === undefined) throw new Refusal(405, 'Use GET or POST');
    const order = find(id);
    if (request.method === 'GET')
      return receipt ? { status: 200, text: toReceipt(order) } : { status: 200, json: order };
    if (request.method === 'DELETE' && !receipt) return cancel(order);
    throw new Refusal(405, receipt ? 'Use GET' : 'Use GET or DELETE');
  };
}

function isLine(value: unknown): value is Line {
  const { item, quantity } = (value ?? {}) as Partial<Line>; // any value may be taken apart; both are looked at below
  return typeof item === 'string' && item !== '' && Number.isInteger(quantity) && quantity! >= 1 && quantity! <= 99;
}

function toReceipt(order: Order): string {
  const lines = order.lines.map((line) => `${String(line.quantity).padStart(2)} x ${line.item}`);
  return [`Order ${order.id} (${order.status})`, ...lines, ''].join('\n');
}

if (import.meta.main) await runUpstream('orders', startOrders);
