// The indexes of the SQLite store. A page is one seek in the tree of (list, score, member) and a walk from there; the size is
// kept by triggers, in the same transaction as the entries.

import type { DatabaseSync } from 'node:sqlite';
import type { Member, Page } from './store.ts';

export interface SqliteIndex {
  /** Both only within a transaction. */
  put(member: Member, expires: number): void;
  remove(member: Pick<Member, 'index' | 'member'>): void;
  newest(index: string, page: Page, now: number): readonly Member[];
  oldest(index: string, page: Page, now: number): readonly Member[];
  size(index: string, now: number): number;
}

/** SQLite orders every blob after every text. */
const afterAnyText = new Uint8Array();

export function createSqliteIndex(database: DatabaseSync): SqliteIndex {
  const ofList = 'list = (SELECT id FROM list WHERE name = ?)';
  const create = database.prepare('INSERT INTO list (name, size) VALUES (?, 0)');
  const put = database.prepare(`
    INSERT INTO member (list, member, score, expires) SELECT id, ?, ?, ? FROM list WHERE name = ?
    ON CONFLICT (list, member) DO UPDATE SET score = excluded.score, expires = excluded.expires`);
  const remove = database.prepare(`DELETE FROM member WHERE ${ofList} AND member = ?`);
  const newest = database.prepare(`
    SELECT member, score FROM member WHERE ${ofList} AND (score, member) < (?, ?) AND score >= ? AND expires > ?
    ORDER BY score DESC, member DESC LIMIT ?`);
  const buildOldest = (compare: '>' | '>=') => `
    SELECT member, score FROM member WHERE ${ofList} AND (score, member) ${compare} (?, ?) AND score <= ? AND expires > ?
    ORDER BY score, member LIMIT ?`;
  const oldestAfter = database.prepare(buildOldest('>'));
  const oldestFrom = database.prepare(buildOldest('>='));
  const size = database.prepare('SELECT size FROM list WHERE name = ?');
  const over = database.prepare(
    `SELECT count(*) AS size FROM member INDEXED BY member_expires WHERE expires <= ? AND ${ofList}`,
  );

  return {
    put({ index, member, score }, expires) {
      if (put.run(member, score, expires, index).changes !== 0) return;
      create.run(index);
      put.run(member, score, expires, index);
    },
    remove({ index, member }) {
      remove.run(index, member);
    },
    newest(index, { after, limit, max = Infinity, min = -Infinity }, now) {
      const bound =
        after !== undefined && after.score <= max
          ? ([after.score, after.member] as const)
          : ([max, afterAnyText] as const);
      return toMembers(index, newest.all(index, ...bound, min, now, Math.max(0, limit)));
    },
    oldest(index, { after, limit, max = Infinity, min = -Infinity }, now) {
      const select = after !== undefined && after.score >= min ? oldestAfter : oldestFrom;
      const bound =
        select === oldestAfter && after !== undefined ? ([after.score, after.member] as const) : ([min, ''] as const);
      return toMembers(index, select.all(index, ...bound, max, now, Math.max(0, limit)));
    },
    size: (index, now) => Number(size.get(index)?.['size'] ?? 0) - Number(over.get(now, index)?.['size'] ?? 0),
  };
}

function toMembers(index: string, rows: readonly Record<string, unknown>[]): readonly Member[] {
  return rows.map(({ member, score }) => ({ index, member: String(member), score: Number(score) }));
}
