// The program: the only file that reads argv, signals and exit codes. 0 ok, 1 failure, 2 usage.

import { getEventListeners } from 'node:events';
import { runCommand } from './cli/run.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second signal does not wait for calls under way, and a command that hears of none has nothing to finish.
    if (stopping.signal.aborted || getEventListeners(stopping.signal, 'abort').length === 0) process.exit(1);
    stopping.abort(signal);
  });
}

const code = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  stop: stopping.signal,
  onExit: (run) => void process.on('exit', run),
});
process.exitCode = code;
// What had to be finished was waited for; a connection that still hangs may not hold the process.
setTimeout(() => process.exit(code), 500).unref();
