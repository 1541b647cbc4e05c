// The log: one line per call with the facts that operators search for, and nothing of what was said: no bodies, no arguments, no
// credentials, at any level. The trace of the caller goes on to the service.

import { describe, expect, test } from 'vitest';
import { buildConfig } from '../../src/config/config.ts';
import { createGateway } from '../../src/gateway.ts';
import { createLog } from '../../src/observe/log.ts';
import { createServer } from '../../src/server.ts';
import { createFolder } from '../support/folder.ts';
import { post, startGateway, toSendMessage, type LogLine, type RunningGateway } from '../support/gateway.ts';
import { jsonAnswer, startServer, type Answer, type RunningServer } from '../support/server.ts';

const document = `openapi: 3.0.0
info: {title: Safe, version: '1'}
paths:
  /vaults/{vault}:
    post:
      operationId: open
      parameters:
        - {name: vault, in: path, required: true, schema: {type: string}}
        - {name: pin, in: query, schema: {type: string, maxLength: 40}}
        - {name: X-Token, in: header, schema: {type: string}}
      requestBody: {content: {application/json: {schema: {type: object, properties: {phrase: {type: string}}}}}}
      responses: {'200': {description: ok}}
`;

interface Safe extends AsyncDisposable {
  readonly gateway: RunningGateway;
  readonly service: RunningServer;
  calls(): readonly LogLine[];
}

async function startSafe(answer: Answer = jsonAnswer('{"secret":"reply-s3cr3t"}')): Promise<Safe> {
  const stack = new AsyncDisposableStack();
  const service = stack.use(await startServer(answer));
  const folder = stack.use(await createFolder({ 'openapi.yaml': document }));
  const gateway = stack.use(
    await startGateway({
      config: {
        log: { level: 'debug' },
        gateway: { bodyLimit: '1mb' },
        targets: {
          safe: {
            spec: folder.file('openapi.yaml'),
            upstreams: [service.url],
            headers: { 'x-api-key': 'static-s3cr3t' },
            forwardHeaders: ['authorization', 'cookie', 'x-request-id'],
          },
        },
      },
    }),
  );
  return {
    gateway,
    service,
    calls: () => gateway.lines.filter(({ msg }) => msg === 'call'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const args = { vault: 'path-s3cr3t', pin: 'query-s3cr3t', 'X-Token': 'header-s3cr3t', phrase: 'body-s3cr3t' };
const credentials = { authorization: 'Bearer caller-s3cr3t', cookie: 'session=cookie-s3cr3t' };

describe('one line per call', () => {
  test('of a good one', async () => {
    await using safe = await startSafe();
    await safe.gateway.call('open', args, { 'x-request-id': 'req-7' });
    expect(safe.calls()).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        msg: 'call',
        requestId: 'req-7',
        traceId: expect.stringMatching(/^[\da-f]{32}$/),
        method: 'SendMessage',
        dialect: '1.0',
        target: 'safe',
        skill: 'open',
        resolvedBy: 'envelope',
        status: 'ok',
        upstreamStatus: 200,
        durationMs: expect.any(Number),
      },
    ]);
  });

  test.each<readonly [string, unknown, LogLine]>([
    ['that is no JSON', '{', { level: 30, status: 'parse_error', method: '' }],
    ['of an unknown method', { jsonrpc: '2.0', id: 1, method: 'Nothing' }, { level: 30, status: 'method_not_found' }],
    [
      'of an unknown skill',
      toSendMessage([{ data: { skillId: 'shut', arguments: args } }]),
      { level: 30, status: 'skill_not_found', method: 'SendMessage' },
    ],
    [
      'with wrong arguments',
      toSendMessage([{ data: { skillId: 'open', arguments: { ...args, pin: 's3cr3t'.repeat(20) } } }]),
      { level: 30, status: 'invalid_arguments', skill: 'open', target: 'safe' },
    ],
    ['that is too large', 'x'.repeat(2_000_000), { level: 30, status: 'body_too_large' }],
  ])('%s', async (_name, body, line) => {
    await using safe = await startSafe();
    await safe.gateway.rpc(body, { 'a2a-version': '1.0', ...credentials });
    expect(safe.calls()).toEqual([expect.objectContaining(line)]);
    expect(JSON.stringify(safe.gateway.lines)).not.toContain('s3cr3t');
  });

  test.each([
    [500, 'upstream_failed', 40],
    [404, 'upstream_rejected', 30],
    [401, 'upstream_unauthorized', 30],
    [429, 'upstream_busy', 40],
    [302, 'upstream_redirected', 40],
  ])('of a service that answers %i', async (code, status, level) => {
    await using safe = await startSafe(jsonAnswer('{"error":"reply-s3cr3t"}', code));
    await safe.gateway.call('open', args, credentials);
    expect(safe.calls()).toEqual([expect.objectContaining({ level, status, upstreamStatus: code, skill: 'open' })]);
    expect(JSON.stringify(safe.gateway.lines)).not.toContain('s3cr3t');
  });

  test('of a service that breaks the connection: with the reason for the operator', async () => {
    await using safe = await startSafe((_request, response) => void response.destroy());
    await safe.gateway.call('open', args, credentials);
    expect(safe.calls()).toEqual([
      expect.objectContaining({
        level: 40,
        status: 'upstream_outcome_unknown',
        task: expect.any(String),
        detail: expect.stringContaining(safe.service.url),
      }),
    ]);
    expect(safe.calls()[0]).not.toHaveProperty('upstreamStatus');
    expect(JSON.stringify(safe.gateway.lines)).not.toContain('s3cr3t');
  });

  test('pages and health checks write none', async () => {
    await using safe = await startSafe();
    for (const path of ['/.well-known/agent-card.json', '/healthz', '/readyz', '/a2a/health', '/skills', '/nowhere'])
      await safe.gateway.get(path, credentials);
    expect(safe.gateway.lines.filter(({ level }) => Number(level) > 20)).toEqual([]);
  });

  test('100 at once: 100 lines, each with its own id, which the answers carry', async () => {
    await using safe = await startSafe();
    const answers = await Promise.all(Array.from({ length: 100 }, () => safe.gateway.call('open', args)));
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(100);
    expect(new Set(safe.calls().map(({ requestId }) => requestId))).toEqual(new Set(ids));
  });
});

test('no secret in any line, at any level, in any way of calling', async () => {
  await using safe = await startSafe();
  const text = `open vault=path-s3cr3t pin=query-s3cr3t phrase=body-s3cr3t`;
  const old = { kind: 'message', messageId: 'm-2', role: 'user', parts: [{ kind: 'text', text }] };
  await safe.gateway.call('open', args, credentials);
  await safe.gateway.send([{ text }], credentials);
  await safe.gateway.send(
    [{ text: 'POST /vaults/path-s3cr3t?pin=query-s3cr3t {"phrase":"body-s3cr3t"}' }],
    credentials,
  );
  await safe.gateway.send([{ text: 'prose with a s3cr3t in it' }], credentials);
  await safe.gateway.rpc(
    { jsonrpc: '2.0', id: 's3cr3t', method: 'message/send', params: { message: old, metadata: { key: 's3cr3t' } } },
    credentials,
  );
  await post(
    `${safe.gateway.url}/a2a?token=s3cr3t`,
    toSendMessage([{ data: { skillId: 'open', arguments: args } }]),
    credentials,
  );
  expect(safe.service.requests).toHaveLength(5);
  expect(safe.gateway.lines.length).toBeGreaterThanOrEqual(6);
  expect(JSON.stringify(safe.gateway.lines)).not.toContain('s3cr3t');
});

test('what callers choose cannot start a line of its own', async () => {
  await using safe = await startSafe();
  const evil = 'x\n{"level":60,"msg":"forged"}\r\n\u2028';
  await safe.gateway.rpc({ jsonrpc: '2.0', id: evil, method: evil, params: {} });
  await safe.gateway.call(evil, {});
  expect(safe.gateway.lines.filter(({ msg }) => msg !== 'call')).toEqual([]);
  expect(safe.calls()).toHaveLength(2);
});

test('a bug of ours on a page is logged under the request id that the caller gets, and its text is withheld', async () => {
  const lines: LogLine[] = [];
  const { log } = createLog({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as LogLine) });
  const config = buildConfig(
    { targets: { pets: { spec: 'openapi/pets.yaml', upstreams: ['http://127.0.0.1:9'] } } },
    {},
  );
  await using gateway = await createGateway({ config, log });
  const broken = {
    ...gateway,
    published: () => {
      throw new Error('boom-s3cr3t');
    },
  };
  const server = await createServer(broken, log);
  for (const url of ['/.well-known/agent-card.json', '/skills']) {
    const answer = await server.inject({ url, headers: { 'x-request-id': 'req-9' } });
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { error: expect.objectContaining({ reason: 'INTERNAL_ERROR', requestId: 'req-9' }) },
    ]);
    expect(answer.body).not.toContain('s3cr3t');
  }
  expect(lines).toEqual(
    Array.from({ length: 2 }, () =>
      expect.objectContaining({ level: 50, requestId: 'req-9', detail: expect.stringContaining('boom-s3cr3t') }),
    ),
  );
  await server.close();
});

test('requests that arrive a byte at a time are ended: the server waits for none for ever', async () => {
  const { log } = createLog({ level: 'silent' });
  const config = buildConfig(
    { targets: { pets: { spec: 'openapi/pets.yaml', upstreams: ['http://127.0.0.1:9'] } } },
    {},
  );
  await using gateway = await createGateway({ config, log });
  const { server } = await createServer(gateway, log);
  expect([server.requestTimeout, server.headersTimeout].every((limit) => limit > 0 && limit <= 300_000)).toBe(true);
});

describe('the trace', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const parent = 'b7ad6b7169203331';

  test('of the caller goes on, with a span of our own', async () => {
    await using safe = await startSafe();
    await safe.gateway.call('open', args, { traceparent: `00-${traceId}-${parent}-01`, tracestate: 'vendor=1' });
    const { traceparent, tracestate } = safe.service.requests[0]?.headers ?? {};
    expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`));
    expect(traceparent).not.toContain(parent);
    expect(tracestate).toBe('vendor=1');
    expect(safe.calls()[0]).toMatchObject({ traceId });
  });

  test.each([
    ['none', undefined],
    ['nonsense', 'hello'],
    ['zeros', `00-${'0'.repeat(32)}-${parent}-01`],
    ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['upper case', `00-${traceId.toUpperCase()}-${parent}-01`],
    ['version ff', `ff-${traceId}-${parent}-01`],
  ])('begins here when the caller sends %s', async (_name, traceparent) => {
    await using safe = await startSafe();
    await safe.gateway.call('open', args, traceparent === undefined ? {} : { traceparent, tracestate: 'vendor=1' });
    const sent = safe.service.requests[0]?.headers;
    expect(sent?.['traceparent']).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-0[01]$/);
    expect(sent?.['traceparent']).not.toContain(traceId);
    expect(sent?.['tracestate']).toBeUndefined();
    expect(sent?.['traceparent']).toContain(safe.calls()[0]?.['traceId']);
  });

  test('the request id of the caller goes on to a service that may have it', async () => {
    await using safe = await startSafe();
    const answer = await safe.gateway.call('open', args, { 'x-request-id': 'abc-1' });
    expect([answer.headers.get('x-request-id'), safe.service.requests[0]?.headers['x-request-id']]).toEqual([
      'abc-1',
      'abc-1',
    ]);
  });
});
