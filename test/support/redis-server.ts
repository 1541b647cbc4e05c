// A real redis-server on a free port, with a folder of its own, that lives as long as a test. Where the program is not installed,
// `redisMissing` says so, for tests to be skipped with a reason.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from 'redis';
import { createFolder } from './folder.ts';
import { findFreePort } from './free-port.ts';

/** Why no Redis can be started here; undefined when one can. */
export const redisMissing: string | undefined =
  spawnSync('redis-server', ['--version']).error === undefined ? undefined : 'redis-server is not installed';

export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Sends one command over a connection of its own. */
  command(...args: string[]): Promise<unknown>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again with the same port and files. */
  restart(): Promise<void>;
}

export interface RedisServerOptions {
  /** A cluster of this one server, which refuses commands whose keys could lie on different nodes. */
  readonly cluster?: boolean;
  /** More arguments, such as `['--requirepass', 'secret']`. */
  readonly args?: readonly string[];
  readonly password?: string;
}

export async function startRedis({
  cluster = false,
  args = [],
  password,
}: RedisServerOptions = {}): Promise<RedisServer> {
  const folder = await createFolder({});
  const port = await findFreePort();
  const url = password === undefined ? `redis://127.0.0.1:${port}` : `redis://:${password}@127.0.0.1:${port}`;
  const start = (): ChildProcess => {
    const settings =
      `--port ${port} --bind 127.0.0.1 --appendonly yes --cluster-enabled ${cluster ? 'yes' : 'no'}`.split(' ');
    const access = password === undefined ? [] : ['--requirepass', password];
    return spawn('redis-server', [...settings, '--dir', folder.path, '--save', '', ...access, ...args], {
      stdio: 'ignore',
    });
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
  if (cluster) {
    await command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await joined();
  }
  return {
    port,
    url,
    command,
    kill,
    async restart() {
      child = start();
      await ready();
      if (cluster) await joined();
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', killAtExit);
      await kill();
      await folder[Symbol.asyncDispose]();
    },
  };
}
