// What one replica's recent past says about it. Enough failures in a row open the breaker for a while that doubles with each
// failed trial. `unreachable` opens it hard: nothing is sent. `bad` (5xx, resets, no answer in time) opens it softly: other
// replicas are preferred, but a replica that at least answers is better than none, and one broken operation must not close a service.

export interface BreakerPolicy {
  /** Failures in a row that open it. */
  readonly failures: number;
  /** Milliseconds that it stays open at first, and at most. */
  readonly pause: number;
  readonly longestPause: number;
}

/** How an exchange went: an answer, a poor answer, no connection, or nothing that says anything about the replica. */
export type Verdict = 'good' | 'bad' | 'unreachable' | 'neutral';

export type BreakerState = 'closed' | 'soft' | 'hard';

export interface Breaker {
  readonly state: BreakerState;
  /** True when a request may be sent: closed, or the pause is over and no trial is under way. */
  allows(): boolean;
  /** Call it before sending; returns true for a trial. */
  begin(): boolean;
  end(verdict: Verdict, trial: boolean): void;
  /** Milliseconds until the next trial. */
  pauseLeft(): number;
  /** It is known to listen again: the next request may try. */
  endPause(): void;
}

export interface BreakerDeps {
  readonly now: () => number;
  /** From 0 to 1; spreads the trials of many gateways. */
  readonly random: () => number;
  readonly onChange: (state: BreakerState) => void;
}

export function createBreaker(policy: BreakerPolicy, deps: BreakerDeps): Breaker {
  let state: BreakerState = 'closed';
  let unreachable = 0;
  let bad = 0;
  let pause = policy.pause;
  let until = 0;
  let onTrial = false;

  const open = (next: 'soft' | 'hard'): void => {
    until = deps.now() + pause * (1 + deps.random() / 4);
    pause = Math.min(policy.longestPause, pause * 2);
    const changed = state !== next;
    state = next;
    if (changed) deps.onChange(next);
  };
  const close = (): void => {
    unreachable = 0;
    bad = 0;
    pause = policy.pause;
    if (state === 'closed') return;
    state = 'closed';
    deps.onChange('closed');
  };

  return {
    get state() {
      return state;
    },
    allows: () => state === 'closed' || (!onTrial && deps.now() >= until),
    begin() {
      if (state === 'closed' || onTrial || deps.now() < until) return false;
      onTrial = true;
      return true;
    },
    end(verdict, trial) {
      if (trial) onTrial = false;
      if (verdict === 'neutral') return;
      if (verdict === 'good') return close();
      unreachable = verdict === 'unreachable' ? unreachable + 1 : 0;
      bad += 1;
      // Calls that were under way when it opened end after it; only a trial may prolong the pause.
      if (state !== 'closed' && !trial) return;
      if (trial || unreachable >= policy.failures) return open(verdict === 'unreachable' ? 'hard' : 'soft');
      if (bad >= policy.failures) open('soft');
    },
    pauseLeft: () => (state === 'closed' ? 0 : Math.max(0, until - deps.now())),
    endPause() {
      until = 0;
    },
  };
}
