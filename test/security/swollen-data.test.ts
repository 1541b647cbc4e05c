// Attack: a little that becomes a lot: a compressed reply of a few kilobytes that inflates to gigabytes, a reply without end, a YAML
// document whose aliases multiply. Each is cut at a limit, and the memory of the process stays as it was.

import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/folder.ts';
import { failureOf, startGateway, type RunningGateway } from '../support/gateway.ts';
import { startServer, type Answer } from '../support/server.ts';

const document =
  "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {/a: {get: {operationId: a, responses: {'200': {description: ok}}}}}\n";

async function ask(answer: Answer, maxReplySize = '1mb'): Promise<Awaited<ReturnType<RunningGateway['call']>>> {
  await using service = await startServer(answer);
  await using folder = await createFolder({ 'openapi.yaml': document });
  await using gateway = await startGateway({
    config: {
      targets: { a: { spec: folder.file('openapi.yaml'), upstreams: [service.url], maxReplySize, timeout: '10s' } },
    },
  });
  return await gateway.call('a', {});
}

describe('replies', () => {
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024));
  test('200 MB of zeros in 200 kB', async () => {
    const before = process.memoryUsage().rss;
    const answer = await ask((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(Buffer.concat(Array.from({ length: 200 }, () => megabyte)));
    });
    expect(failureOf(answer)).toMatchObject({
      state: 'TASK_STATE_FAILED',
      text: expect.stringContaining('larger than allowed'),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test('without end', async () => {
    const answer = await ask((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const chunk = Buffer.alloc(65_536, 'x');
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', pour);
      };
      pour();
    });
    expect(failureOf(answer)).toMatchObject({
      state: 'TASK_STATE_FAILED',
      text: expect.stringContaining('larger than allowed'),
    });
  });

  test('that say how large they are are not read at all', async () => {
    const answer = await ask((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '9999999999' });
      response.write('x');
    });
    expect(failureOf(answer)).toMatchObject({
      state: 'TASK_STATE_FAILED',
      text: expect.stringContaining('larger than allowed'),
    });
  });

  test('up to the limit pass', async () => {
    const { body } = await ask(
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(900_000)),
    );
    expect(body.result).toHaveProperty('message');
  });
});

describe('documents', () => {
  test('with aliases that multiply', async () => {
    const lines = [
      'openapi: 3.0.0',
      "info: {title: L, version: '1'}",
      'x-a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]',
    ];
    for (let at = 1; at < 12; at += 1)
      lines.push(`x-a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(', ')}]`);
    lines.push(
      "paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {enum: *a11}, example: *a11}}}, responses: {'200': {description: ok}}}}}",
    );
    await using folder = await createFolder({ 'openapi.yaml': lines.join('\n') });
    const started = performance.now();
    await using gateway = await startGateway({
      config: { targets: { l: { spec: folder.file('openapi.yaml'), upstreams: ['http://127.0.0.1:9'] } } },
    });
    const card = await (await gateway.get('/.well-known/agent-card.json')).text();
    const page = await (await gateway.get('/skills')).text();
    expect(card.length + page.length).toBeLessThan(5_000_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('with references that multiply', async () => {
    const schemas = Array.from(
      { length: 25 },
      (_, at) =>
        `    S${at}: {type: object, properties: {l: {$ref: '#/components/schemas/S${at + 1}'}, r: {$ref: '#/components/schemas/S${at + 1}'}}, required: [l, r]}`,
    );
    const text = `openapi: 3.0.0\ninfo: {title: D, version: '1'}\npaths: {/a: {post: {operationId: a, requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/S0'}}}}, responses: {'200': {description: ok}}}}}\ncomponents:\n  schemas:\n${schemas.join('\n')}\n    S25: {type: string}\n`;
    await using folder = await createFolder({ 'openapi.yaml': text });
    const started = performance.now();
    await using gateway = await startGateway({
      config: { targets: { d: { spec: folder.file('openapi.yaml'), upstreams: ['http://127.0.0.1:9'] } } },
    });
    const schema = await (await gateway.get('/skills/a/input-schema')).text();
    const card = await (await gateway.get('/.well-known/agent-card.json')).text();
    expect(schema.length + card.length).toBeLessThan(1_000_000);
    await gateway.call('a', { body: { l: 1 } });
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
