// The logger that every room is handed. One line per call, made in one place (`observe/call-log.ts`); rooms otherwise log what
// they handle, never what they throw. No bodies and no secrets: callers pass facts, not requests.

import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Where log lines go, and how to have them all written before the process ends. */
export interface LogSink {
  readonly log: Logger;
  flush(): void;
}

/**
 * An asynchronous destination. Each write costs a switch to another thread, so many lines go in one, and what is left after a fifth
 * of a second.
 */
export function openLog(destination: number | string): DestinationStream {
  return pino.destination({ dest: destination, sync: false, minLength: 16_000, periodicFlush: 200 });
}

/** JSON lines to standard error through an asynchronous destination: standard output belongs to what a command prints. */
export function createLog(options: LogOptions, destination?: DestinationStream): LogSink {
  const stream = destination ?? openLog(2);
  const log = pino({ level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  return {
    log,
    flush: () => {
      if ('flushSync' in stream && typeof stream.flushSync === 'function') stream.flushSync();
    },
  };
}
