// The connection to Redis or Valkey, one server or a cluster (found out by asking the server): runs scripts and commands, hears
// one channel, and comes back by itself. A command whose connection broke is sent again, so all of them must bear being done
// twice. What cannot be reached is `store_unavailable`, what is out of memory `overloaded`.

import { setTimeout as pause } from 'node:timers/promises';
import { ClientClosedError, createClient, createCluster, ErrorReply, TimeoutError } from 'redis';
import { GatewayError } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import type { RedisScript } from './redis-scripts.ts';

export interface RedisConnection {
  /** Keys of one command must then share a hash tag. */
  readonly isCluster: boolean;
  run(script: RedisScript, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  send(command: string, key: string, args: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

export interface RedisConnectionOptions {
  readonly url: string;
  readonly channel: string;
  readonly log: Log;
  readonly onMessage: (message: string) => void;
  /** Messages may have been missed. */
  readonly onReconnect: () => void;
}

/** What this file needs of a client, be it of a server or of a cluster. */
interface Client {
  send(key: string, args: string[]): Promise<unknown>;
  close(): Promise<void>;
}

type Hearing = Pick<RedisConnectionOptions, 'channel' | 'onMessage' | 'onReconnect'>;

/** Milliseconds before each repeat: five seconds in all, enough for a node that starts again or hands over. */
const pauses: readonly number[] = [50, 100, 200, 400, 800, 1_500, 2_000];

/** Replies that a server gives while it starts or hands over to another. */
const passing = /^(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|READONLY|BUSY) /;

// A connection whose other end is gone without a word is noticed by the pings that stay unanswered.
const liveness = { pingInterval: 3_000, socketTimeout: 10_000 };

export async function connectRedis(options: RedisConnectionOptions): Promise<RedisConnection> {
  const { url, log } = options;
  const outage = createOutageLog(log);
  const first = await connectServer(url, options, outage);
  const facts = await first.send('', ['INFO']).then(String, () => ''); // a server may forbid it
  warnOfLosses(facts, log);
  const isCluster = /^cluster_enabled:1/m.test(facts);
  let client = first;
  if (isCluster) {
    await first.close();
    client = await connectCluster(url, options, outage);
  }
  return {
    isCluster,
    send: (command, key, args) => insist(() => client.send(key, [command, key, ...args])),
    run: (script, keys, args) =>
      insist(async () => {
        const rest = [String(keys.length), ...keys, ...args];
        try {
          return await client.send(keys[0] ?? '', ['EVALSHA', script.sha1, ...rest]);
        } catch (error) {
          if (!(error instanceof ErrorReply && error.message.startsWith('NOSCRIPT'))) throw error;
          return client.send(keys[0] ?? '', ['EVAL', script.text, ...rest]);
        }
      }),
    close: () => client.close(),
  };
}

async function connectServer(url: string, hearing: Hearing, outage: OutageLog): Promise<Client> {
  let wasReady = false;
  // The first connection must succeed at once: whoever starts the gateway is there to read why not.
  const reconnectStrategy = (retries: number, cause: Error): number | Error =>
    wasReady ? Math.min(50 * 2 ** Math.min(retries, 6), 2_000) + Math.floor(Math.random() * 100) : cause;
  const client = createClient({
    url,
    pingInterval: liveness.pingInterval,
    socket: { reconnectStrategy, socketTimeout: liveness.socketTimeout },
  });
  const subscriber = client.duplicate();
  client.on('error', outage.begin).on('ready', outage.end);
  subscriber.on('error', outage.begin).on('ready', () => {
    outage.end();
    hearing.onReconnect();
  });
  try {
    await client.connect();
    await subscriber.connect();
    await subscriber.subscribe(hearing.channel, hearing.onMessage);
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw unreachable(url, error);
  }
  wasReady = true;
  return {
    send: (_key, args) => client.sendCommand(args),
    async close() {
      subscriber.destroy();
      if (client.isReady) await client.close();
      else if (client.isOpen) client.destroy();
    },
  };
}

async function connectCluster(url: string, hearing: Hearing, outage: OutageLog): Promise<Client> {
  const { username, password, protocol } = new URL(url);
  const cluster = createCluster({
    rootNodes: [{ url }],
    defaults: {
      pingInterval: liveness.pingInterval,
      socket: { socketTimeout: liveness.socketTimeout, ...(protocol === 'rediss:' && { tls: true as const }) },
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
    },
  });
  cluster.on('error', outage.begin).on('node-error', outage.begin);
  cluster.on('node-ready', () => {
    outage.end();
    hearing.onReconnect();
    // A node may be ready a moment before the channel is heard there again.
    setTimeout(hearing.onReconnect, 1_000).unref();
  });
  try {
    await cluster.connect();
    await cluster.subscribe(hearing.channel, hearing.onMessage);
  } catch (error) {
    if (cluster.isOpen) cluster.destroy();
    throw unreachable(url, error);
  }
  return {
    send: (key, args) => cluster.sendCommand(key, false, args),
    close: () => cluster.close(),
  };
}

/** Sends again after a broken connection; the client itself waits for the next one, some seconds at most. */
async function insist<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const next = pauses[attempt];
      if (next === undefined || isFinal(error)) throw toStoreError(error);
      await pause(next);
    }
  }
}

function isFinal(error: unknown): boolean {
  if (error instanceof ErrorReply) return !passing.test(error.message);
  // Who has waited for seconds for a connection, or closed it, need not be tried again.
  return error instanceof ClientClosedError || error instanceof TimeoutError;
}

function toStoreError(error: unknown): GatewayError {
  const detail = `Redis: ${describe(error)}`;
  if (detail.startsWith('Redis: OOM')) {
    return new GatewayError('overloaded', 'The store is full; try again later.', { cause: error, detail });
  }
  return new GatewayError('store_unavailable', undefined, { cause: error, detail });
}

function unreachable(url: string, error: unknown): GatewayError {
  const { hostname, port } = new URL(url);
  const found = describe(error);
  return new GatewayError(
    'store_unavailable',
    `The store at ${hostname}:${port || '6379'} cannot be used: ${found}. Expected a Redis or Valkey server that accepts the given credentials.`,
    { cause: error },
  );
}

/** Some errors of the client have no message. */
function describe(error: unknown): string {
  return error instanceof Error ? error.message || error.constructor.name : String(error);
}

interface OutageLog {
  readonly begin: (error: Error) => void;
  readonly end: () => void;
}

/** One line when the server is lost and one when it is back, however often was tried in between. */
function createOutageLog(log: Log): OutageLog {
  let isOut = false;
  return {
    begin(error) {
      if (!isOut) log.warn({ reason: describe(error) }, 'the connection to the store is lost; trying again');
      isOut = true;
    },
    end() {
      if (isOut) log.info('the store is reachable again');
      isOut = false;
    },
  };
}

function warnOfLosses(facts: string, log: Log): void {
  const policy = /^maxmemory_policy:(\S+)/m.exec(facts)?.[1];
  if (policy !== undefined && policy !== 'noeviction' && !/^maxmemory:0\b/m.test(facts)) {
    log.warn({ policy }, 'the store evicts keys when it is full: tasks may vanish; set maxmemory-policy to noeviction');
  }
  if (/^aof_enabled:0/m.test(facts)) {
    log.warn(
      'the store writes no append-only file: what it acknowledged since its last snapshot is lost when it crashes',
    );
  }
}
