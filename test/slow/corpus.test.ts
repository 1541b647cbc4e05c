// Real documents by others, kept outside of the repository: each is read, and each operation is exposed or left out with a
// reason of the fixed list. The counts are printed.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalog } from '../../src/catalog/build-catalog.ts';
import type { Catalog } from '../../src/catalog/catalog.ts';
import { readCallLine } from '../../src/catalog/example.ts';
import { leftOutReasons, lossReasons } from '../../src/catalog/report.ts';
import { createResolver } from '../../src/converse/resolve.ts';
import { compileSchema } from '../../src/invoke/check/schema-check.ts';
import { readApiDocument } from '../../src/spec/read-document.ts';
import { createNoNetwork } from '../support/document.ts';
import { createTurn, resolveTo, text } from '../support/turns.ts';

const folder = path.resolve(import.meta.dirname, '../../../shared/specs');
const index = path.join(folder, 'INDEX.tsv');

interface Row {
  readonly file: string;
  readonly version: string;
  readonly operations: number;
}

/** OpenAPI documents only; the folder has those of two other formats as well. */
function readRows(): readonly Row[] {
  if (!existsSync(index)) return [];
  return readFileSync(index, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([, file = '', version = '', , , operations = '']) => ({ file, version, operations: Number(operations) }))
    .filter(({ version }) => /^[23]/.test(version));
}

const rows = readRows();
const counts = new Map<string, number>();
const add = (key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

describe.skipIf(rows.length === 0)('real documents', () => {
  afterAll(() => {
    console.log(
      [...counts]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([key, number]) => `${String(number).padStart(7)}  ${key}`)
        .join('\n'),
    );
  });

  for (const { file, operations } of rows) {
    it(file, async () => {
      const network = createNoNetwork();
      const document = await readApiDocument(path.join(folder, file), {
        fetcher: network,
        refRoot: path.join(folder, file.split('/')[0] ?? ''),
      });
      const catalog = buildCatalog([
        { id: 'api', source: file, document, hasUpstreams: true, prefix: '', include: [], exclude: [], override: {} },
      ]);
      const [report] = catalog.targets;
      expect(report?.operations).toHaveLength(operations);
      for (const { skillId, leftOut, losses } of report?.operations ?? []) {
        expect((skillId === undefined) !== (leftOut === undefined)).toBe(true);
        if (leftOut !== undefined) expect(Object.keys(leftOutReasons)).toContain(leftOut.reason);
        for (const { reason } of losses) expect(Object.keys(lossReasons)).toContain(reason);
        add(
          leftOut === undefined ? (losses.length > 0 ? 'exposed with loss' : 'exposed') : `left out: ${leftOut.reason}`,
        );
      }
      expect(catalog.byId.size).toBe(catalog.skills.length);
      expect(new Set(catalog.skills.map(({ name }) => name.replaceAll(/[^A-Za-z0-9]+/g, '_'))).size).toBe(
        catalog.skills.length,
      );
      for (const skill of catalog.skills) {
        expect(skill.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(skill.name).toMatch(/^.{1,40}$/);
        expect(skill.description.length).toBeLessThanOrEqual(1024);
        expect(skill.tags.length).toBeGreaterThan(0);
        expect(skill.examples().length).toBeGreaterThan(0);
        for (const { key } of skill.input.arguments) expect(key).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
        assertSelfContained(JSON.stringify(skill.input.schema()));
      }
      assertExamplesAreCalls(catalog);
      // Every thirtieth skill's schema is compiled; all of them take minutes.
      for (const skill of catalog.skills.filter((_skill, at) => at % 30 === 0)) {
        const { unchecked } = compileSchema(skill.input.schema());
        expect(unchecked.filter((text) => text.startsWith('schema:'))).toEqual([]);
      }
    });
  }
});

function assertSelfContained(text: string): void {
  const names = new Set(Object.keys((JSON.parse(text) as { $defs?: object }).$defs ?? {}));
  for (const [, name = ''] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) expect(names.has(name), name).toBe(true);
}

/** What the card shows can be sent as it is; and so can the readable name in place of the id. */
function assertExamplesAreCalls(catalog: Catalog): void {
  const { skills } = catalog;
  const resolver = createResolver({
    find: (id) => catalog.find(id),
    suggest: () => [],
    accepts: () => false,
    check: () => undefined,
    toPlain: (call) => call,
    settings: { understand: false, confirm: 'never' },
  });
  for (const skill of skills) {
    for (const line of skill.examples()) {
      const args = readCallLine(skill.id, line);
      const expected = JSON.stringify([skill.id, args]);
      for (const written of args === undefined ? [] : [line, `${skill.name} ${JSON.stringify(args)}`]) {
        const resolved = resolveTo(createTurn([text(written)], { skills }), resolver);
        if (JSON.stringify([resolved.skill, resolved.args]) !== expected) expect(resolved, written).toBe(expected);
        add('call lines');
      }
    }
  }
}
