// One raw HTTP exchange: what goes out, and the handle on it while it runs. The seam between the network and those who use it.

import type { Collector, CollectorOptions } from './collector.ts';
import type { TimerWheel } from './timer-wheel.ts';

export interface Exchange extends CollectorOptions {
  readonly origin: string;
  /** Path and query, percent-encoded, starting with `/`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** True: public addresses only. */
  readonly guarded: boolean;
}

/** An exchange under way. */
export type RunningExchange = Pick<Collector, 'started' | 'answered' | 'cancel'>;

export interface Exchanger {
  /** Sends one request; `done` is called once, never before this returns. There is no time limit: cancel it. */
  exchange(exchange: Exchange): RunningExchange;
  readonly wheel: TimerWheel;
}
