// The logger that every room is handed. One line per call, made in one place (`observe/call-log.ts`); rooms otherwise log what
// they handle, never what they throw. No bodies and no secrets: callers pass facts, not requests.

import { toIsoTime } from '../lib/iso-time.ts';
import { pino, type DestinationStream, type Logger } from 'pino';

export interface Log extends Pick<Logger, 'info' | 'warn' | 'error' | 'debug'> {
  /** The same log, whose lines begin with these facts. */
  child(facts: Readonly<Record<string, unknown>>): Log;
}

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Where log lines go, and how to have them all written before the process ends. */
export interface LogSink {
  readonly log: Logger;
  flush(): void;
}

/** A destination that may hold lines back for a moment. */
export interface LogDestination extends DestinationStream {
  /** Has all lines written before it returns. */
  flushSync(): void;
}

/**
 * An asynchronous destination. Each write costs a switch to another thread, so many lines go in one, and what is left after a fifth
 * of a second. Lines are bytes from the start: text that waits is measured anew, as a whole, for each line that is added to it.
 */
export function openLog(destination: number | string): LogDestination {
  const options = { sync: false, minLength: 64_000, maxWrite: 72_000, periodicFlush: 200 };
  const stream = pino.destination({ ...options, dest: destination, contentMode: 'buffer' });
  return {
    // The types know text alone, even for this mode.
    write: (line) => void stream.write(Buffer.from(line) as unknown as string),
    flushSync: () => stream.flushSync(),
  };
}

/** JSON lines to standard error through an asynchronous destination: standard output belongs to what a command prints. */
export function createLog(options: LogOptions, destination?: DestinationStream): LogSink {
  const stream = destination ?? openLog(2);
  const log = pino({ level: options.level, base: null, timestamp: () => `,"time":"${toIsoTime(Date.now())}"` }, stream);
  return {
    log,
    flush: () => {
      if ('flushSync' in stream && typeof stream.flushSync === 'function') stream.flushSync();
    },
  };
}
