// The store that a configuration names: `memory`, `sqlite:PATH`, or the URL of a Redis or Valkey server. An engine's code is
// only loaded when it is named. Refuses other words with `config_invalid`, what cannot be opened or reached with `store_unavailable`.

import { GatewayError } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import { createMemoryStore, type MemoryLimits } from './memory-store.ts';
import type { Store } from './store.ts';

export interface OpenStoreOptions {
  /** Milliseconds since 1970. Redis goes by its own clock, which all its clients share. */
  readonly clock: { now(): number };
  readonly log: Log;
  /** For the memory store. */
  readonly limits?: Partial<MemoryLimits>;
  /** What all keys in Redis begin with; gateways that share state share it. */
  readonly prefix?: string;
}

const redisUrl = /^(redis|valkey)(s?):\/\//;

export async function openStore(store: string, { clock, log, limits, prefix }: OpenStoreOptions): Promise<Store> {
  if (store === 'memory') return createMemoryStore({ clock, ...(limits && { limits }) });
  if (store.startsWith('sqlite:') && store.length > 'sqlite:'.length) {
    const { createSqliteStore } = await import('./sqlite-store.ts');
    return createSqliteStore({ path: store.slice('sqlite:'.length), clock, log });
  }
  if (redisUrl.test(store) && URL.canParse(store.replace(redisUrl, 'http://'))) {
    const { openRedisStore } = await import('./redis-store.ts');
    return openRedisStore({ url: store.replace(redisUrl, 'redis$2://'), log, ...(prefix !== undefined && { prefix }) });
  }
  throw new GatewayError(
    'config_invalid',
    `The store is given as ${describe(store)}; expected memory, sqlite:PATH (such as sqlite:./data/tasks.db) or redis://HOST:PORT.`,
  );
}

/** Without what may be a password. */
function describe(store: string): string {
  const scheme = /^([a-z+]+:(\/\/)?)./i.exec(store)?.[1];
  if (scheme !== undefined) return `${scheme}…`;
  return store.includes('@') ? 'something that is none of these' : JSON.stringify(store);
}
