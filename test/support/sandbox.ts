// Runs a command the way a container engine does, with what Linux has: a folder becomes the root of a process that is number 1
// among its own, under a user of its own, without capabilities, and on request with no way to write. The system's own folders
// and this Node stand in for a base image. Needs root, and `unshare` and `nsenter` of util-linux.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { startProcess, type RunningProcess } from './start-process.ts';

export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly isReadOnly: boolean;
}

export interface SandboxOptions {
  /** A folder made by `createRoot`, or a copy of one. */
  readonly root: string;
  readonly command: readonly string[];
  readonly workdir: string;
  readonly env: ReadonlyMap<string, string>;
  /** Default: root, who may do everything. Others have no capabilities and get no new privileges. */
  readonly uid?: number;
  readonly isReadOnly?: boolean;
  readonly mounts?: readonly Mount[];
  /** Default: the network of this machine. */
  readonly network?: Network;
}

/** A network with a loopback address of its own, so that fixed ports are free in it. */
export interface Network extends AsyncDisposable {
  readonly pid: number;
}

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const loopbackUp = '{ ip link set lo up 2>/dev/null || ifconfig lo up; }';

/** Why sandboxes cannot be made here; undefined when they can. */
export function findSandboxObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  try {
    execFileSync('unshare', [
      '--mount',
      '--pid',
      '--net',
      '--fork',
      'sh',
      '-c',
      `mount -t proc proc /proc && ${loopbackUp}`,
    ]);
    return undefined;
  } catch (error) {
    return `it needs unshare, mount and ip: ${String(error)}`;
  }
}

/** A root folder with the users `root` and `node`, as the base image has them; `hosts` are further names of this machine. */
export function createRoot(root: string, hosts: readonly string[]): void {
  for (const folder of ['dev', 'etc', 'home/node', 'proc', 'root', 'tmp', 'usr', '.bin']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const folder of ['bin', 'sbin', 'lib', 'lib64'].map((name) => `/${name}`).filter((name) => existsSync(name))) {
    if (lstatSync(folder).isSymbolicLink()) symlinkSync(readlinkSync(folder), join(root, folder));
    else mkdirSync(join(root, folder));
  }
  for (const name of ['resolv.conf', 'nsswitch.conf', 'npmrc', 'ssl']) {
    const source = join('/etc', name);
    if (existsSync(source)) cpSync(source, join(root, source), { recursive: true, verbatimSymlinks: true });
  }
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${hosts.join(' ')}\n`);
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  writeFileSync(join(root, '.bin/node'), '');
  execFileSync('chown', ['1000:1000', join(root, 'home/node')]);
  execFileSync('chmod', ['1777', join(root, 'tmp')]);
}

export async function createNetwork(): Promise<Network> {
  const holder = startProcess({
    command: 'unshare',
    args: ['--net', 'sh', '-c', `${loopbackUp} && echo up && exec sleep 900`],
  });
  await holder.waitForOutput(/up/);
  return { pid: holder.pid, [Symbol.asyncDispose]: () => holder[Symbol.asyncDispose]() };
}

// $1 root, $2 Node, $3 ro or rw, then source, target and mode of each mount up to `--`, then the command.
const script = `
set -eu
root=$1 node=$2 mode=$3
shift 3
mount --bind "$root" "$root"
for folder in /usr /bin /sbin /lib /lib64; do
  if [ -d "$folder" ] && [ ! -L "$folder" ]; then mount --bind -o ro "$folder" "$root$folder"; fi
done
mount --bind "$root/.bin" "$root/usr/local/bin"
mount --bind -o ro "$node" "$root/usr/local/bin/node"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
while [ "$1" != -- ]; do
  mount --bind -o "$3" "$1" "$root$2"
  shift 3
done
shift
mount -o "remount,bind,$mode" "$root"
exec chroot "$root" "$@"
`;

export function startSandbox(options: SandboxOptions): RunningProcess {
  const { root, command, workdir, env, uid = 0, isReadOnly = false, mounts = [], network } = options;
  for (const { source, target } of mounts) createMountPoint(source, join(root, target));
  const namespaces = ['unshare', '--mount', '--pid', '--fork', '--kill-child'];
  const setUp = ['sh', '-c', script, 'sh', root, process.execPath, toMode(isReadOnly)];
  const binds = mounts.flatMap((mount) => [mount.source, mount.target, toMode(mount.isReadOnly)]);
  const environment = [
    `PATH=${path}`,
    `HOME=${uid === 0 ? '/root' : '/home/node'}`,
    ...[...env].map(([name, value]) => `${name}=${value}`),
  ];
  const user = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--no-new-privs',
    '--inh-caps=-all',
    '--bounding-set=-all',
  ];
  const started = startProcess({
    command: network === undefined ? 'env' : 'nsenter',
    args: [
      ...(network === undefined ? [] : [`--net=/proc/${network.pid}/ns/net`]),
      ...namespaces,
      ...setUp,
      ...binds,
      '--',
      'env',
      '-i',
      '-C',
      workdir,
      ...environment,
      ...(uid === 0 ? [] : user),
      ...command,
    ],
  });
  // Process 1 of the sandbox is the child of `unshare`, which keeps SIGTERM for itself.
  const signalInside = async (signal: NodeJS.Signals): Promise<number | string> => {
    const [inside] = readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8').split(' ');
    if (inside !== undefined && inside !== '') process.kill(Number(inside), signal);
    return await started.exited;
  };
  return {
    ...started,
    stop: (signal = 'SIGTERM') => signalInside(signal),
    async [Symbol.asyncDispose]() {
      if (existsSync(`/proc/${started.pid}/task`)) await signalInside('SIGKILL').catch(() => undefined);
    },
  };
}

function createMountPoint(source: string, at: string): void {
  if (existsSync(at)) return;
  mkdirSync(statSync(source).isDirectory() ? at : dirname(at), { recursive: true });
  if (!statSync(source).isDirectory()) writeFileSync(at, '');
}

function toMode(isReadOnly: boolean): string {
  return isReadOnly ? 'ro' : 'rw';
}
