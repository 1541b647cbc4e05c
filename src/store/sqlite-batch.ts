// Gathers the writes of one turn of the event loop into one transaction, for a transaction costs more than the writes in it.
// Each writer learns of its result after the commit. When a transaction fails, its writes are tried one by one, so that none
// falls for another's sake.

import type { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../errors.ts';

export interface Batch {
  /** `write` runs later, within a transaction, perhaps twice. */
  run<Result>(write: () => Result): Promise<Result>;
  /** Writes all that waits, now. */
  flush(): void;
}

interface Waiting {
  /** Runs the write; what it returns tells the writer, after the commit. */
  readonly write: () => () => void;
  readonly reject: (error: unknown) => void;
}

const full = 13; // SQLITE_FULL

export function createBatch(database: DatabaseSync): Batch {
  let waiting: Waiting[] = [];
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');

  const transact = (writes: readonly Waiting[]): void => {
    let tell: (() => void)[];
    try {
      begin.run();
    } catch (error) {
      // Another process keeps the file locked, and would for each of them.
      for (const { reject } of writes) reject(toStoreError(error));
      return;
    }
    try {
      tell = writes.map(({ write }) => write());
      commit.run();
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      if (writes.length === 1) writes[0]?.reject(toStoreError(error));
      else for (const each of writes) transact([each]);
      return;
    }
    for (const each of tell) each();
  };

  const flush = (): void => {
    const writes = waiting;
    waiting = [];
    if (writes.length > 0) transact(writes);
  };

  return {
    run: (write) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({
          write: () => {
            const result = write();
            return () => resolve(result);
          },
          reject,
        });
      }),
    flush,
  };
}

function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  if (error.errcode === full) {
    return new GatewayError('overloaded', 'The disk of the store is full; try again later.', {
      cause: error,
      detail: error.message,
    });
  }
  return new GatewayError('store_unavailable', undefined, { cause: error, detail: `SQLite: ${error.message}` });
}
