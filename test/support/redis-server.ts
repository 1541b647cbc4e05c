// A real redis-server on a free port, with a folder of its own, that lives as long as a test. Where the program is not installed,
// `redisMissing` says so, for tests to be skipped with a reason. The same for valkey-server, which may also be named by the
// environment variable VALKEY_SERVER.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from 'redis';
import { createFolder } from './folder.ts';
import { findFreePort } from './free-port.ts';

const valkeyServer = process.env['VALKEY_SERVER'] ?? 'valkey-server';

/** Why no Redis can be started here; undefined when one can. */
export const redisMissing = missing('redis-server');
export const valkeyMissing = missing(valkeyServer);

function missing(program: string): string | undefined {
  return spawnSync(program, ['--version']).error === undefined ? undefined : `${program} is not installed`;
}

export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  /** Of the bus of a cluster. */
  readonly bus: number;
  readonly url: string;
  /** Sends one command over a connection of its own. */
  command(...args: string[]): Promise<unknown>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again with the same port and files. */
  restart(): Promise<void>;
}

export interface RedisServerOptions {
  readonly engine?: 'redis' | 'valkey';
  /** `alone`: a cluster of this one server, which refuses commands whose keys could lie on different nodes. `member`: of a larger one. */
  readonly cluster?: 'alone' | 'member';
  /** More arguments, such as `['--requirepass', 'secret']`. */
  readonly args?: readonly string[];
  readonly password?: string;
}

export async function startRedis({
  engine = 'redis',
  cluster,
  args = [],
  password,
}: RedisServerOptions = {}): Promise<RedisServer> {
  const folder = await createFolder({});
  const port = await findFreePort();
  const url = password === undefined ? `redis://127.0.0.1:${port}` : `redis://:${password}@127.0.0.1:${port}`;
  const bus = await findFreePort();
  const start = (): ChildProcess => {
    const settings = `--port ${port} --bind 127.0.0.1 --appendonly yes`.split(' ');
    // The usual port of the bus, 10,000 above the other, may be none.
    if (cluster !== undefined) settings.push('--cluster-enabled', 'yes', '--cluster-port', String(bus));
    const access = password === undefined ? [] : ['--requirepass', password];
    return spawn(
      engine === 'redis' ? 'redis-server' : valkeyServer,
      [...settings, '--dir', folder.path, '--save', '', ...access, ...args],
      {
        stdio: 'ignore',
      },
    );
  };
  let child = start();
  const command = async (...words: string[]): Promise<unknown> => {
    const client = createClient({
      url,
      socket: { reconnectStrategy: (retries) => (retries < 200 ? 25 : new Error('gone')) },
    });
    client.on('error', () => undefined); // it is not up yet
    await client.connect();
    try {
      return await client.sendCommand(words);
    } finally {
      client.destroy();
    }
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  const killAtExit = (): boolean => child.kill('SIGKILL'); // nothing of ours outlives us
  process.once('exit', killAtExit);
  /** A server that reads its files refuses commands until it has. */
  const ready = async (): Promise<void> => {
    while ((await command('PING').catch(String)) !== 'PONG');
  };
  const joined = async (): Promise<void> => {
    while (!String(await command('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  };
  await ready();
  if (cluster === 'alone') {
    await command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await joined();
  }
  return {
    port,
    bus,
    url,
    command,
    kill,
    async restart() {
      child = start();
      await ready();
      if (cluster !== undefined) await joined();
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', killAtExit);
      await kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}
