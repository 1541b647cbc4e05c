// A folder of files that lives as long as a test: `await using folder = await createFolder({ 'openapi.yaml': text })`.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Folder extends AsyncDisposable {
  readonly path: string;
  /** The absolute path of a file in it. */
  file(name: string): string;
}

export async function createFolder(files: Readonly<Record<string, string>>): Promise<Folder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skillgate-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return {
    path: folder,
    file: (name) => path.join(folder, name),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
