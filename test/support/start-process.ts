// Runs a command of the project as a child process, the way a user does, for the demo and for tests: collects what it
// prints, waits for a line or for an HTTP 200, and stops it with SIGTERM. Waiting fails at once when the process ends.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The source entry of the command line, relative to the project. */
export const cliEntry = 'src/main.ts';

export interface ProcessOptions {
  /** Arguments of `node`, the script first. */
  readonly args: readonly string[];
  /** Default: this Node. */
  readonly command?: string;
  /** Default: the project's root. */
  readonly cwd?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Pass what it prints on to our own output as well. */
  readonly echo?: boolean;
}

export interface RunningProcess extends AsyncDisposable {
  readonly pid: number;
  /** All of stdout so far. */
  stdout(): string;
  /** All of stderr so far. */
  stderr(): string;
  /** The exit code, or the name of the signal that ended it. */
  readonly exited: Promise<number | string>;
  /** The first match of the pattern in stdout. Rejects when the process ends first or the time is over. */
  waitForOutput(pattern: RegExp, milliseconds?: number): Promise<RegExpMatchArray>;
  /** Until a GET of the URL answers 200. */
  waitForOk(url: string, milliseconds?: number): Promise<void>;
  /** Sends SIGTERM, or the given signal, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
}

export function startProcess(options: ProcessOptions): RunningProcess {
  const child = spawn(options.command ?? process.execPath, options.args, {
    cwd: options.cwd ?? projectRoot,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] += chunk;
      if (options.echo) process[name].write(chunk);
    });
  }
  const exited = once(child, 'close').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown');
  exited.catch(() => undefined); // reported by whoever waits; a process that cannot start is no unhandled rejection
  const kill = (): boolean => child.kill(); // nothing of ours outlives us
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));

  /** Rejects when the process ends or the time is over before the awaited thing. */
  async function unlessItEnds<T>(
    what: string,
    milliseconds: number,
    awaited: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const over = new AbortController();
    const fail = (why: string): never => {
      throw new Error(`${why} before ${what}\n${printed.stdout}${printed.stderr}`);
    };
    try {
      return await Promise.race([
        awaited(over.signal),
        exited.then((code) => fail(`The process ended (${code})`)),
        pause(milliseconds, undefined, { signal: over.signal }).then(() => fail(`${milliseconds} ms were over`)),
      ]);
    } finally {
      over.abort();
    }
  }

  return {
    pid: child.pid ?? 0,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    exited,
    waitForOutput: (pattern, milliseconds = 20_000) =>
      unlessItEnds(`it printed ${pattern}`, milliseconds, async (signal) => {
        for (;;) {
          const match = printed.stdout.match(pattern);
          if (match) return match;
          await once(child.stdout, 'data', { signal });
        }
      }),
    waitForOk: (url, milliseconds = 20_000) =>
      unlessItEnds(`${url} answered 200`, milliseconds, async (signal) => {
        while (!(await isOk(url, signal))) await pause(50, undefined, { signal });
      }),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
    async [Symbol.asyncDispose]() {
      await this.stop();
    },
  };
}

async function isOk(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(url, { signal })).status === 200;
  } catch {
    signal.throwIfAborted();
    return false; // nobody listens yet
  }
}
