// State that many gateways share, in Redis or Valkey. A value and its log change in one script. On one server the index entries
// are part of it; in a cluster, where an index may lie on another node, they are written apart and bear being written twice.
// Watchers are woken by one channel, which all gateways of one prefix hear.

import { randomUUID } from 'node:crypto';
import type { Log } from '../observe/log.ts';
import { connectRedis } from './redis-connection.ts';
import {
  commitScript,
  indexScript,
  leaseScript,
  pageScript,
  releaseScript,
  removeScript,
  sizeScript,
} from './redis-scripts.ts';
import type { Member, Page, Store } from './store.ts';
import { createWatchers } from './watchers.ts';

export interface RedisStoreOptions {
  /** `redis://` or `rediss://`, with credentials and the number of the database where needed. */
  readonly url: string;
  readonly log: Log;
  /** What all keys begin with; no braces. */
  readonly prefix?: string;
}

interface Operations {
  readonly put?: readonly Member[] | undefined;
  readonly remove?: readonly Pick<Member, 'index' | 'member'>[] | undefined;
}

export async function openRedisStore({ url, log, prefix = 'skillgate:' }: RedisStoreOptions): Promise<Store> {
  const self = randomUUID().slice(0, 8);
  const channel = `${prefix}wake`;
  let writes = 0;
  const watchers = createWatchers();
  const redis = await connectRedis({
    url,
    channel,
    log,
    onMessage(message) {
      // Own writes wake as soon as they are acknowledged.
      if (!message.startsWith(self)) watchers.wake(message.slice(self.length));
    },
    onReconnect: () => watchers.wakeAll(),
  });

  const valueKeys = (key: string): readonly string[] => [
    `${prefix}value:{${toTag(key)}}`,
    `${prefix}log:{${toTag(key)}}`,
  ];
  const indexKeys = (index: string): readonly string[] => [
    `${prefix}scores:{${toTag(index)}}`,
    `${prefix}ends:{${toTag(index)}}`,
  ];
  const leaseKey = (name: string): string => `${prefix}lease:{${toTag(name)}}`;

  /** The indexes concerned, and what to do in them in the scripts' notation. */
  const toArguments = ({
    put = [],
    remove = [],
  }: Operations): { readonly keys: readonly string[]; readonly args: readonly string[] } => {
    const numbers = new Map<string, string>();
    const number = (index: string): string => {
      const known = numbers.get(index) ?? String(numbers.size);
      numbers.set(index, known);
      return known;
    };
    const args = [
      ...remove.flatMap(({ index, member }) => ['-', number(index), member]),
      ...put.flatMap(({ index, member, score }) => ['+', number(index), member, String(score)]),
    ];
    return { keys: [...numbers.keys()].flatMap(indexKeys), args };
  };

  /** One script per index: they may lie on different nodes. */
  const updateIndexes = async ({ put = [], remove = [] }: Operations, ttl: string): Promise<void> => {
    const names = new Set([...remove, ...put].map(({ index }) => index));
    await Promise.all(
      Array.from(names, (name) => {
        const isHere = ({ index }: { readonly index: string }): boolean => index === name;
        const { keys, args } = toArguments({ put: put.filter(isHere), remove: remove.filter(isHere) });
        return redis.run(indexScript, keys, [ttl, ...args]);
      }),
    );
  };

  /** What a script of a value can do at once with the indexes, and what must be done apart from it. */
  const split = (operations: Operations): { readonly within: Operations; readonly apart: Operations } =>
    redis.isCluster ? { within: {}, apart: operations } : { within: operations, apart: {} };

  const page = async (
    direction: 'newest' | 'oldest',
    index: string,
    { after, limit, min, max }: Page,
  ): Promise<readonly Member[]> => {
    if (limit <= 0) return [];
    const bounds = [toBound(min ?? -Infinity), toBound(max ?? Infinity)];
    const from = after === undefined ? [] : [toBound(after.score), after.member];
    let reply: unknown;
    // No reply: so much was over its time that one step did not remove all of it.
    do reply = await redis.run(pageScript, indexKeys(index), [direction, String(limit), ...bounds, ...from]);
    while (reply === null);
    const members = toMembers(index, reply as readonly string[]); // what the script returns
    return direction === 'newest' ? members.toReversed() : members;
  };

  return {
    durable: true,
    shared: true,

    async read(key) {
      const [keyOfValue = ''] = valueKeys(key);
      const [value, version] = (await redis.send('HMGET', keyOfValue, ['value', 'version'])) as (string | null)[]; // as HMGET replies
      return typeof value === 'string' ? { value, version: Number(version) } : undefined;
    },
    async commit({ key, expected, value, ttl, append = [], put, remove }) {
      const { within, apart } = split({ put, remove });
      const operations = toArguments(within);
      const time = toTtl(ttl);
      if (redis.isCluster && expected === 0) {
        // Entries first: who dies in between leaves entries without a value, which readers must expect, not a value that nobody finds.
        if ((await redis.send('EXISTS', valueKeys(key)[0] ?? '', [])) !== 0) return false;
        await updateIndexes(apart, time);
      }
      writes += 1;
      const write = `${self}-${writes.toString(36)}`;
      const committed = await redis.run(
        commitScript,
        [...valueKeys(key), ...operations.keys],
        [
          String(expected),
          String(expected + 1),
          value,
          write,
          time,
          channel,
          self + key,
          String(append.length),
          ...append,
          ...operations.args,
        ],
      );
      if (committed !== 1) return false;
      if (append.length > 0) watchers.wake(key);
      if (redis.isCluster && expected !== 0) await updateIndexes(apart, time);
      return true;
    },
    async remove(key, members = []) {
      const { within, apart } = split({ remove: members });
      const operations = toArguments(within);
      await redis.run(removeScript, [...valueKeys(key), ...operations.keys], operations.args);
      await updateIndexes(apart, '0');
    },

    async readLog(key, seq, limit) {
      if (limit <= 0) return [];
      const [, keyOfLog = ''] = valueKeys(key);
      const texts = (await redis.send('LRANGE', keyOfLog, [String(seq), String(seq + limit - 1)])) as string[]; // as LRANGE replies
      return texts.map((text, at) => ({ seq: seq + at + 1, text }));
    },
    watch: (key, wake) => watchers.add(key, wake),

    newest: (index, options) => page('newest', index, options),
    oldest: (index, options) => page('oldest', index, options),
    size: async (index) => Number(await redis.run(sizeScript, indexKeys(index).slice(1), [])),
    index: ({ put, remove, ttl }) => updateIndexes({ put, remove }, toTtl(ttl)),

    lease: async (name, holder, ttl) => (await redis.run(leaseScript, [leaseKey(name)], [holder, toTtl(ttl)])) === 1,
    async release(name, holder) {
      await redis.run(releaseScript, [leaseKey(name)], [holder]);
    },

    close: () => redis.close(),
  };
}

/** Braces would end the hash tag early, and the keys of one value would lie on different nodes. */
function toTag(name: string): string {
  return name.replaceAll(/[{}%]/g, encodeURIComponent);
}

function toBound(score: number): string {
  if (Number.isFinite(score)) return String(score);
  return score > 0 ? '+inf' : '-inf';
}

function toTtl(ttl: number): string {
  return String(Math.max(1, Math.ceil(ttl)));
}

/** The script gives entries from low to high. */
function toMembers(index: string, flat: readonly string[]): Member[] {
  const members: Member[] = [];
  for (let at = 0; at < flat.length; at += 2)
    members.push({ index, member: flat[at] ?? '', score: Number(flat[at + 1]) });
  return members;
}
