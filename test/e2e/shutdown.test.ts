// Being told to stop: calls under way are finished, new ones are not taken (their connections are refused), and nothing can hold the
// process longer than the operator allows.

import { Agent, request } from 'node:http';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { post, toSendMessage } from '../support/gateway.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { cliEntry, startProcess, type RunningProcess } from '../support/start-process.ts';

const document = `openapi: 3.0.0
info: {title: Slow, version: '1'}
paths:
  /read: {get: {operationId: read, responses: {'200': {description: ok, content: {application/json: {schema: {}}}}}}}
  /write: {post: {operationId: write, responses: {'200': {description: ok, content: {application/json: {schema: {}}}}}}}
`;

interface Slow extends AsyncDisposable {
  readonly url: string;
  readonly gateway: RunningProcess;
  readonly service: RunningServer;
  /** Lets the service answer the oldest request that waits. */
  answer(): void;
  /** A call of a skill, and the moment at which the service has it. */
  start(skillId: string): Promise<{ readonly answer: Promise<{ readonly text: string }> }>;
}

/** The real process before a service that answers when the test says so. */
async function startSlow(shutdownTimeout = '30s'): Promise<Slow> {
  const stack = new AsyncDisposableStack();
  const waiting: ServerResponse[] = [];
  const service = stack.use(await startServer((_request, response) => void waiting.push(response)));
  const folder = stack.use(
    await createFolder({
      'openapi.yaml': document,
      'gateway.yaml': `gateway: { shutdownTimeout: ${shutdownTimeout} }\ntargets: { slow: { spec: openapi.yaml, upstreams: ["${service.url}"] } }\n`,
    }),
  );
  const gateway = stack.use(
    startProcess({ args: [cliEntry, 'serve', '--config', folder.file('gateway.yaml'), '--port', '0'] }),
  );
  const [, url = ''] = await gateway.waitForOutput(/A2A +(http\S+)\/a2a/);
  return {
    url,
    gateway,
    service,
    answer: () => void waiting.shift()?.writeHead(200, { 'content-type': 'application/json' }).end('{"done":true}'),
    async start(skillId) {
      const arrived = service.nextRequest();
      const call = post(`${url}/a2a`, toSendMessage([{ data: { skillId, arguments: {} } }]), { 'a2a-version': '1.0' });
      call.catch(() => undefined); // some tests let it be cut off
      await arrived;
      return { answer: call };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const stopping = (gateway: RunningProcess): Promise<void> => waitFor(() => gateway.stderr().includes('stopping'));

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isRefused(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ status }) => status === 503,
    // One that is taken in the moment of closing is broken off before it is answered.
    (error: Error) =>
      /^(?:ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/.test((error.cause as { code?: string }).code ?? ''),
  );
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('a call under way is finished, new ones are refused, and the exit code is 0', async () => {
    await using slow = await startSlow();
    const call = await slow.start('write');
    const ended = slow.gateway.stop(signal);
    await stopping(slow.gateway);
    expect(await isRefused(slow.url)).toBe(true);
    slow.answer();
    expect((await call.answer).text).toContain('{"done":true}');
    expect(await ended).toBe(0);
    // The log is written to its end.
    expect(slow.gateway.stderr()).toMatch(/"skill":"write".*"status":"ok"/);
  });
});

describe('SIGTERM', () => {
  test('with nothing under way it ends at once, idle connections or not', async () => {
    await using slow = await startSlow();
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve) => {
      request(`${slow.url}/healthz`, { agent }, (response) => response.resume().once('end', () => resolve())).end();
    });
    const before = performance.now();
    expect(await slow.gateway.stop()).toBe(0);
    expect(performance.now() - before).toBeLessThan(3_000);
    agent.destroy();
  });

  test('a second signal ends it at once', async () => {
    await using slow = await startSlow();
    await slow.start('write');
    const ended = slow.gateway.stop();
    await stopping(slow.gateway);
    process.kill(slow.gateway.pid, 'SIGTERM');
    expect(await ended).toBe(1);
  });

  test.each(['read', 'write'])('a %s that never ends is cut off when the time is over', async (skill) => {
    await using slow = await startSlow('1s');
    await slow.start(skill);
    const before = performance.now();
    expect(await slow.gateway.stop()).toBe(1);
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(slow.gateway.stderr()).toContain('some calls were cut off');
  });

  test('a write whose caller has gone holds it no longer than that either', async () => {
    await using slow = await startSlow('1s');
    const arrived = slow.service.nextRequest();
    const controller = new AbortController();
    const body = JSON.stringify(toSendMessage([{ data: { skillId: 'write', arguments: {} } }]));
    const call = fetch(`${slow.url}/a2a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: controller.signal,
    });
    await arrived;
    controller.abort();
    await expect(call).rejects.toThrow(/abort/);
    const before = performance.now();
    await slow.gateway.stop();
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('who waits for a job of a store that lasts is answered with its task at once', async () => {
    await using jobs = await startServer((request, response) => {
      response.writeHead(request.method === 'POST' ? 202 : 200, { location: '/jobs/1', 'retry-after': '1' });
      response.end('{"status":"running"}');
    });
    await using folder = await createFolder({
      'openapi.yaml': document,
      'gateway.yaml': `targets: { slow: { spec: openapi.yaml, upstreams: ["${jobs.url}"] } }\ntasks: { store: "sqlite:tasks.db" }\n`,
    });
    await using gateway = startProcess({
      args: [cliEntry, 'serve', '--config', folder.file('gateway.yaml'), '--port', '0'],
    });
    const [, url = ''] = await gateway.waitForOutput(/A2A +(http\S+)\/a2a/);
    const polled = jobs.nextRequest().then(() => jobs.nextRequest());
    const call = post(`${url}/a2a`, toSendMessage([{ data: { skillId: 'write', arguments: {} } }]), {
      'a2a-version': '1.0',
    });
    await polled;
    const before = performance.now();
    expect(await gateway.stop()).toBe(0);
    expect((await call).text).toContain('"TASK_STATE_WORKING"');
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('while a document is still being loaded', async () => {
    await using site = await startServer(() => {});
    await using gateway = startProcess({ args: [cliEntry, 'serve', `${site.url}/openapi.json`, '--port', '0'] });
    await site.nextRequest();
    const before = performance.now();
    await gateway.stop();
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});
