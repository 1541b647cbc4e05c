// Coarse timers for deadlines: one interval for all calls in place of a timer, or an AbortSignal.any, for each (which cost a
// third to more than double of a call's CPU). A timer never fires early, and at most about one tick late. The interval runs only
// while timers are set; it keeps the process alive that long, because behind each timer a call waits.

/** Where time comes from; tests give their own. */
export interface Ticker {
  /** Milliseconds from any start, never going back. */
  now(): number;
  /** Calls `tick` about every `ms`; returns how to stop it. */
  every(ms: number, tick: () => void): () => void;
}

export interface Timer {
  readonly due: number;
  /** Undefined once it has fired or was cancelled. */
  run: (() => void) | undefined;
  // Neighbours in its slot, which is a ring. Unlike a Set, of which each growth leaves a dead table that holds on to the timers of its
  // time and with them to whole calls, a ring leaves nothing behind.
  next: Timer | undefined;
  previous: Timer | undefined;
}

export interface TimerWheel {
  now(): number;
  after(ms: number, run: () => void): Timer;
  cancel(timer: Timer): void;
  /** How many timers are set. */
  size(): number;
  /** Drops all timers. */
  close(): void;
}

export interface TimerWheelOptions {
  /** Milliseconds. */
  readonly tick?: number;
  readonly ticker?: Ticker;
}

const slotCount = 512;

export const systemTicker: Ticker = {
  now: () => performance.now(),
  every: (ms, tick) => {
    const interval = setInterval(tick, ms);
    return () => clearInterval(interval);
  },
};

export function createTimerWheel(options: TimerWheelOptions = {}): TimerWheel {
  const { tick = 50, ticker = systemTicker } = options;
  const slots = Array.from({ length: slotCount }, createSlot);
  let current = 0;
  let size = 0;
  let stop: (() => void) | undefined;

  const slotOf = (time: number): Timer => slots[time % slotCount] as Timer; // the index is always in range

  const cancel = (timer: Timer): void => {
    if (timer.run === undefined) return;
    unlink(timer);
    size -= 1;
  };

  const isEmpty = (): boolean => size === 0;

  const turn = (): void => {
    const reached = Math.floor(ticker.now() / tick);
    while (current < reached && !isEmpty()) {
      current += 1;
      for (const timer of listDue(slotOf(current), current)) {
        // What fired before it may have cancelled it.
        const { run } = timer;
        cancel(timer);
        run?.();
      }
    }
    if (!isEmpty()) return;
    stop?.();
    stop = undefined;
  };

  return {
    now: () => ticker.now(),
    after(ms, run) {
      const now = ticker.now();
      if (stop === undefined) {
        current = Math.floor(now / tick);
        stop = ticker.every(tick, turn);
      }
      const due = Math.max(current + 1, Math.ceil((now + ms) / tick));
      const timer: Timer = { due, run, next: undefined, previous: undefined };
      link(timer, slotOf(due));
      size += 1;
      return timer;
    },
    cancel,
    size: () => size,
    close() {
      for (const slot of slots) for (const timer of listDue(slot, Infinity)) cancel(timer);
      stop?.();
      stop = undefined;
    },
  };
}

/** The ring of a slot begins and ends with a timer that is never due. */
function createSlot(): Timer {
  const slot: Timer = { due: Infinity, run: undefined, next: undefined, previous: undefined };
  slot.next = slot;
  slot.previous = slot;
  return slot;
}

function link(timer: Timer, slot: Timer): void {
  const last = slot.previous ?? slot;
  timer.next = slot;
  timer.previous = last;
  last.next = timer;
  slot.previous = timer;
}

function unlink(timer: Timer): void {
  const { next, previous } = timer;
  if (previous !== undefined) previous.next = next;
  if (next !== undefined) next.previous = previous;
  timer.next = undefined;
  timer.previous = undefined;
  timer.run = undefined;
}

function listDue(slot: Timer, now: number): readonly Timer[] {
  const due: Timer[] = [];
  for (let timer = slot.next; timer !== undefined && timer !== slot; timer = timer.next) {
    if (timer.due <= now) due.push(timer);
  }
  return due;
}
