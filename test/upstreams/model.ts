// A server of a language model without a model: it speaks the OpenAI-compatible wire, keeps every request, and gives the answers of a
// script, the last one for ever. It is as strict as the real ones: a request that they would refuse is answered with 400 and kept in
// `complaints`. Among the answers are all the bad habits that such servers and models have.

import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startServer, type SeenRequest } from '../support/server.ts';

export interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

export interface ChatTool {
  readonly type: string;
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  /** Set for what is no JSON. */
  readonly isBroken?: boolean;
  readonly [setting: string]: unknown;
}

export interface SeenCompletion {
  readonly path: string;
  readonly headers: SeenRequest['headers'];
  readonly body: ChatRequest;
  readonly text: string;
}

export type Answer = (response: ServerResponse, request: SeenCompletion) => void;

export interface RunningModel extends AsyncDisposable {
  /** Base URL, with `/v1`. */
  readonly url: string;
  readonly port: number;
  readonly seen: readonly SeenCompletion[];
  /** What a real server would have refused. */
  readonly complaints: readonly string[];
  /** From now on it answers so, the last answer for ever. */
  script(...answers: readonly Answer[]): void;
  /** Resolves with the next request. */
  next(): Promise<unknown>;
}

export async function startModel(...script: readonly Answer[]): Promise<RunningModel> {
  const seen: SeenCompletion[] = [];
  const complaints: string[] = [];
  let answers = [...script];
  const server = await startServer((request, response) => {
    const complaint = complainOf(request);
    if (complaint !== undefined) {
      complaints.push(complaint);
      return refuses(400, 'invalid_request_error', complaint)(response, toSeen(request));
    }
    const completion = toSeen(request);
    seen.push(completion);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return (answer ?? says('Which one is meant?'))(response, completion);
  });
  return {
    url: `${server.url}/v1`,
    port: server.port,
    seen,
    complaints,
    script: (...next) => {
      answers = [...next];
    },
    next: () => server.nextRequest(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function toSeen({ path, headers, body }: SeenRequest): SeenCompletion {
  return { path, headers, text: body, body: parse(body) };
}

function parse(text: string): ChatRequest {
  try {
    return JSON.parse(text) as ChatRequest;
  } catch {
    return { model: '', messages: [], isBroken: true };
  }
}

function complainOf({ method, path, headers, body }: SeenRequest): string | undefined {
  if (method !== 'POST') return `there is no ${method} here`;
  if (new URL(path, 'http://model.invalid').pathname !== '/v1/chat/completions') return `there is nothing at ${path}`;
  if (headers['content-type'] !== 'application/json') return 'the content type is not application/json';
  const { model, messages, tools } = parse(body);
  if (model === '') return 'the body is not JSON with a model';
  if (!Array.isArray(messages) || messages.length === 0) return 'there are no messages';
  return (
    messages.map(complainOfMessage).find((one) => one !== undefined) ??
    (tools ?? []).map(complainOfTool).find((one) => one !== undefined)
  );
}

function complainOfMessage(message: ChatMessage, at: number, messages: readonly ChatMessage[]): string | undefined {
  const { role, content } = message;
  if (!['system', 'user', 'assistant', 'tool', 'function'].includes(role))
    return `messages[${at}] has the role ${role}`;
  if (role === 'assistant') {
    const isBroken = message.tool_calls?.some(({ function: call }) => parse(call.arguments).isBroken) === true;
    return isBroken ? `messages[${at}] has a call whose arguments are no JSON` : undefined;
  }
  if (typeof content !== 'string') return `messages[${at}].content is no text`;
  if (role !== 'tool') return undefined;
  const isAnswered = messages[at - 1]?.tool_calls?.some(({ id }) => id === message.tool_call_id);
  return isAnswered === true ? undefined : `messages[${at}] answers no tool call`;
}

function complainOfTool({ type, function: { name, description, parameters } }: ChatTool): string | undefined {
  if (type !== 'function') return `a tool is no function: ${type}`;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return `the name of a tool is not allowed: ${name}`;
  if (typeof description !== 'string' || description.length > 1024) return `the description of ${name} is too long`;
  if (parameters['type'] !== 'object') return `the parameters of ${name} are no object`;
  if (['anyOf', 'oneOf', 'allOf', 'enum', 'not'].some((key) => Object.hasOwn(parameters, key)))
    return `the parameters of ${name} are more than an object`;
  return complainOfSchema(parameters, name);
}

/** What strict servers refuse in a schema. */
function complainOfSchema(schema: unknown, name: string): string | undefined {
  if (typeof schema !== 'object' || schema === null) return `a schema of ${name} is ${JSON.stringify(schema)}`;
  const { type, properties, items, anyOf, ...others } = schema as Readonly<Record<string, unknown>>;
  const refused = Object.keys(others).find(
    (key) => key.startsWith('$') || ['oneOf', 'allOf', 'pattern', 'const', 'not', 'if'].includes(key),
  );
  if (refused !== undefined) return `the parameters of ${name} have ${refused}`;
  if ([type].flat().includes('array') && items === undefined) return `an array of ${name} has no items`;
  const inner = [
    ...Object.values((properties ?? {}) as Readonly<Record<string, unknown>>),
    ...(items === undefined ? [] : [items]),
    ...((anyOf ?? []) as readonly unknown[]),
  ];
  return inner.map((one) => complainOfSchema(one, name)).find((one) => one !== undefined);
}

// What it answers.

const usage = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 };

function completion(message: unknown, finish: string, more: object = {}): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'scripted',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage,
    ...more,
  });
}

const send = (
  response: ServerResponse,
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
};

/** Any body with status 200. */
export function sends(body: string): Answer {
  return (response) => send(response, body);
}

export function says(content: unknown, finish = 'stop', more: object = {}): Answer {
  return (response) => send(response, completion({ role: 'assistant', content, refusal: null }, finish, more));
}

/** Arguments that are no text are written as JSON. */
export function calls(name: string, args: unknown, more: object = {}): Answer {
  return callsAll([{ name, args }], more);
}

export function callsAll(all: readonly { readonly name: string; readonly args: unknown }[], more: object = {}): Answer {
  return (response) => {
    const tool_calls = all.map(({ name, args }, at) => ({
      id: `call_${at}abc`,
      type: 'function',
      function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    }));
    send(response, completion({ role: 'assistant', content: null, tool_calls }, 'tool_calls', more));
  };
}

/** As before there were tools. */
export function callsFunction(name: string, args: unknown): Answer {
  return (response) => {
    const function_call = { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) };
    send(response, completion({ role: 'assistant', content: null, function_call }, 'function_call'));
  };
}

/** Arguments as an object in place of JSON text, and no id. */
export function callsWithObject(name: string, args: unknown): Answer {
  return (response) =>
    send(
      response,
      completion({ role: 'assistant', content: '', tool_calls: [{ function: { name, arguments: args } }] }, 'stop'),
    );
}

export function refuses(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (response) => {
    send(
      response,
      JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } }),
      status,
      headers,
    );
  };
}

export const breaksDown: Answer = (response) => {
  response
    .writeHead(500, { 'content-type': 'text/html' })
    .end('<html><body><h1>500 Internal Server Error</h1></body></html>');
};

export const hangs: Answer = () => {};

/** One blank after the other, for ever. */
export const drips: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
};

export const floods: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(completion({ role: 'assistant', content: 'x'.repeat(2_000_000) }, 'stop'));
};

/** A few kilobytes that become many megabytes. */
export const swells: Answer = (response) => {
  const body = gzipSync(completion({ role: 'assistant', content: 'x'.repeat(20_000_000) }, 'stop'));
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
};

export const resets: Answer = (response) => {
  response.socket?.resetAndDestroy();
};

export function redirects(location: string): Answer {
  return (response) => void response.writeHead(307, { location }).end();
}

/** The same answer compressed, in chunks. */
export function compressed(name: string, args: unknown): Answer {
  return (response) => {
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_z', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    };
    const body = gzipSync(completion(message, 'tool_calls'));
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.write(body.subarray(0, 20));
    setImmediate(() => response.end(body.subarray(20)));
  };
}

/** What it makes of the request. */
export function answers(make: (request: SeenCompletion) => Answer): Answer {
  return (response, request) => make(request)(response, request);
}
