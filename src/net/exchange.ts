// One raw HTTP exchange: what goes out, and the handle on it while it runs. The seam between the network and those who use it.

import type { Readable } from 'node:stream';
import type { Collector, CollectorOptions } from './collector.ts';
import type { StreamerOptions } from './streamer.ts';
import type { TimerWheel } from './timer-wheel.ts';

interface Outgoing {
  readonly method: string;
  readonly origin: string;
  /** Path and query, percent-encoded, starting with `/`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** True: public addresses only. */
  readonly guarded: boolean;
  /** For whom: decides which client certificate is shown. Default: the one that was first named for the origin. */
  readonly target?: string;
}

export interface Exchange extends CollectorOptions, Outgoing {
  readonly body?: string | Uint8Array | undefined;
}

/** An exchange whose bodies are passed on while they arrive. */
export interface StreamedExchange extends StreamerOptions, Outgoing {
  readonly body?: Readable;
}

/** An exchange under way. */
export type RunningExchange = Pick<Collector, 'started' | 'answered' | 'cancel'>;

export interface Exchanger {
  /** Sends one request; `done` is called once, never before this returns. There is no time limit: cancel it. */
  exchange(exchange: Exchange): RunningExchange;
  /** The same with streams; `opened` is called when the reply's headers are there. */
  stream(exchange: StreamedExchange): RunningExchange;
  readonly wheel: TimerWheel;
}
