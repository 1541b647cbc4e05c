// Removes what is over its time from the SQLite store, a portion per transaction, so that no write waits long for it.

import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../observe/log.ts';
import type { Batch } from './sqlite-batch.ts';

export interface SqliteSweep {
  /** Sweeps soon, if that was not done lately. */
  request(now: number): void;
}

export interface SqliteSweepDeps {
  readonly batch: Batch;
  readonly clock: { now(): number };
  readonly log: Log;
}

/** Rows of each table in one transaction. */
const portion = 200;

/** Milliseconds between two sweeps that found little. */
const pause = 1000;

export function createSqliteSweep(database: DatabaseSync, { batch, clock, log }: SqliteSweepDeps): SqliteSweep {
  const statements = [
    'DELETE FROM entry WHERE id IN (SELECT id FROM entry WHERE expires <= ? LIMIT ?)',
    'DELETE FROM member WHERE (list, member) IN (SELECT list, member FROM member WHERE expires <= ? LIMIT ?)',
    'DELETE FROM lease WHERE name IN (SELECT name FROM lease WHERE expires <= ? LIMIT ?)',
  ].map((sql) => database.prepare(sql));
  let next = -Infinity;

  const sweep = async (): Promise<void> => {
    try {
      for (let more = true; more && database.isOpen;) {
        const now = clock.now();
        next = now + pause;
        more = await batch.run(() =>
          statements.map((statement) => statement.run(now, portion).changes).includes(portion),
        );
      }
    } catch (error) {
      log.warn({ reason: String(error) }, 'the store could not remove what is over its time; trying again later');
    }
  };

  return {
    request(now) {
      if (now < next && now >= next - pause) return;
      next = now + pause;
      void sweep();
    },
  };
}
