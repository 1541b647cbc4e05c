// Opens the database file of the SQLite store: makes the file and its folder where they are missing, brings the tables to the
// version that this code knows, and refuses a file of somebody else's or of a newer version.

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../errors.ts';

/** "Skgt": marks the file as ours, see `PRAGMA application_id`. */
const applicationId = 0x53_6b_67_74;

/** Milliseconds that a write of another process is waited for; this one does nothing else meanwhile. */
const lockTimeout = 2_000;

/** One step per version: what brings a file of the version before to the next. */
const migrations: readonly string[] = [
  `
  CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL,
    version INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    expires INTEGER NOT NULL
  );
  CREATE INDEX entry_expires ON entry (expires);
  CREATE TABLE log (
    entry INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (entry, seq)
  ) WITHOUT ROWID;
  CREATE TRIGGER entry_deleted AFTER DELETE ON entry BEGIN
    DELETE FROM log WHERE entry = old.id;
  END;

  CREATE TABLE list (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL
  );
  CREATE TABLE member (
    list INTEGER NOT NULL,
    member TEXT NOT NULL,
    score REAL NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (list, member)
  ) WITHOUT ROWID;
  CREATE INDEX member_order ON member (list, score, member, expires);
  CREATE INDEX member_expires ON member (expires);
  CREATE TRIGGER member_inserted AFTER INSERT ON member BEGIN
    UPDATE list SET size = size + 1 WHERE id = new.list;
  END;
  CREATE TRIGGER member_deleted AFTER DELETE ON member BEGIN
    UPDATE list SET size = size - 1 WHERE id = old.list;
    DELETE FROM list WHERE id = old.list AND size = 0;
  END;

  CREATE TABLE lease (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    expires INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX lease_expires ON lease (expires);
  `,
];

export function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Tasks hold what callers said: others on the machine are not to read it. WAL files take the mode of this one.
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path, { timeout: lockTimeout });
    // In WAL mode with synchronous=NORMAL what was committed is in the operating system's hands: it survives the death of the process
    // (kill -9) for the price of no fsync per transaction. A power cut may take the last moments, but never breaks the file.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA journal_size_limit = 67108864;
    `);
    migrate(database, path);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof GatewayError ? error : unusable(path, error);
  }
}

function migrate(database: DatabaseSync, path: string): void {
  database.exec('BEGIN IMMEDIATE'); // two processes may open a new file at once
  const version = readPragma(database, 'user_version');
  const isOurs = readPragma(database, 'application_id') === applicationId;
  if (!isOurs && (version !== 0 || database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined)) {
    throw new GatewayError(
      'store_unavailable',
      `The store ${path} is a database of another program; name a file of its own, e.g. sqlite:./data/tasks.db.`,
    );
  }
  if (version > migrations.length) {
    throw new GatewayError(
      'store_unavailable',
      `The store ${path} was written by a newer version: its schema is ${version}, expected at most ${migrations.length}. ` +
        'Start that version, or name another file.',
    );
  }
  for (const step of migrations.slice(version)) database.exec(step);
  database.exec(`
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${migrations.length};
    COMMIT;
  `);
}

function readPragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function unusable(path: string, error: unknown): GatewayError {
  const found = error instanceof Error ? error.message : String(error);
  return new GatewayError(
    'store_unavailable',
    `The store ${path} cannot be opened: ${found}. Expected a file that may be read and written, in a folder that may be written.`,
    { cause: error },
  );
}
