// The image, docker-compose.yml and the Kubernetes manifest do what they say. There need be no Docker engine: the Dockerfile is
// carried out in sandboxes with the same commands, users, mounts, ports and limits on writing, and SIGTERM comes to process 1.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOrder, parseCompose, type Service } from '../support/compose.ts';
import { writeContext } from '../support/context.ts';
import { parseDockerfile } from '../support/dockerfile.ts';
import { createBuilder, type Image } from '../support/image.ts';
import { readSidecar } from '../support/manifest.ts';
import { createNetwork, findSandboxObstacle, startSandbox, type Mount, type Network } from '../support/sandbox.ts';
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

interface Container {
  readonly image: Image;
  readonly network: Network;
  readonly mounts?: readonly Mount[];
  /** Replaces the command of the image, as in `docker run IMAGE …`. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** As with `--read-only --cap-drop ALL --security-opt no-new-privileges`. */
function start({ image, network, mounts = [], command = image.command, env = {} }: Container): RunningProcess {
  return exec({ image, network, mounts, command: [...image.entrypoint, ...command], env });
}

/** The command alone, as `docker exec` and health checks run it. */
function exec({ image, network, mounts = [], command = [], env = {} }: Container): RunningProcess {
  const { root, workdir, uid } = image;
  return startSandbox({
    ...{ root, workdir, uid, network, mounts, command },
    env: new Map([...image.env, ...Object.entries(env)]),
    isReadOnly: true,
  });
}

async function outputOf(container: Container): Promise<string> {
  await using running = exec(container);
  await running.exited;
  return running.stdout() + running.stderr();
}

/** Repeats a check until it exits with 0, as an engine does; fails when the process that is checked ends first. */
async function untilHealthy(check: Container, checked: RunningProcess): Promise<void> {
  const ended = checked.exited.then((code) => `ended with ${code}: ${checked.stderr()}`);
  for (;;) {
    await using running = exec(check);
    const result = await Promise.race([running.exited, ended]);
    if (result === 0) return;
    if (typeof result === 'string') throw new Error(result);
  }
}

const statusOf = (url: string): readonly string[] => ['node', '-e', `fetch('${url}').then(({ status }) => console.log(status))`];

describe.skipIf(obstacle !== undefined)('in a sandbox', () => {
  beforeAll(async () => {
    const context = join(folder, 'context');
    writeContext(context);
    const stages = parseDockerfile(readFileSync(join(projectRoot, 'Dockerfile'), 'utf8'));
    const builder = createBuilder({ stages, context, folder, hosts: [...services.keys()] });
    for (const target of ['gateway', 'demo']) images.set(target, await builder.build(target));
  }, 300_000);

  describe('the image', () => {
    test('holds what runs and no more', () => {
      const { root } = imageOf('gateway');
      const app = join(root, 'app');
      expect(readdirSync(app).toSorted()).toEqual(['LICENSE', 'bin', 'compile-cache', 'dist', 'node_modules', 'package.json']);
      const { dependencies, devDependencies } = readPackage();
      const installed = readdirSync(join(app, 'node_modules'));
      expect(Object.keys(dependencies).filter((name) => !installed.includes(name.split('/')[0] ?? ''))).toEqual([]);
      expect(Object.keys(devDependencies).filter((name) => installed.includes(name))).toEqual([]);
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
      const modules = version.stderr().split('\n').filter((line) => line.includes('reading cache from'));
      expect(modules.some((line) => line.includes('file:///app/dist/main.js'))).toBe(true);
      expect(modules.filter((line) => !line.includes('success'))).toEqual([]);
      expect(version.stderr()).not.toContain('writing cache');
    });

    test('takes half of the memory for old objects, and 16 MiB for new ones', async () => {
      await using network = await createNetwork();
      const limit = "console.log(v8.getHeapStatistics().heap_size_limit / 2 ** 20 - 48 - Math.min(os.totalmem(), process.constrainedMemory() || Infinity) / 2 ** 21)";
      const difference = Number(await outputOf({ image: imageOf('gateway'), network, command: ['node', '-p', limit] }).then((text) => text.split('\n')[0]));
      expect(Math.abs(difference)).toBeLessThan(64);
    });

    test('without its configuration: one line that names the file, exit code 1', async () => {
      await using network = await createNetwork();
      await using gateway = start({ image: imageOf('gateway'), network });
      expect(await gateway.exited).toBe(1);
      expect(gateway.stderr()).toContain('/etc/skillgate/gateway.yaml');
      expect(gateway.stderr().trim().split('\n')).toHaveLength(1);
    });

    test('the health check fails when nobody answers', async () => {
      await using network = await createNetwork();
      const image = imageOf('gateway');
      await using check = exec({ image, network, command: image.healthcheck });
      expect(await check.exited).toBe(1);
    });
  });

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
      ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
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

test.skipIf(obstacle === undefined)(`the image was not built: ${obstacle}`, () => expect(process.env['CI']).toBeUndefined());

function okOf(url: string): readonly string[] {
  return ['node', '-e', `fetch('${url}').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`];
}

function toMounts(service: Service): readonly Mount[] {
  return service.volumes.map(({ source, ...rest }) => ({ source: join(projectRoot, source), ...rest }));
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

function readPackage(): { dependencies: Record<string, string>; devDependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as ReturnType<typeof readPackage>;
}
