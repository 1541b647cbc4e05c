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
  'gateway.ts',
  'server.ts',
  'plugin.ts',
  'cli',
  'main.ts',
];

interface SourceFile {
  /** From the root of the project, with `/`. */
  readonly path: string;
  readonly room: string;
  readonly text: string;
  /** The text with its comments blanked. */
  readonly code: string;
  /** What it imports, types too: a path from the root for files of ours, else the name of a package. */
  readonly imports: readonly string[];
  /** Those of them that are there at run time. */
  readonly valueImports: readonly string[];
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
    ...module.staticImports.map((each) => ({
      name: each.moduleRequest.value,
      isType: each.entries.length > 0 && each.entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap((each) =>
      each.entries.map((entry) => ({ name: entry.moduleRequest?.value ?? '', isType: entry.isType })),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      name: text.slice(start + 1, end - 1),
      isType: false,
    })),
  ].filter(({ name }) => name !== '');
  const toPath = ({ name }: { readonly name: string }): string =>
    name.startsWith('.') ? posix.join(posix.dirname(path), name) : name;
  let code = text;
  for (const { start, end } of comments) code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  const imports = [...new Set(requests.map(toPath))];
  const valueImports = [...new Set(requests.filter(({ isType }) => !isType).map(toPath))];
  return { path, room: roomOf(path), text, code, imports, valueImports };
}

function roomOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** `file → import` for each import that the rule forbids. */
function forbidden(
  kind: 'imports' | 'valueImports',
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
    const clients = ['node:http', 'node:https', 'node:http2', 'node:tls'];
    expect(forbidden('valueImports', (imported, file) => clients.includes(imported) && !isDoor(file))).toEqual([]);
  });

  test('nobody calls the global fetch', () => {
    expect(offenders((file) => /(?<![.\w$])fetch\(|\bglobalThis\.fetch\b/.test(file.code))).toEqual([]);
  });

  test.each(['env', 'argv', 'exit', 'exitCode', 'on', 'once'])('only main.ts uses process.%s', (name) => {
    const used = new RegExp(`\\bprocess\\s*\\.\\s*${name}\\b`);
    expect(offenders((file) => used.test(file.code) && file.path !== 'src/main.ts')).toEqual([]);
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
