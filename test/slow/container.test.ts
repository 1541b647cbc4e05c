// The image, docker-compose.yml and the Kubernetes manifest do what they say. There need be no Docker engine: the Dockerfile is
// carried out in sandboxes with the same commands, users, mounts, ports and limits on writing, and SIGTERM comes to process 1.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOrder, parseCompose, type Service } from '../support/compose.ts';
import { exec, okOf, outputOf, start, statusOf, untilHealthy } from '../support/container.ts';
import { writeContext } from '../support/context.ts';
import { readRunCommands } from '../support/docker-run.ts';
import { parseDockerfile } from '../support/dockerfile.ts';
import { createBuilder, type Image } from '../support/image.ts';
import { readSidecar } from '../support/manifest.ts';
import { createNetwork, findSandboxObstacle, type Mount } from '../support/sandbox.ts';
import { projectRoot, type RunningProcess } from '../support/start-process.ts';

const obstacle = findSandboxObstacle();
const services = parseCompose(readFileSync(join(projectRoot, 'docker-compose.yml'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'skillgate-image-'));
const images = new Map<string, Image>();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function imageOf(target: string): Image {
  const image = images.get(target);
  if (image === undefined) throw new Error(`${target} was not built`);
  return image;
}

describe.skipIf(obstacle !== undefined)('in a sandbox', () => {
  beforeAll(async () => {
    const context = join(folder, 'context');
    writeContext(context);
    const stages = parseDockerfile(readFileSync(join(projectRoot, 'Dockerfile'), 'utf8'));
    const builder = createBuilder({ stages, context, folder, hosts: [...services.keys(), 'host.docker.internal'] });
    for (const target of ['gateway', 'demo']) images.set(target, await builder.build(target));
  }, 300_000);

  describe('the image', () => {
    test('holds what runs and no more', () => {
      const { root } = imageOf('gateway');
      const app = join(root, 'app');
      expect(readdirSync(app).toSorted()).toEqual([
        'LICENSE',
        'bin',
        'compile-cache',
        'dist',
        'node_modules',
        'package.json',
      ]);
      const { dependencies } = readPackage();
      const installed = readdirSync(join(app, 'node_modules'));
      expect(Object.keys(dependencies).filter((name) => !installed.includes(name.split('/')[0] ?? ''))).toEqual([]);
      expect(
        installed.filter((name) => ['typescript', 'vitest', 'vite', 'node', 'oxlint', 'fast-check'].includes(name)),
      ).toEqual([]);
      const built = readdirSync(join(app, 'dist'), { recursive: true, encoding: 'utf8' });
      expect(built.filter((path) => path.endsWith('.ts'))).toEqual([]);
      expect(built).toContain('main.js');
    });

    test('belongs to root, and its user can write nothing of it, even without a read-only root', () => {
      const app = join(imageOf('gateway').root, 'app');
      const paths = ['', ...readdirSync(app, { recursive: true, encoding: 'utf8' })].map((path) => join(app, path));
      const isWritable = (path: string): boolean => {
        const { uid, gid, mode } = statSync(path);
        return uid !== 0 || gid !== 0 || (mode & 0o022) !== 0;
      };
      expect(paths.filter(isWritable)).toEqual([]);
    });

    test('runs as a user that is not root, named by number, who can write nowhere', async () => {
      await using network = await createNetwork();
      const image = imageOf('gateway');
      expect(image.user).toMatch(/^[1-9]\d*(:[1-9]\d*)?$/);
      const attempt = `for (const folder of ['/', '/app', '/app/compile-cache', '/etc', '/tmp', '/home/node'])
        try { fs.writeFileSync(folder + '/x', ''); console.log('wrote', folder); } catch (error) { console.log(error.code); }`;
      expect(await outputOf({ image, network, command: ['node', '-e', attempt] })).toBe('EROFS\n'.repeat(6));
    });

    test('starts from compiled code that it holds, and tries to add none', async () => {
      await using network = await createNetwork();
      const env = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
      await using version = start({ image: imageOf('gateway'), network, command: ['--version'], env });
      expect(await version.exited).toBe(0);
      expect(version.stdout()).toMatch(/^skillgate \d/);
      expect(version.stderr()).toContain('V8 code cache for ESM file:///app/dist/main.js was accepted');
      const missed = version
        .stderr()
        .split('\n')
        .filter((line) => /was rejected|was not initialized|writing cache/.test(line));
      expect(missed.slice(0, 3)).toEqual([]);
    });

    test('takes half of the memory for old objects, and 8 MiB for new ones', async () => {
      await using network = await createNetwork();
      // V8 counts three areas of new objects; the rest is rounded by a few MiB. Without a limit the machine's memory counts.
      const limits = `const memory = Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
        console.log(JSON.stringify({ heap: v8.getHeapStatistics().heap_size_limit, expected: memory / 2 + 24 * 2 ** 20 }))`;
      const output = await outputOf({ image: imageOf('gateway'), network, command: ['node', '-e', limits] });
      const { heap, expected } = JSON.parse(output) as { heap: number; expected: number };
      expect(Math.abs(heap - expected)).toBeLessThan(8 * 2 ** 20);
    });

    test('without its configuration: says which file is missing, exit code 1', async () => {
      await using network = await createNetwork();
      await using gateway = start({ image: imageOf('gateway'), network });
      expect(await gateway.exited).toBe(1);
      expect(gateway.stderr()).toContain('There is no configuration file at /etc/skillgate/gateway.yaml.');
    });

    test('the health check fails when nobody answers', async () => {
      await using network = await createNetwork();
      const image = imageOf('gateway');
      await using check = exec({ image, network, command: image.healthcheck });
      expect(await check.exited).toBe(1);
    });
  });

  test.each(readRunCommands('docs/deploy.md'))(
    'docs/deploy.md: docker run … $image becomes healthy, and ends on SIGTERM with 0',
    async (run) => {
      await using network = await createNetwork();
      await using service = start({
        image: imageOf('demo'),
        network,
        command: ['test/upstreams/pets.ts', '--port', '5000'],
      });
      await service.waitForOutput(/listening/);
      const image = imageOf('gateway');
      const mounts = run.volumes.map(({ source, target }) => ({
        source: writeHostPath(source),
        target,
        isReadOnly: true,
      }));
      await using gateway = start({
        image,
        network,
        mounts,
        ...(run.command.length > 0 ? { command: run.command } : {}),
      });
      await untilHealthy({ image, network, command: image.healthcheck }, gateway);
      expect(await outputOf({ image, network, command: statusOf('http://127.0.0.1:8080/readyz') })).toBe('200\n');
      expect(run.ports).toEqual(['127.0.0.1:8080:8080']);
      expect(await gateway.stop()).toBe(0);
    },
  );

  test('docker compose: the services become healthy, the call is answered, and all end on SIGTERM with 0', async () => {
    await using network = await createNetwork();
    await using up = new AsyncDisposableStack();
    const running = new Map<string, RunningProcess>();
    for (const service of inOrder(services)) {
      const image = imageOf(service.target);
      const mounts = toMounts(service);
      const container = up.use(start({ image, network, mounts, command: service.command }));
      const healthcheck = service.healthcheck.length > 0 ? service.healthcheck : image.healthcheck;
      if (healthcheck.length === 0) {
        expect(await container.exited, container.stderr()).toBe(0);
        expect(container.stdout()).toContain('"result":8');
      } else {
        await untilHealthy({ image, network, mounts, command: healthcheck }, container);
        running.set(service.name, container);
      }
    }
    expect([...running.keys()].toSorted()).toEqual(['calculator', 'gateway', 'orders', 'pets']);
    expect(running.get('gateway')?.stdout()).toContain('11 skills of 3 targets\n');
    const image = imageOf('gateway');
    expect(await outputOf({ image, network, command: statusOf('http://gateway:8080/readyz') })).toBe('200\n');
    for (const [name, container] of running) expect([name, await container.stop()]).toEqual([name, 0]);
    expect(running.get('gateway')?.stderr()).toContain('stopping');
  });

  test('Kubernetes: the pod becomes ready with its service, answers with the secret sent, and ends with 0', async () => {
    await using network = await createNetwork();
    const { gateway, config, secrets } = readSidecar();
    const image = imageOf('gateway');
    const mounts = [
      { source: writeVolume('config', config), target: gateway.mountOf('config'), isReadOnly: true },
      { source: writeVolume('secrets', secrets), target: gateway.mountOf('secrets'), isReadOnly: true },
    ];
    await using pod = start({ image, network, mounts, command: gateway.args });
    await untilHealthy({ image, network, command: okOf(gateway.startup) }, pod);
    const ready = { image, network, command: statusOf(gateway.readiness) };
    expect(await outputOf(ready)).toBe('503\n');

    const seen = `require('http').createServer((request, response) => { console.log(request.url, request.headers['x-api-key']);
      response.setHeader('content-type', 'application/json').end('{"id":7}'); }).listen(5000, '127.0.0.1')`;
    await using service = exec({ image, network, command: ['node', '-e', seen] });
    await untilHealthy({ image, network, command: okOf(gateway.readiness) }, pod);
    expect(await outputOf({ image, network, command: statusOf(gateway.liveness) })).toBe('200\n');

    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'getPetById petId=7' }] } },
    });
    const call = `fetch('http://127.0.0.1:8080/a2a', { method: 'POST', body: process.argv[1],
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' } }).then((reply) => reply.text()).then(console.log)`;
    expect(await outputOf({ image, network, command: ['node', '-e', call, body] })).toContain('{"id":7}');
    expect(service.stdout()).toBe(`/pets/7 ${secrets.get('service-key')}\n`);
    expect(await pod.stop()).toBe(0);
    expect(pod.stdout() + pod.stderr()).not.toContain(secrets.get('service-key'));
  });
});

test.runIf(process.env['CI'] !== undefined)('where everything is tested, sandboxes can be made', () => {
  expect(obstacle).toBeUndefined();
});

function toMounts(service: Service): readonly Mount[] {
  return service.volumes.map(({ source, ...rest }) => ({ source: join(projectRoot, source), ...rest }));
}

/** What a user of the page has in the working directory: a document, or a folder with a configuration and a document. */
function writeHostPath(name: string): string {
  const path = join(folder, 'host', name);
  const document = readFileSync(join(projectRoot, 'openapi/pets.yaml'));
  mkdirSync(dirname(path), { recursive: true });
  if (name.endsWith('.yaml')) {
    writeFileSync(path, document);
    return path;
  }
  const target = '{ spec: openapi.yaml, upstreams: ["http://host.docker.internal:5000"] }';
  mkdirSync(path);
  writeFileSync(join(path, 'openapi.yaml'), document);
  writeFileSync(
    join(path, 'gateway.yaml'),
    `gateway: { listen: { host: 0.0.0.0 } }\ntargets: { pets: ${target} }\naccess: open\n`,
  );
  return path;
}

/** As the kubelet lays a volume: the files are links into a folder that is itself a link. */
function writeVolume(name: string, files: ReadonlyMap<string, string>): string {
  const volume = join(folder, `volume-${name}`);
  mkdirSync(join(volume, '..2026_data'), { recursive: true });
  symlinkSync('..2026_data', join(volume, '..data'));
  for (const [file, text] of files) {
    writeFileSync(join(volume, '..2026_data', file), text);
    symlinkSync(join('..data', file), join(volume, file));
  }
  return volume;
}

function readPackage(): { dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as ReturnType<typeof readPackage>;
}
