// Starts one of the serve-*.ts programs on one core and asks it for its usage. Linux only: `taskset` does the pinning, so that
// both sides share a core and the load comes from the other.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Report, Usage } from './child.ts';

export interface PinnedOptions {
  /** A file of this folder. */
  readonly script: string;
  readonly args: readonly string[];
  readonly core: number;
  readonly nodeFlags: readonly string[];
  /** Added to that of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder in which Node keeps compiled code. */
  readonly compileCache: string;
}

export interface PinnedProcess extends AsyncDisposable {
  readonly url: string;
  usage(): Promise<Usage>;
}

export async function startPinned(options: PinnedOptions): Promise<PinnedProcess> {
  const { script, args, core, nodeFlags, env, compileCache } = options;
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn('taskset', ['-c', String(core), process.execPath, ...nodeFlags, path, ...args], {
    // A session of its own: Linux shares a core out evenly among sessions, however many threads each side has.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env, NODE_COMPILE_CACHE: compileCache },
  });
  const exited = once(child, 'exit').then(([code]) => new Error(`${script} ended with ${String(code)}`));

  async function next<Kind extends Report['kind']>(kind: Kind): Promise<Extract<Report, { kind: Kind }>> {
    const first = await Promise.race([once(child, 'message'), exited]);
    if (first instanceof Error) throw first;
    const [report] = first as [Report]; // reportTo sends nothing else
    if (report.kind !== kind) throw new Error(`${script} sent ${report.kind}, expected ${kind}`);
    return report as Extract<Report, { kind: Kind }>; // by the line above
  }

  const { port } = await next('listening');
  return {
    url: `http://127.0.0.1:${port}`,
    async usage() {
      const answer = next('usage');
      child.send('usage');
      return await answer;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
