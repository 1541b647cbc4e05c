// The shape of the source tree, read from its files: which room imports which, who may touch the network and the
// environment, and how a file begins. Each test names the files that break its rule.

import { globSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Data flows down this list: a room imports only from rooms above it, and from itself. */
const rooms = [
  'errors.ts',
  'lib',
  'observe',
  'config',
  'net',
  'store',
  'spec',
  'catalog',
  'access',
  'upstream',
  'invoke',
  'task',
  'converse',
  'a2a',
  'bindings',
  'console',
  'readiness.ts',
  'target-policy.ts',
  'gateway-documents.ts',
  'gateway-tasks.ts',
  'gateway.ts',
  'server.ts',
  'plugin.ts',
  'cli',
  'main.ts',
];

/** Run by `node` themselves; all other files are only imported. */
const programs = ['src/main.ts', 'src/config/write-generated.ts'];

interface SourceFile {
  /** From the root of the project, with `/`. */
  readonly path: string;
  readonly room: string;
  readonly text: string;
  /** The text with its comments blanked. */
  readonly code: string;
  /** What it imports, types too: a path from the root for files of ours, else the name of a package. */
  readonly imports: readonly string[];
  /** What it imports by name at run time, as `module#name`. */
  readonly namedImports: readonly string[];
}

const files = globSync('src/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts'))
  .toSorted()
  .map(readSourceFile);

function readSourceFile(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const requests = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap((each) => each.entries.map((entry) => entry.moduleRequest?.value ?? '')),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ].filter((name) => name !== '');
  const imports = requests.map((name) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name));
  const namedImports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter((entry) => !entry.isType)
      .map((entry) => `${moduleRequest.value}#${entry.importName.name ?? entry.importName.kind}`),
  );
  let code = text;
  for (const { start, end } of comments) code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  return { path, room: roomOf(path), text, code, imports: [...new Set(imports)], namedImports };
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** `file → import` for each import that the rule forbids. */
function forbidden(
  kind: 'imports' | 'namedImports',
  isForbidden: (imported: string, file: SourceFile) => boolean,
): readonly string[] {
  return files.flatMap((file) =>
    file[kind].filter((imported) => isForbidden(imported, file)).map((imported) => `${file.path} → ${imported}`),
  );
}

/** The files for which the rule holds. */
function offenders(isOffender: (file: SourceFile) => boolean): readonly string[] {
  return files.filter(isOffender).map((file) => file.path);
}

const isOurs = (imported: string): boolean => imported.startsWith('src/');
const isDoor = (file: SourceFile): boolean => file.room === 'net' || file.room === 'upstream';

describe('rooms', () => {
  test('the tree has files, and each is in a known room', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(offenders((file) => !rooms.includes(file.room))).toEqual([]);
  });

  test('a room imports only from rooms above it', () => {
    const found = forbidden(
      'imports',
      (imported, file) => isOurs(imported) && rooms.indexOf(roomOf(imported)) > rooms.indexOf(file.room),
    );
    expect(found).toEqual([]);
  });

  test('main.ts imports only the command line', () => {
    const found = forbidden(
      'imports',
      (imported, file) => file.path === 'src/main.ts' && isOurs(imported) && roomOf(imported) !== 'cli',
    );
    expect(found).toEqual([]);
  });

  test('a running gateway does not load TypeBox: only what generates files does', () => {
    const source = /^src\/config\/(?:generate|schema(?:-agent|-converse|-model|-target|-word)?)\.ts$/;
    const loading = /^typebox#|\/schema(?:-agent|-converse|-model|-target|-word)?\.ts#/;
    expect(forbidden('namedImports', (imported, file) => loading.test(imported) && !source.test(file.path))).toEqual(
      [],
    );
  });

  test('a running gateway does not load all of undici', () => {
    expect(forbidden('namedImports', (imported) => /^undici(?:#|\/)/.test(imported))).toEqual([]);
  });

  test('nobody imports main.ts', () => {
    expect(forbidden('imports', (imported) => imported === 'src/main.ts')).toEqual([]);
  });

  test('no test is imported, and nothing of ours outside src', () => {
    const found = forbidden('imports', (imported) => /\.test\.ts$|^test\/|^\.\.|^bin\//.test(imported));
    expect(found).toEqual([]);
  });

  test('there is no index.ts', () => {
    expect(offenders((file) => basename(file.path) === 'index.ts')).toEqual([]);
  });
});

describe('doors', () => {
  test('only net and upstream import undici', () => {
    expect(forbidden('imports', (imported, file) => /^undici(?:\/|$)/.test(imported) && !isDoor(file))).toEqual([]);
  });

  test('only net and upstream open connections with what Node has', () => {
    const opener =
      /^node:(?:https?|http2|net|tls)#(?:request|get|connect|createConnection|Socket|TLSSocket|Agent|Default|NamespaceObject)$/;
    expect(forbidden('namedImports', (imported, file) => opener.test(imported) && !isDoor(file))).toEqual([]);
  });

  test('nobody calls the global fetch', () => {
    expect(offenders((file) => /(?<![.\w$])fetch\(|\bglobalThis\.fetch\b/.test(file.code))).toEqual([]);
  });

  test.each(['env', 'argv', 'exit', 'exitCode', 'on', 'once'])('only programs use process.%s', (name) => {
    const used = new RegExp(`\\bprocess\\s*\\.\\s*${name}\\b`);
    expect(offenders((file) => used.test(file.code) && !programs.includes(file.path))).toEqual([]);
  });
});

describe('files', () => {
  test('each starts with a comment of at most eight lines', () => {
    expect(offenders((file) => !/^(?:#!.*\n)?(?:\/\/ .*\n){1,8}(?!\/\/)/.test(file.text))).toEqual([]);
  });

  test('each has at most 400 lines', () => {
    expect(offenders((file) => file.text.split('\n').length > 401)).toEqual([]);
  });

  test('each is named in kebab-case', () => {
    expect(offenders((file) => !/^[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/.test(basename(file.path)))).toEqual([]);
  });
});
