// The gateway as a plugin of an existing Fastify server: the server's own routes become skills, called inside the process, and nothing of
// the server changes: its parsers, hooks, error handlers and 404s are what they were. The example of docs/embed.md runs as it stands.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify, { type FastifyInstance, type FastifySchema } from 'fastify';
import { describe, expect, test } from 'vitest';
import { skillgate, type SkillgateOptions, type SkillgateTarget } from '../../src/plugin.ts';
import { createFolder } from '../support/folder.ts';
import { findFreePort } from '../support/free-port.ts';
import { post, toSendMessage, type RpcAnswer } from '../support/gateway.ts';
import { projectRoot, startProcess } from '../support/start-process.ts';
import { startCalculator } from '../upstreams/calculator.ts';
import { startHabits } from '../upstreams/habits.ts';

const noteSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const answers = { '200': { description: 'ok' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', responses: answers },
      post: {
        operationId: 'addNote',
        requestBody: { required: true, content: { 'application/json': { schema: noteSchema } } },
        responses: answers,
      },
    },
    '/fails': { get: { operationId: 'fails', responses: answers } },
    '/hangs': {
      get: { operationId: 'hangs', responses: answers },
      post: { operationId: 'hangsPost', responses: answers },
    },
    '/endless': { get: { operationId: 'endless', responses: answers } },
    '/who': {
      get: {
        operationId: 'who',
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
        responses: answers,
      },
    },
  },
};

interface Host extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly closed: string[];
}

/** A server with habits of its own: a parser, hooks, an error handler, a 404 and a decorator. */
async function createHost(
  options: Omit<SkillgateOptions, 'targets'> & {
    readonly target?: Partial<SkillgateTarget>;
    readonly prefix?: string;
  } = {},
): Promise<Host> {
  const app = fastify();
  const closed: string[] = [];
  const notes: unknown[] = [];
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, { parsedByHost: JSON.parse(String(body)) as unknown });
  });
  app.addContentTypeParser('application/x-host', { parseAs: 'string' }, (_request, body, done) =>
    done(null, `host:${String(body)}`),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-host', 'seen');
    if (request.headers['x-deny'] !== undefined) await reply.code(403).send({ host: 'denied' });
  });
  app.setErrorHandler((error, _request, reply) => reply.code(500).send({ host: (error as Error).message }));
  app.setNotFoundHandler((request, reply) => reply.code(404).send({ host: `no ${request.url}` }));
  app.get('/notes', () => notes);
  app.post('/notes', (request) => {
    notes.push(request.body);
    return { added: request.body };
  });
  app.post('/plain', (request) => ({ got: request.body }));
  app.get('/fails', () => {
    throw new Error('as it does');
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/hangs',
    handler: (request) =>
      new Promise(() => {
        request.raw.once('close', () => closed.push(request.method));
      }),
  });
  app.get('/endless', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/plain' });
    const flow = (): void => {
      while (reply.raw.write('x'.repeat(10_000)) && !reply.raw.destroyed);
      if (!reply.raw.destroyed) setImmediate(flow);
    };
    flow();
  });
  app.get('/who', (request) => ({
    url: request.url,
    auth: request.headers.authorization,
    key: request.headers['x-key'],
    id: request.headers['x-request-id'],
  }));
  const { target = {}, prefix, ...rest } = options;
  await app.register(skillgate, {
    targets: { notes: { document, upstreams: 'self', headers: { 'X-Key': 'k' }, ...target } },
    ...rest,
    ...(prefix === undefined ? {} : { prefix }),
  });
  return { app, closed, [Symbol.asyncDispose]: () => app.close() };
}

/** Without a port: the server has not listened yet. */
async function call(app: FastifyInstance, skillId: string, args: object, headers = {}): Promise<RpcAnswer['body']> {
  const response = await app.inject({
    method: 'POST',
    url: '/a2a',
    headers: { 'a2a-version': '1.0', ...headers },
    payload: toSendMessage([{ data: { skillId, arguments: args } }]),
  });
  return response.json();
}

describe('upstreams: self', () => {
  test('calls the server’s own routes, before it listens', async () => {
    await using host = await createHost();
    const added = await call(host.app, 'addNote', { text: 'milk' });
    expect(added).toMatchObject({
      result: { message: { parts: [{ data: { added: { parsedByHost: { text: 'milk' } } } }] } },
    });
    expect(await call(host.app, 'listNotes', {})).toMatchObject({
      result: { message: { parts: [{ data: [{ parsedByHost: { text: 'milk' } }] }] } },
    });
  });

  test('carries the headers that any target gets', async () => {
    await using host = await createHost();
    const headers = { authorization: 'Bearer mine', 'x-request-id': 'r-1', cookie: 'a=1' };
    const answer = await call(host.app, 'who', { q: 'a b/c' }, headers);
    expect(answer).toMatchObject({
      result: { message: { parts: [{ data: { url: '/who?q=a%20b%2Fc', auth: 'Bearer mine', key: 'k', id: 'r-1' } }] } },
    });
  });

  test('gives the outcomes that any target gives', async () => {
    await using host = await createHost({
      target: { timeout: '100ms', maxReplySize: '1mb', retries: 0, failures: 'error' },
    });
    const reason = async (skillId: string) => {
      const { error } = await call(host.app, skillId, {});
      return (error?.data as { reason?: string }[] | undefined)?.[0]?.reason;
    };
    expect(await reason('fails')).toBe('UPSTREAM_FAILED');
    expect(await reason('hangs')).toBe('UPSTREAM_TIMEOUT');
    expect(await reason('hangsPost')).toBe('UPSTREAM_OUTCOME_UNKNOWN');
    expect(await reason('endless')).toBe('UPSTREAM_REPLY_TOO_LARGE');
    expect(host.closed).toEqual(['GET', 'POST']);
  });

  test('is refused where there is no server, and with a pass-through', async () => {
    await expect(createHost({ target: { passthrough: 'all' } })).rejects.toThrow(
      'the routes of the server itself need no pass-through',
    );
  });
});

describe('the server around', () => {
  test('keeps its parsers, error handler, 404s and routes', async () => {
    await using host = await createHost();
    const { app } = host;
    const ask = async (
      method: 'GET' | 'POST' | 'OPTIONS',
      url: string,
      payload?: string,
      type = 'application/x-host',
    ) =>
      (
        await app.inject({
          method,
          url,
          ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
        })
      ).json<unknown>();
    expect(await ask('POST', '/plain', 'abc')).toEqual({ got: 'host:abc' });
    expect(await ask('POST', '/plain', '{"a":1}', 'application/json')).toEqual({ got: { parsedByHost: { a: 1 } } });
    expect(await ask('GET', '/fails')).toEqual({ host: 'as it does' });
    expect(await ask('GET', '/nowhere')).toEqual({ host: 'no /nowhere' });
    expect(await ask('OPTIONS', '/nowhere')).toEqual({ host: 'no /nowhere' });
  });

  test('guards the agent with its own hooks', async () => {
    await using host = await createHost();
    for (const url of ['/a2a/capabilities', '/.well-known/agent-card.json', '/skills', '/healthz']) {
      const allowed = await host.app.inject({ url });
      expect([allowed.statusCode, allowed.headers['x-host']]).toEqual([200, 'seen']);
      expect((await host.app.inject({ url, headers: { 'x-deny': '1' } })).json()).toEqual({ host: 'denied' });
    }
  });

  test('may answer the probes itself', async () => {
    await using host = await createHost({ probes: false });
    host.app.get('/healthz', () => ({ host: 'well' }));
    expect((await host.app.inject('/healthz')).json()).toEqual({ host: 'well' });
  });

  test('gets errors of the agent in the agent’s form', async () => {
    await using host = await createHost();
    const response = await host.app.inject({
      method: 'POST',
      url: '/a2a',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32700 } });
    expect((await host.app.inject('/skills/nothing')).json()).toMatchObject({ error: { reason: 'NOT_FOUND' } });
  });
});

test('with a prefix, all addresses are below it, and the card says so', async () => {
  await using host = await createHost({ prefix: '/agent' });
  const url = await host.app.listen({ port: 0, host: '127.0.0.1' });
  const card = (await (await fetch(`${url}/agent/.well-known/agent-card.json`)).json()) as { url: string };
  expect(card.url).toBe(`${url}/agent/a2a`);
  const answer = await post(card.url, toSendMessage([{ data: { skillId: 'listNotes', arguments: {} } }]), {
    'a2a-version': '1.0',
  });
  expect(answer.body).toMatchObject({ result: { message: { parts: [{ data: [] }] } } });
  expect((await fetch(`${url}/a2a`, { method: 'POST' })).status).toBe(404);
});

describe('documents', () => {
  test('are made when the server is ready', async () => {
    const app = fastify();
    const paths: Record<string, object> = {};
    app.addHook('onRoute', ({ method, url, schema }) => {
      if ((schema as { hide?: boolean } | undefined)?.hide === true || method !== 'GET') return;
      paths[url] = { get: { operationId: url.slice(1), responses: answers } };
    });
    await app.register(skillgate, {
      targets: { app: { document: () => ({ ...document, paths }), upstreams: 'self' } },
    });
    app.get('/late', () => ({ late: true }));
    expect(await call(app, 'late', {})).toMatchObject({ result: { message: { parts: [{ data: { late: true } }] } } });
    await app.close();
  });

  test('leave the agent’s own routes out by `hide`', async () => {
    const app = fastify();
    const shown: string[] = [];
    const routes: { url: string; schema?: FastifySchema & { hide?: boolean } }[] = [];
    app.addHook('onRoute', (route) => void routes.push(route));
    await app.register(skillgate, { targets: { notes: { document, upstreams: 'self' } } });
    await app.ready();
    for (const { url, schema } of routes) if (schema?.hide !== true) shown.push(url);
    expect([routes.length > 5, shown]).toEqual([true, []]);
    await app.close();
  });

  test('have a base path by their servers', async () => {
    const app = fastify();
    app.get('/api/v1/notes', () => ({ at: 'v1' }));
    const based = { ...document, servers: [{ url: '/api/v1' }] };
    await app.register(skillgate, { targets: { notes: { document: based, upstreams: 'self' } } });
    expect(await call(app, 'listNotes', {})).toMatchObject({
      result: { message: { parts: [{ data: { at: 'v1' } }] } },
    });
    await app.close();
  });

  test('that cannot be read keep the server from starting', async () => {
    const app = fastify();
    const circular: Record<string, unknown> = { ...document };
    circular['self'] = circular;
    await app.register(skillgate, { targets: { notes: { document: circular, upstreams: 'self' } } });
    await expect(app.ready()).rejects.toThrow('The document that was given is not JSON');
    await app.close();
  });

  test('may come from a configuration file, for services elsewhere', async () => {
    await using calculator = await startCalculator();
    const text = `targets: { calculator: { spec: ${join(projectRoot, 'openapi/calculator.yaml')}, upstreams: ["\${URL}"] } }`;
    await using folder = await createFolder({ 'gateway.yaml': text });
    const app = fastify();
    await app.register(skillgate, { configFile: folder.file('gateway.yaml'), env: { URL: calculator.url } });
    const answer = await call(app, 'calculate', { operation: 'add', operands: [5, 3] });
    expect(answer).toMatchObject({ result: { message: { parts: [{ data: { result: 8 } }] } } });
    await app.close();
    expect(calculator.requests).toHaveLength(1);
  });
});

test('other services can be passed through', async () => {
  await using habits = await startHabits();
  const app = fastify();
  await app.register(skillgate, {
    prefix: '/agent',
    config: {
      targets: { habits: { spec: 'test/fixtures/habits.yaml', upstreams: [habits.url], passthrough: 'exposed' } },
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const echo = await fetch(`${url}/agent/proxy/habits/echo/7`);
  expect(await echo.json()).toMatchObject({
    path: '/echo/7',
    headers: { 'x-forwarded-prefix': '/agent/proxy/habits' },
  });
  const redirect = await fetch(`${url}/agent/proxy/habits/redirect?to=/echo/7`, { redirect: 'manual' });
  expect(redirect.headers.get('location')).toBe(`${url}/agent/proxy/habits/echo/7`);
  await app.close();
});

test.each([
  [{}, 'one of configFile, config and targets, found 0'],
  [{ configFile: 'x.yaml', targets: {} }, 'found 2'],
  [
    { targets: { a: { spec: 'x.yaml', upstream: 'y' } as SkillgateTarget } },
    'The configuration (options of skillgate) has a mistake',
  ],
  [
    { targets: { a: { spec: 'x.yaml', upstreams: ['http://x'], passthrough: 'all', passthroughRoot: true } as const } },
    'passthroughRoot is for a gateway that stands alone',
  ],
])('options %o are refused', async (options, message) => {
  const app = fastify();
  await expect(async () => await app.register(skillgate, options)).rejects.toThrow(message);
  await app.close();
});

test.each([true, false])(
  'a server whose ignoreTrailingSlash is %s has each address with a slash and without',
  async (ignoreTrailingSlash) => {
    await using habits = await startHabits();
    const app = fastify({ routerOptions: { ignoreTrailingSlash } });
    const target = { document, upstreams: [habits.url], passthrough: 'all' as const };
    await app.register(skillgate, { prefix: '/agent', targets: { notes: target } });
    for (const path of ['.well-known/agent-card.json', 'agents/notes.listNotes', 'proxy/notes/echo']) {
      for (const url of [`/agent/${path}`, `/agent/${path}/`]) expect((await app.inject(url)).statusCode).toBe(200);
    }
    await app.close();
  },
);

test.each(['/skills', '/healthz', '/a2a'])(
  'a route of the server at %s is an error that can be caught',
  async (path) => {
    const app = fastify();
    app.get(path, () => 'mine');
    const targets = { notes: { document, upstreams: 'self' } } as const;
    await expect(async () => await app.register(skillgate, { targets })).rejects.toThrow(
      `already declared for route '${path}'`,
    );
  },
);

test('the example of docs/embed.md works', async () => {
  const page = await readFile(join(projectRoot, 'docs/embed.md'), 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const [, command = ''] = /```sh\n(curl [\s\S]*?)```/.exec(page) ?? [];
  const [, body = ''] = /-d '(.*)'/.exec(command) ?? [];
  const [, expected = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  const local = code
    .replace("'skillgate'", JSON.stringify(new URL('../../src/plugin.ts', import.meta.url).href))
    .replace("'fastify'", JSON.stringify(import.meta.resolve('fastify')));
  await using folder = await createFolder({ 'server.mjs': local });
  const port = await findFreePort();
  await using server = startProcess({ args: [folder.file('server.mjs')], env: { PORT: String(port) } });
  await server.waitForOk(`http://127.0.0.1:${port}/readyz`);
  const answer = await post(`http://127.0.0.1:${port}/a2a`, body, { 'a2a-version': '1.0' });
  const parts = (answer.body.result as { message: { parts: unknown } }).message.parts;
  expect(parts).toEqual((JSON.parse(expected) as { result: { message: { parts: unknown } } }).result.message.parts);
});
