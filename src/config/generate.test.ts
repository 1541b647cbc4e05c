import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildReferencePage, buildSchemaData, buildSchemaFile } from './generate.ts';
import { listKeys } from './known-key.ts';
import { rootSchema } from './schema-shape.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('generated files', () => {
  it.each([
    ['src/config/schema.json', buildSchemaData],
    ['config/gateway.schema.json', buildSchemaFile],
    ['docs/configuration-reference.md', buildReferencePage],
  ])('%s is what the schema gives (else run node src/config/write-generated.ts)', (path, build) => {
    expect(read(path)).toBe(build());
  });

  it('the schema is one (a running gateway does not check that)', () => {
    expect(new Ajv2020().validateSchema(JSON.parse(buildSchemaData()) as object)).toBe(true);
  });

  it('every key has a description that is a sentence', () => {
    const without = listKeys(rootSchema).filter(({ schema }) => schema.description?.endsWith('.') !== true);
    expect(without.map(({ path }) => path)).toEqual([]);
  });
});

describe('the editor schema', () => {
  const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(buildSchemaFile()) as object);

  it.each([
    ['the example file', parse(read('config/gateway.yaml')) as unknown],
    ['the smallest file', { targets: { a: { spec: 'a.yaml' } } }],
    [
      'references in all places',
      {
        gateway: { listen: { port: '${PORT}' }, prefix: '${PREFIX}', bodyLimit: '${SIZE}', publicUrl: '${URL}' },
        targets: { a: { spec: '${SPEC}', timeout: '${N}s', skills: { exclude: [{ deprecated: '${FLAG}' }] } } },
        log: { level: '${LEVEL}' },
      },
    ],
  ])('takes %s', (_what, value) => {
    expect(isValid(value)).toBe(true);
  });

  it.each([
    ['no targets', {}],
    ['an unknown key', { targets: { a: { spec: 'a.yaml', upstream: 'x' } } }],
    ['a port out of range', { gateway: { listen: { port: 70_000 } }, targets: { a: { spec: 'a.yaml' } } }],
    ['a duration without unit', { targets: { a: { spec: 'a.yaml', timeout: '30' } } }],
    ['a target id with a blank', { targets: { 'a b': { spec: 'a.yaml' } } }],
  ])('refuses %s', (_what, value) => {
    expect(isValid(value)).toBe(false);
  });
});
