// docs/deploy.md: what can be run without containers is run, its configuration is read, its log line is compared with a real one.
// test/slow/container.test.ts runs the commands that need a container.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { createGateway } from '../../src/gateway.ts';
import { createLog } from '../../src/observe/log.ts';
import { createServer } from '../../src/server.ts';
import { parseDockerfile } from '../support/dockerfile.ts';
import { findFreePort } from '../support/free-port.ts';
import { cliEntry, projectRoot, startProcess } from '../support/start-process.ts';
import { startPets } from '../upstreams/pets.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const page = read('docs/deploy.md');
const blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  text,
}));
const blocksOf = (wanted: string): readonly string[] =>
  blocks.filter(({ language }) => language === wanted).map(({ text }) => text);
const commands = blocksOf('sh').flatMap((text) => text.trim().split('\n'));
const stages = parseDockerfile(read('Dockerfile'));
const { log } = createLog({ level: 'silent' });

/** The configuration of a text that lies at a path of the project. */
const parse = (text: string, path: string) =>
  parseConfig(text, { path: join(projectRoot, path), env: {}, readFile: () => 'token' });

describe('the page', () => {
  test('its curl commands answer', async () => {
    await using pets = await startPets();
    const port = await findFreePort();
    const args = [cliEntry, 'serve', 'openapi/pets.yaml', '--upstream', pets.url, '--port', String(port)];
    await using gateway = startProcess({ args });
    await gateway.waitForOk(`http://127.0.0.1:${port}/readyz`);
    const urls = commands.filter((line) => line.startsWith('curl -s ')).map((line) => line.slice('curl -s '.length));
    expect(urls.length).toBeGreaterThan(2);
    for (const url of urls) {
      const response = await fetch(url.replace(':8080/', `:${port}/`));
      expect([url, response.status]).toEqual([url, 200]);
    }
    expect(await gateway.stop()).toBe(0);
  });

  test('every other command is one that needs containers, and names files that exist', () => {
    const others = commands.filter((line) => !line.startsWith('curl -s '));
    expect(others.filter((line) => !/^(docker (build|run|compose)|kubectl apply) /.test(line))).toEqual([]);
    expect(
      others
        .flatMap((line) => [...line.matchAll(/ -f (\S+)/g)].map(([, file = '']) => file))
        .filter((file) => !existsSync(join(projectRoot, file))),
    ).toEqual([]);
  });

  test('its configuration gives cards the public address, with the prefix', async () => {
    const [text = '', ...rest] = blocksOf('yaml');
    expect(rest).toEqual([]);
    expect(await readCardUrls(text, {})).toEqual(['https://agents.example/skillgate/a2a']);
  });

  test.each(['agents.example', 'agents.example:8443'])(
    'without publicUrl, the nginx example gives %s',
    async (host) => {
      const [text = ''] = blocksOf('yaml');
      const [nginx = ''] = blocksOf('nginx');
      const [name = ''] = host.split(':');
      const variables = { $host: name, $http_host: host, $scheme: 'https', $remote_addr: '192.0.2.1' };
      const headers = Object.fromEntries(
        [...nginx.matchAll(/proxy_set_header (\S+) (\S+);/g)]
          .filter(([, header]) => header !== 'Connection')
          .map(([, header = '', value = '']) => [
            header.toLowerCase(),
            Object.entries(variables).find(([key]) => key === value)?.[1] ?? value,
          ]),
      );
      expect(await readCardUrls(text.replace(/^ {2}publicUrl: .*\n/m, ''), headers)).toEqual([
        `https://${host}/skillgate/a2a`,
      ]);
    },
  );

  test('its log line has the fields of a real one', async () => {
    await using pets = await startPets();
    const port = await findFreePort();
    await using gateway = startProcess({
      args: [cliEntry, 'serve', 'openapi/pets.yaml', '--upstream', pets.url, '--port', String(port)],
    });
    await gateway.waitForOk(`http://127.0.0.1:${port}/readyz`);
    const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'getPetById petId=1' }] };
    await fetch(`http://127.0.0.1:${port}/a2a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
    });
    await gateway.stop();
    const line =
      gateway
        .stderr()
        .split('\n')
        .find((text) => text.includes('"msg":"call"')) ?? '{}';
    const shown = JSON.parse(blocksOf('json')[0] ?? '{}') as Record<string, unknown>;
    const real = JSON.parse(line) as Record<string, unknown>;
    expect(Object.keys(shown)).toEqual(Object.keys(real));
    for (const name of ['method', 'dialect', 'target', 'skill', 'resolvedBy', 'status', 'upstreamStatus'])
      expect(shown[name]).toBe(real[name]);
  });

  test('it names the flags of the image', () => {
    const env = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name }) => name === 'ENV')
      .map(({ text }) => text)
      .join(' ');
    const flags = /NODE_OPTIONS="([^"]*)"/.exec(env)?.[1]?.split(' ') ?? [];
    expect(flags.length).toBeGreaterThan(1);
    expect(flags.filter((flag) => !page.includes(`\`${flag}\``))).toEqual([]);
    for (const [, name = ''] of page.matchAll(/^\| `([A-Z_]+)` \|/gm)) expect(env).toContain(`${name}=`);
  });
});

async function readCardUrls(config: string, headers: Record<string, string>): Promise<readonly string[]> {
  await using gateway = await createGateway({ config: parse(config, 'config/gateway.yaml'), log });
  await using server = await createServer(gateway, log);
  const response = await server.inject({
    url: '/.well-known/agent-card.json',
    headers: { 'a2a-version': '1.0', ...headers },
    remoteAddress: '127.0.0.1',
  });
  const { supportedInterfaces } = response.json<{ supportedInterfaces: { url: string }[] }>();
  return [...new Set(supportedInterfaces.map(({ url }) => url))];
}
