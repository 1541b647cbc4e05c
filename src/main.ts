// The program: the only file that reads argv, signals and exit codes. 0 ok, 1 failure, 2 usage.

import { runCommand } from './cli/run.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second signal does not wait for calls under way.
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort(signal);
  });
}

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  stop: stopping.signal,
});
