// The Dockerfile, .dockerignore and docker-compose.yml agree with each other, with config/docker.yaml and with the tree. Their
// commands are run by test/slow/container.test.ts.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { inOrder, parseCompose } from '../support/compose.ts';
import { listContext } from '../support/context.ts';
import { compileDockerignore, parseDockerfile } from '../support/dockerfile.ts';
import { projectRoot } from '../support/start-process.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const stages = parseDockerfile(read('Dockerfile'));

describe('Dockerfile', () => {
  test('the image of Node is the one that the tests run on, to the minor version', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
    const minor = devDependencies.node.split('.').slice(0, 2).join('.');
    const names = stages.map(({ name }) => name);
    expect(new Set(stages.map(({ from }) => from).filter((from) => !names.includes(from)))).toEqual(
      new Set([`node:${minor}-slim`]),
    );
  });

  test('the gateway is what is built by default: a user by number, exec forms, a health check, its port', () => {
    const last = stages.at(-1);
    const textOf = (wanted: string): string => last?.instructions.findLast(({ name }) => name === wanted)?.text ?? '';
    expect(last?.name).toBe('gateway');
    expect(textOf('USER')).toBe('1000:1000');
    expect(textOf('ENTRYPOINT')).toMatch(/^\["node", "\/app\//);
    expect(textOf('CMD')).toMatch(/^\["serve", /);
    expect(textOf('HEALTHCHECK')).toMatch(/^CMD \["node", /);
    expect(textOf('ENV')).toContain(`:${textOf('EXPOSE')}/healthz`);
  });

  test('the build context has all that is copied, and nothing else', () => {
    const copied = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name, flags }) => name === 'COPY' && !flags.has('from'))
      .flatMap(({ text }) => text.split(/\s+/).slice(0, -1));
    const context = listContext();
    const isIn = (path: string, source: string): boolean => path === source || path.startsWith(`${source}/`);
    expect(copied.filter((source) => !context.some((path) => isIn(path, source)))).toEqual([]);
    expect(context.filter((path) => !copied.some((source) => isIn(path, source)))).toEqual([]);
    expect(context.filter((path) => path.endsWith('.test.ts'))).toEqual([]);
  });

  test.each([
    ['*', 'a', true],
    ['*', '.env', true],
    ['*\n!src', 'src/x/y.ts', false],
    ['*\n!src\n**/*.test.ts', 'src/x/y.test.ts', true],
    ['*\n!a/b', 'a/c', true],
    ['*.md', 'docs/a.md', false],
    ['docs', 'docs/a.md', true],
    ['# a\n\na?', 'ab', true],
    ['a.b', 'axb', false],
  ])('.dockerignore %j of %s: %s', (patterns, path, expected) => {
    expect(compileDockerignore(patterns)(path)).toBe(expected);
  });

  test.each([
    ['RUN true', /stands before FROM/],
    ['FROM node', /FROM image AS name/],
    ['FROM a AS b\nVOLUME /x', /"VOLUME" is not known here/],
  ])('%j is refused', (text, message) => {
    expect(() => parseDockerfile(text)).toThrow(message);
  });
});

describe('docker-compose.yml', () => {
  const services = parseCompose(read('docker-compose.yml'));
  const gateway = services.get('gateway');
  const config = parseConfig(read('config/docker.yaml'), {
    path: join(projectRoot, 'config/docker.yaml'),
    env: {},
    readFile: () => '',
  });

  test('every service is read-only, without capabilities and new privileges, and bounded', () => {
    for (const { name, raw } of services.values()) {
      expect({ name, ...raw }).toMatchObject({
        name,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(raw).toMatchObject({
        mem_limit: expect.stringMatching(/^\d+m$/) as string,
        pids_limit: expect.any(Number) as number,
      });
    }
  });

  test('every service is a stage of the Dockerfile, and what it mounts exists and cannot be written', () => {
    for (const { target, volumes } of services.values()) {
      expect(stages.map(({ name }) => name)).toContain(target);
      expect(volumes.filter(({ source, isReadOnly }) => !existsSync(join(projectRoot, source)) || !isReadOnly)).toEqual(
        [],
      );
    }
  });

  test('the gateway reads its configuration from where it is mounted, and publishes its port to this machine only', () => {
    const path = gateway?.command.at(-1) ?? '';
    const mount = gateway?.volumes.find(({ target }) => path.startsWith(`${target}/`));
    expect(join(mount?.source ?? '', path.slice(mount?.target.length))).toBe('config/docker.yaml');
    const { host, port } = config.gateway.listen;
    expect(host).toBe('0.0.0.0');
    expect(gateway?.raw['ports']).toEqual([`127.0.0.1:8080:${port}`]);
  });

  test('each target is a service on the port that it listens on, and the gateway waits for it', () => {
    for (const { id, upstreams } of config.targets) {
      const service = services.get(id);
      const [url] = upstreams.map((upstream) => new URL(upstream));
      const { command = [], healthcheck = [] } = service ?? {};
      expect([url?.hostname, url?.port]).toEqual([id, command[command.indexOf('--port') + 1]]);
      expect(command[command.indexOf('--host') + 1]).toBe('0.0.0.0');
      expect(existsSync(join(projectRoot, command[0] ?? ''))).toBe(true);
      expect(healthcheck.join(' ')).toContain(`http://127.0.0.1:${url?.port}/`);
      expect(gateway?.dependsOn.get(id)).toBe('service_healthy');
    }
  });

  test('the call comes last, and waits for the gateway', () => {
    const call = inOrder(services).at(-1);
    expect([call?.name, call?.command, call?.dependsOn.get('gateway')]).toEqual([
      'call',
      ['deploy/demo/call.js', 'http://gateway:8080'],
      'service_healthy',
    ]);
  });

  test('it waits longer for the end than the gateway takes', () => {
    expect(Number.parseInt(String(gateway?.raw['stop_grace_period']), 10) * 1000).toBeGreaterThan(
      config.gateway.shutdownTimeout,
    );
  });
});
