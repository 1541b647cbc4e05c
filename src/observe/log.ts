// The logger that every room is handed. One line per call, made in one place (`observe/call-log.ts`); rooms otherwise log what
// they handle, never what they throw. No bodies and no secrets: callers pass facts, not requests.

import { toIsoTime } from '../lib/iso-time.ts';
import { pino, type DestinationStream, type Logger } from 'pino';

export interface Log extends Pick<Logger, 'info' | 'warn' | 'error' | 'debug'> {
  /** The same log, whose lines begin with these facts. */
  child(facts: Readonly<Record<string, unknown>>): Log;
}

/**
 * Facts that write themselves. pino looks at each fact of a record for what to do with it, which is most of what a line costs; other
 * loggers find the same facts in the properties.
 */
export abstract class SelfWritten {
  /** Members of a JSON object, each with a comma in front. */
  abstract toMembers(): string;
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

/** Bytes that are written at once. Each write costs a switch to another thread. */
const chunkSize = 64_000;
/** Chunks that are kept for later; a burst may need more for a moment. */
const mostFree = 4;
/** Milliseconds that a line waits for others at most. */
const longestWait = 200;

/**
 * An asynchronous destination: many lines go in one write. They are bytes from the start, in chunks that are used again, since what
 * waits for its write outlives the call that it tells of: as texts or bytes of its own, it would be kept until the next full collection.
 */
export function openLog(destination: number | string): LogDestination {
  const stream = pino.destination({
    sync: false,
    minLength: 0,
    maxWrite: 2 * chunkSize,
    dest: destination,
    contentMode: 'buffer',
  });
  const sent: { readonly chunk: Buffer | undefined; left: number }[] = [];
  const free: Buffer[] = [];
  let chunk: Buffer = Buffer.allocUnsafeSlow(chunkSize);
  let used = 0;
  let timer: NodeJS.Timeout | undefined;
  let isBroken = false;

  // It ends by itself when the process has nothing more to do. The types do not know of it.
  const isOver = (): boolean => isBroken || (stream as unknown as { readonly destroyed: boolean }).destroyed;
  /** `of`: the chunk that may be used again after it. */
  const send = (bytes: Buffer, of?: Buffer): void => {
    sent.push({ chunk: of, left: bytes.length });
    // The types know text alone, even for this mode.
    stream.write(bytes as unknown as string);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (used === 0 || isOver()) return;
    send(chunk.subarray(0, used), chunk);
    chunk = free.pop() ?? Buffer.allocUnsafeSlow(chunkSize);
    used = 0;
  };
  // Those that were written by `flushSync` are not told of: then a chunk comes back later than it might, never too early.
  stream.on('write', (written: number) => {
    for (let left = written; left > 0;) {
      const [first] = sent;
      if (first === undefined) return;
      const taken = Math.min(left, first.left);
      left -= taken;
      first.left -= taken;
      if (first.left > 0) return;
      sent.shift();
      if (first.chunk !== undefined && free.length < mostFree) free.push(first.chunk);
    }
  });
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Nobody reads any more; pino lets the lines go from here on.
    if (error.code !== 'EPIPE') throw error;
    isBroken = true;
    sent.length = 0;
  });
  const flushSync = (): void => {
    if (isOver()) return;
    flush();
    stream.flushSync();
  };
  return {
    write(line) {
      if (isOver()) return;
      timer ??= setTimeout(flush, longestWait).unref();
      // No character takes more than three bytes for each of its units.
      if (used + 3 * line.length > chunkSize) flush();
      if (3 * line.length > chunkSize) send(Buffer.from(line));
      else used += chunk.write(line, used);
    },
    flushSync,
  };
}

const nowhere: DestinationStream = { write: () => {} };

/** JSON lines to standard error through an asynchronous destination: standard output belongs to what a command prints. */
export function createLog(options: LogOptions, destination?: DestinationStream): LogSink {
  const stream = destination ?? (options.level === 'silent' ? nowhere : openLog(2));
  const log = pino({ level: options.level, base: null, timestamp: () => `,"time":"${toIsoTime(Date.now())}"` }, stream);
  letFactsWriteThemselves(log);
  return {
    log,
    flush: () => {
      if ('flushSync' in stream && typeof stream.flushSync === 'function') stream.flushSync();
    },
  };
}

const asJsonSym: typeof pino.symbols.asJsonSym = pino.symbols.asJsonSym;
const chindingsSym: typeof pino.symbols.chindingsSym = pino.symbols.chindingsSym;
const lsCacheSym: typeof pino.symbols.lsCacheSym = pino.symbols.lsCacheSym;

/** What of a logger pino names for those who go further: how a line is written, the facts of the child, and the start for each level. */
interface Writing {
  [asJsonSym]: (this: Writing, facts: object, message: string | undefined, level: number, time: string) => string;
  readonly [chindingsSym]: string;
  readonly [lsCacheSym]: Readonly<Record<number, string>>;
}

/** Children of the logger do the same. */
function letFactsWriteThemselves(log: Logger): void {
  const writing = log as unknown as Writing;
  const { [asJsonSym]: writeOthers } = writing;
  writing[asJsonSym] = function write(facts, message, level, time) {
    if (!(facts instanceof SelfWritten)) return writeOthers.call(this, facts, message, level, time);
    const start = `${this[lsCacheSym][level] ?? ''}${time}${this[chindingsSym]}`;
    return `${start}${facts.toMembers()},"msg":${JSON.stringify(message)}}\n`;
  };
}
