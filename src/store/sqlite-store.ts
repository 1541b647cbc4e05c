// State in one file, for one machine: it outlives the process, and several processes may open it. Writes of one turn of the event
// loop share a transaction and are acknowledged after its commit; reads are direct. What is over its time is not seen any more
// and is removed in small portions along with writes.

import { GatewayError } from '../errors.ts';
import { systemTicker, type Ticker } from '../net/timer-wheel.ts';
import type { Log } from '../observe/log.ts';
import { createBatch } from './sqlite-batch.ts';
import { openDatabase } from './sqlite-database.ts';
import { createSqliteIndex } from './sqlite-index.ts';
import { createSqliteSweep } from './sqlite-sweep.ts';
import type { Change, Store } from './store.ts';
import { createWatchers } from './watchers.ts';

export interface SqliteStoreOptions {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly clock: { now(): number };
  readonly log: Log;
  /** For looking whether another process has written. */
  readonly ticker?: Pick<Ticker, 'every'>;
}

/** Milliseconds between two looks for writes of others, while anybody watches. */
const lookInterval = 100;

export function createSqliteStore({ path, clock, log, ticker = systemTicker }: SqliteStoreOptions): Store {
  const database = openDatabase(path);
  const batch = createBatch(database);
  const index = createSqliteIndex(database);
  const sweep = createSqliteSweep(database, { batch, clock, log });

  const read = database.prepare('SELECT value, version FROM entry WHERE key = ? AND expires > ?');
  const find = database.prepare('SELECT id, version, seq, expires FROM entry WHERE key = ?');
  const insert = database.prepare('INSERT INTO entry (key, value, version, seq, expires) VALUES (?, ?, 1, ?, ?)');
  const update = database.prepare(
    'UPDATE entry SET value = ?, version = version + 1, seq = ?, expires = ? WHERE id = ?',
  );
  const removeEntry = database.prepare('DELETE FROM entry WHERE key = ?');
  const append = database.prepare('INSERT INTO log (entry, seq, text) VALUES (?, ?, ?)');
  const readLog = database.prepare(`
    SELECT log.seq, log.text FROM entry JOIN log ON log.entry = entry.id
    WHERE entry.key = ? AND entry.expires > ? AND log.seq > ? ORDER BY log.seq LIMIT ?`);
  const lease = database.prepare(`
    INSERT INTO lease (name, holder, expires) VALUES (?1, ?2, ?3)
    ON CONFLICT (name) DO UPDATE SET holder = ?2, expires = ?3 WHERE holder = ?2 OR expires <= ?4`);
  const release = database.prepare('DELETE FROM lease WHERE name = ? AND holder = ?');
  const dataVersion = database.prepare('PRAGMA data_version');

  // Changes only when another connection has written, of this process or of another.
  const readDataVersion = (): unknown => dataVersion.get()?.['data_version'];
  let watched = 0;
  let seenVersion: unknown;
  let stopLooking: (() => void) | undefined;
  const look = (): void => {
    const version = readDataVersion();
    if (version === seenVersion) return;
    seenVersion = version;
    watchers.wakeAll();
  };
  const watchers = createWatchers({
    onFirst: () => {
      watched += 1;
      if (watched > 1) return;
      seenVersion = readDataVersion();
      stopLooking = ticker.every(lookInterval, look);
    },
    onLast: () => {
      watched -= 1;
      if (watched === 0) stopLooking?.();
    },
  });

  const write = (change: Change, now: number): boolean => {
    let row = find.get(change.key);
    if (row !== undefined && Number(row['expires']) <= now) {
      removeEntry.run(change.key);
      row = undefined;
    }
    if (Number(row?.['version'] ?? 0) !== change.expected) return false;
    const texts = change.append ?? [];
    const before = Number(row?.['seq'] ?? 0);
    const expires = now + change.ttl;
    const id =
      row === undefined
        ? insert.run(change.key, change.value, texts.length, expires).lastInsertRowid
        : (row['id'] as number); // its column is an integer
    if (row !== undefined) update.run(change.value, before + texts.length, expires, id);
    texts.forEach((text, at) => append.run(id, before + at + 1, text));
    for (const member of change.remove ?? []) index.remove(member);
    for (const member of change.put ?? []) index.put(member, expires);
    return true;
  };

  const now = (): number => {
    if (!database.isOpen) throw new GatewayError('store_unavailable', 'The store is closed.');
    return clock.now();
  };

  const run = <Result>(work: (now: number) => Result): Promise<Result> => {
    const time = now();
    sweep.request(time);
    return batch.run(() => work(time));
  };

  sweep.request(clock.now());

  return {
    durable: true,
    shared: true,

    async read(key) {
      const row = read.get(key, now());
      return row && { value: String(row['value']), version: Number(row['version']) };
    },
    async commit(change) {
      const written = await run((time) => write(change, time));
      if (written && change.append !== undefined && change.append.length > 0) watchers.wake(change.key);
      return written;
    },
    async remove(key, members = []) {
      await run(() => {
        removeEntry.run(key);
        for (const member of members) index.remove(member);
      });
    },

    async readLog(key, seq, limit) {
      return readLog
        .all(key, now(), seq, Math.max(0, limit))
        .map((row) => ({ seq: Number(row['seq']), text: String(row['text']) }));
    },
    watch: (key, wake) => watchers.add(key, wake),

    async newest(name, page) {
      return index.newest(name, page, now());
    },
    async oldest(name, page) {
      return index.oldest(name, page, now());
    },
    async size(name) {
      const time = now();
      sweep.request(time);
      return index.size(name, time);
    },
    async index({ put = [], remove = [], ttl }) {
      await run((time) => {
        for (const member of remove) index.remove(member);
        for (const member of put) index.put(member, time + ttl);
      });
    },

    async lease(name, holder, ttl) {
      return run((time) => lease.run(name, holder, time + ttl, time).changes !== 0);
    },
    async release(name, holder) {
      await run(() => release.run(name, holder));
    },

    async close() {
      if (!database.isOpen) return;
      stopLooking?.();
      batch.flush();
      database.close();
    },
  };
}
