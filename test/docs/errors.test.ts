// The table of docs/errors.md and the one of src/errors.ts say the same.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { failures } from '../../src/errors.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/errors.md'), 'utf8');
const rows = new Map(
  [...page.matchAll(/^\| `([a-z_0-9]+)` \|(.*)\|$/gm)].map(([, code = '', cells = '']) => [
    code,
    cells.split('|').map((cell) => cell.trim()),
  ]),
);

describe('docs/errors.md', () => {
  it('lists every code and no other', () => {
    expect([...rows.keys()]).toEqual(Object.keys(failures));
  });

  it.each(Object.entries(failures))('%s', (code, row) => {
    const http = `${row.http}${row.keepsHttpStatus ? ' (kept)' : ''}`;
    const expected = [
      String(row.jsonRpc),
      http,
      row.grpc,
      `\`${row.reason}\``,
      row.retryable ? 'yes' : 'no',
      row.sentence,
    ];
    expect(rows.get(code)).toEqual(expected);
  });
});
