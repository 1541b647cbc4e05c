// The first moments of a call whose caller waits for its end, over a store that ends with the process: nobody has heard of the task
// yet, and nobody could take it over, so it need not be stored before the call is made. What is soon over is stored once, in its
// last state; what takes longer becomes a task like any other.

import { toGatewayError } from '../errors.ts';
import type { InvokeOptions, Invoker } from '../invoke/call.ts';
import type { Outcome } from '../invoke/outcome.ts';
import { toUnanswered } from '../invoke/to-unanswered.ts';
import type { EndSignal } from '../upstream/request.ts';
import { within, type Clock } from './clock.ts';
import type { Begin } from './service.ts';

export interface EarlyDeps {
  readonly invoker: Pick<Invoker, 'invoke'>;
  readonly clock: Clock;
}

/** A call that was made before there was a task. */
export interface EarlyCall {
  readonly kind: 'early';
  /** Rejects as `invoke` does. */
  readonly outcome: Promise<Outcome>;
  /** Ends the call. */
  abort(reason: unknown): void;
}

/** Others see the task after this time at the latest. */
const patience = 100;

/** A call that may become the work of a task when it takes too long. */
export function startCall(
  { invoker }: Pick<EarlyDeps, 'invoker'>,
  { call, context }: Pick<Begin, 'call' | 'context'>,
  options: Pick<InvokeOptions, 'turn' | 'patient'> = {},
): EarlyCall {
  const ending = new Ending();
  return {
    kind: 'early',
    outcome: invoker.invoke(call, context, { ...options, abort: ending }),
    abort: (reason) => ending.abort(reason),
  };
}

/** The outcome, when it is there soon. Throws for a call that cannot be made. */
export function callEarly(deps: EarlyDeps, given: Pick<Begin, 'call' | 'context'>): Promise<Outcome | EarlyCall> {
  const early = startCall(deps, given, { patient: true });
  return within(deps.clock, early.outcome, { ms: patience, late: early }).catch((thrown: unknown) => {
    const problem = toUnanswered(toGatewayError(thrown));
    if (problem === undefined) throw thrown;
    return problem;
  });
}

const none: readonly (() => void)[] = [];

/** What a call asks of an AbortController, which is dear for one that is hardly ever used. */
class Ending implements EndSignal {
  #listeners: readonly (() => void)[] = none;
  aborted = false;
  reason: unknown;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.length === 0 ? [listener] : [...this.#listeners, listener];
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    if (this.#listeners.length === 1 && this.#listeners[0] === listener) this.#listeners = none;
    else this.#listeners = this.#listeners.filter((other) => other !== listener);
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners) listener();
  }
}
