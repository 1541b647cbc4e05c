// Attack: a forged Host header, so that the card that others get from a cache sends them, and their credentials, to the attacker.

import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startGateway, type RunningGateway } from '../support/gateway.ts';
import { sendBytes } from '../support/raw-http.ts';
import { startHabits } from '../upstreams/habits.ts';

const targets = { pets: { spec: 'openapi/pets.yaml', upstreams: ['http://127.0.0.1:9'] } };

interface Got {
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

function getAs(gateway: RunningGateway, host: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { port: gateway.port, host: '127.0.0.1', path: '/.well-known/agent-card.json', headers: { host } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => resolve({ text, headers: response.headers }));
      },
    );
    asked.once('error', reject).end();
  });
}

test('the card of a forged host goes to its sender alone, and no shared cache keeps it', async () => {
  await using gateway = await startGateway({ config: { targets } });
  const forged = await getAs(gateway, 'evil.test');
  const honest = await getAs(gateway, 'agents.example.test');
  expect(forged.headers['cache-control']).toMatch(/^private/);
  expect(honest.text).not.toContain('evil.test');
  expect(honest.headers['etag']).not.toBe(forged.headers['etag']);
});

test('a publicUrl is never changed', async () => {
  await using gateway = await startGateway({
    config: { gateway: { publicUrl: 'https://agents.example.test' }, targets },
  });
  expect((await getAs(gateway, 'evil.test')).text).not.toContain('evil.test');
});

test.each([
  ['GET', '/.well-known/agent-card.json'],
  ['POST', '/a2a'],
  ['GET', '/proxy/habits/echo'],
  ['OPTIONS', '/echo'],
  ['GET', '/nothing'],
])('%s %s with two Host headers is refused', async (method, path) => {
  await using habits = await startHabits();
  const target = { spec: 'test/fixtures/habits.yaml', upstreams: [habits.url], passthrough: 'all' as const };
  await using gateway = await startGateway({ config: { targets: { habits: { ...target, passthroughRoot: true } } } });
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: agents.test', 'HOST: evil.test', 'Connection: close', '', ''];
  expect(await sendBytes(gateway.port, lines.join('\r\n'))).toMatch(/^HTTP\/1\.1 400 [^]*several Host headers/);
  expect(habits.requests()).toEqual([]);
});
