// The build context as a fresh clone would give it: the files that Git knows or would take, less what .dockerignore keeps back.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileDockerignore } from './dockerfile.ts';
import { projectRoot } from './start-process.ts';

/** From the root of the project, sorted. */
export function listContext(): readonly string[] {
  const isIgnored = compileDockerignore(readFileSync(join(projectRoot, '.dockerignore'), 'utf8'));
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && !isIgnored(path) && existsSync(join(projectRoot, path)))
    .toSorted();
}

export function writeContext(folder: string): void {
  for (const path of listContext()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(folder, path));
  }
}
