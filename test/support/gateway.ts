// The whole gateway on a free port of this process, as `serve` builds it: configuration, rooms, server. Log lines are kept, down
// to `debug`. Ending it fails the test when the gateway logged an error that the test did not announce.

import { randomUUID } from 'node:crypto';
import { buildConfig, type ConfigInput } from '../../src/config/config.ts';
import { createGateway } from '../../src/gateway.ts';
import { createLog } from '../../src/observe/log.ts';
import { createServer } from '../../src/server.ts';
import { startCalculator } from '../upstreams/calculator.ts';
import { startOrders } from '../upstreams/orders.ts';
import { startPets } from '../upstreams/pets.ts';
import type { RunningUpstream } from '../upstreams/start.ts';

export interface GatewayOptions {
  readonly config: ConfigInput;
  readonly env?: Readonly<Record<string, string>>;
  /** True when the test provokes lines of level `error`. */
  readonly expectErrors?: boolean;
}

export type Headers = Readonly<Record<string, string>>;

export interface RunningGateway extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** All log lines so far. */
  readonly lines: readonly LogLine[];
  /** POSTs to `/a2a`: a value as JSON, a string as it is. */
  rpc(body: unknown, headers?: Headers): Promise<RpcAnswer>;
  /** A `SendMessage` of 1.0 with these parts. */
  send(parts: readonly unknown[], headers?: Headers): Promise<RpcAnswer>;
  /** Calls a skill by its id with arguments, in 1.0. */
  call(skillId: string, args: unknown, headers?: Headers): Promise<RpcAnswer>;
  get(path: string, headers?: Headers): Promise<Response>;
}

export type LogLine = Readonly<Record<string, unknown>>;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface RpcAnswer {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  /** The parsed body; empty when it is not JSON. */
  readonly body: { readonly id?: unknown; readonly result?: unknown; readonly error?: RpcError };
}

export async function startGateway({
  config,
  env = {},
  expectErrors = false,
}: GatewayOptions): Promise<RunningGateway> {
  const lines: LogLine[] = [];
  const { log } = createLog({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line) as LogLine) });
  const built = buildConfig(withFreePort(config), env);
  const gateway = await createGateway({ config: built, log });
  const server = await createServer(gateway, log);
  const url = await server.listen({ ...built.gateway.listen });

  const running: RunningGateway = {
    url,
    port: Number(new URL(url).port),
    lines,
    rpc: (body, headers = {}) => post(`${url}/a2a`, body, headers),
    // An id of its own for each: with credentials, a repeated one would be a repeated message.
    send: (parts, headers = {}) =>
      running.rpc(toSendMessage(parts, { messageId: randomUUID() }), { 'a2a-version': '1.0', ...headers }),
    call: (skillId, args, headers = {}) => running.send([{ data: { skillId, arguments: args } }], headers),
    get: (path, headers = {}) => fetch(url + path, { headers }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await gateway.close();
      const errors = lines.filter(({ level }) => Number(level) >= 50);
      if (errors.length > 0 && !expectErrors)
        throw new Error(`unexpected errors in the log: ${JSON.stringify(errors)}`);
    },
  };
  return running;
}

function withFreePort(config: ConfigInput): ConfigInput {
  return { ...config, gateway: { ...config.gateway, listen: { port: 0, ...config.gateway?.listen } } };
}

export function toSendMessage(parts: readonly unknown[], more: object = {}): object {
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts, ...more };
  return { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
}

export async function post(url: string, body: unknown, headers: Headers = {}): Promise<RpcAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parseOrEmpty(text) };
}

export interface FailedTask {
  readonly id: string;
  readonly contextId: string;
  readonly state: string;
  /** What the message of the status says. */
  readonly text: string;
  /** The body of the service's reply, where it was JSON. */
  readonly data?: unknown;
}

/** The task of an answer in 1.0, as far as it tells why it stands so. */
export function failureOf({ body, text }: RpcAnswer): FailedTask {
  const { task } = (body.result ?? {}) as { readonly task?: WireTask };
  if (task === undefined) throw new Error(`there is no task: ${text}`);
  const [said, reply] = task.status.message?.parts ?? [];
  const { id, contextId, status } = task;
  return { id, contextId, state: status.state, text: said?.text ?? '', ...(reply && { data: reply.data }) };
}

export interface AskedQuestion {
  readonly id: string;
  readonly contextId: string;
  /** What a person or a model reads. */
  readonly text: string;
  readonly question: 'choose' | 'complete' | 'confirm';
  readonly candidates: readonly AskedCandidate[];
}

export interface AskedCandidate {
  readonly skillId: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly missing: readonly string[];
  readonly callLine: string;
}

/** The question of an answer in 1.0: a task that waits for its caller, and nothing else yet. */
export function questionOf({ body, text }: RpcAnswer): AskedQuestion {
  const { task } = (body.result ?? {}) as { readonly task?: WireTask };
  const [said, data, ...more] = task?.status.message?.parts ?? [];
  const isAsked = task?.status.state === 'TASK_STATE_INPUT_REQUIRED' && more.length === 0;
  if (!isAsked || said?.text === undefined || data?.data === undefined)
    throw new Error(`there is no question: ${text}`);
  const { question, candidates } = data.data as Pick<AskedQuestion, 'question' | 'candidates'>;
  return { id: task.id, contextId: task.contextId, text: said.text, question, candidates };
}

export interface WireTask {
  readonly id: string;
  readonly contextId: string;
  readonly status: { readonly state: string; readonly message?: { readonly parts: readonly WirePart[] } };
  readonly artifacts?: readonly { readonly artifactId: string; readonly parts: readonly WirePart[] }[];
  readonly history?: readonly { readonly messageId: string }[];
}

export interface WirePart {
  readonly text?: string;
  readonly data?: unknown;
}

function parseOrEmpty(text: string): RpcAnswer['body'] {
  try {
    return JSON.parse(text) as RpcAnswer['body'];
  } catch {
    return {};
  }
}

export interface Demo extends AsyncDisposable {
  readonly gateway: RunningGateway;
  readonly calculator: RunningUpstream;
  readonly pets: RunningUpstream;
  readonly orders: RunningUpstream;
  /** How many requests the three services got. */
  reached(): number;
}

/** The three documents of the demo, each over its own service. */
export async function startDemo(config: ConfigInput = {}): Promise<Demo> {
  const stack = new AsyncDisposableStack();
  const calculator = stack.use(await startCalculator());
  const pets = stack.use(await startPets());
  const orders = stack.use(await startOrders());
  const targets = {
    calculator: { spec: 'openapi/calculator.yaml', upstreams: [calculator.url] },
    pets: { spec: 'openapi/pets.yaml', upstreams: [pets.url] },
    orders: { spec: 'openapi/orders.yaml', upstreams: [`${orders.url}/v1`] },
  };
  const gateway = stack.use(await startGateway({ config: { ...config, targets } }));
  const reached = (): number => calculator.requests.length + pets.requests.length + orders.requests.length;
  return { gateway, calculator, pets, orders, reached, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
