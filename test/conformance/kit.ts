// One run of an official test kit (pytest) against an agent: which tests passed, failed or were skipped, by the names that pytest gives
// them. The kits are not part of the project; docs/conformance.md says where they come from.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { createFolder } from '../support/folder.ts';
import { startProcess } from '../support/start-process.ts';

export interface KitRun {
  /** Checkout of the kit. */
  readonly folder: string;
  /** Arguments of pytest: what to run, and where the agent is. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface KitResult {
  readonly passed: number;
  readonly skipped: number;
  /** Failed and broken tests, and those that may fail and did, in order of their names. */
  readonly failed: readonly string[];
  /** All that pytest printed. */
  readonly output: string;
}

const timeLimit = 540_000;

export async function runKit({ folder, args, env = {} }: KitRun): Promise<KitResult> {
  // Reports that the kit writes go nowhere near its checkout.
  await using reports = await createFolder({});
  await using kit = startProcess({
    command: process.env['A2A_TCK_PYTHON'] ?? 'python3',
    args: [
      '-m',
      'pytest',
      ...args,
      '-q',
      '--tb=short',
      '-rfEx',
      '--show-capture=no',
      '-p',
      'no:cacheprovider',
      `--junitxml=${reports.file('junit.xml')}`,
    ],
    cwd: folder,
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const late = setTimeout(() => void kit.stop('SIGKILL'), timeLimit);
  const code = await kit.exited;
  clearTimeout(late);
  const output = kit.stdout() + kit.stderr();
  const summary = /^(?=.*\d+ (?:passed|failed|skipped)).* in [\d.]+s.*$/m.exec(kit.stdout())?.[0];
  if (summary === undefined) throw new Error(`The kit in ${folder} did not finish (${code}):\n${output.slice(-4_000)}`);
  return {
    passed: countOf(summary, 'passed'),
    skipped: countOf(summary, 'skipped'),
    failed: [...kit.stdout().matchAll(/^(?:FAILED|ERROR|XFAIL) (\S+::\S+)/gm)].map(([, name = '']) => name).toSorted(),
    output,
  };
}

function countOf(summary: string, word: string): number {
  return Number(new RegExp(String.raw`(\d+) ${word}`).exec(summary)?.[1] ?? 0);
}

/** The checkout that a variable of the environment names; undefined when there is none. Throws when it names no checkout. */
export function findKit(variable: string): string | undefined {
  const folder = process.env[variable];
  if (folder === undefined || folder === '') return undefined;
  if (!existsSync(path.join(folder, 'run_tck.py')))
    throw new Error(`${variable} is ${folder}, which is no checkout of the kit: there is no run_tck.py in it.`);
  return folder;
}
