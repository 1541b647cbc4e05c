// Events of tasks for those who follow them. All followers of one task in this process share one reader of its log and the latest
// events; one who falls behind these reads the log itself. So a slow follower costs the others nothing, and nobody misses or gets
// an event twice: each goes by its own number through the same log.

import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import { readEvents, taskKey } from './record.ts';
import type { NumberedEvent } from './task.ts';

export interface FeedDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly onTrouble: (error: unknown) => void;
}

export interface Feeds {
  /** Reads the events after `after`, also those that are there already. */
  attach(taskId: string, after: number): Reader;
  /** All readers come to their end. */
  close(): void;
}

export interface Reader {
  /** The next event, as soon as there is one; undefined when the reader was detached. */
  next(): Promise<NumberedEvent | undefined>;
  detach(): void;
}

interface Feed {
  readonly taskId: string;
  readonly readers: Set<Wakeable>;
  /** The latest events, without gaps; the last one is `last`. */
  recent: readonly NumberedEvent[];
  last: number;
  state: 'idle' | 'reading' | 'reading, and woken since';
  unwatch: () => void;
}

interface Wakeable {
  wake(): void;
  detach(): void;
}

const keptEvents = 64;
const pageSize = 64;
const retryAfter = 1_000;

export function createFeeds({ store, clock, onTrouble }: FeedDeps): Feeds {
  const feeds = new Map<string, Feed>();

  const open = (taskId: string, after: number): Feed => {
    const feed: Feed = { taskId, readers: new Set(), recent: [], last: after, state: 'idle', unwatch: () => {} };
    feeds.set(taskId, feed);
    // Watched first, then read: what is written between the two is seen by one of them.
    feed.unwatch = store.watch(taskKey(taskId), () => read(feed));
    return feed;
  };

  const read = (feed: Feed): void => {
    if (feed.state !== 'idle') {
      feed.state = 'reading, and woken since';
      return;
    }
    feed.state = 'reading';
    readOn(feed).catch((error: unknown) => {
      feed.state = 'idle';
      onTrouble(error);
      clock.after(retryAfter, () => {
        if (feed.readers.size > 0) read(feed);
      });
    });
  };

  const readOn = async (feed: Feed): Promise<void> => {
    let isMore = true;
    while (isMore && feed.readers.size > 0) {
      feed.state = 'reading';
      // Pages follow each other.
      // oxlint-disable-next-line no-await-in-loop
      const events = await readEvents(store, feed.taskId, { after: feed.last, limit: pageSize });
      const last = events.at(-1);
      if (last !== undefined) {
        feed.recent = [...feed.recent, ...events].slice(-keptEvents);
        feed.last = last.seq;
        for (const reader of feed.readers) reader.wake();
      }
      // The state may have changed while the page was read.
      isMore = events.length === pageSize || (feed.state as Feed['state']) === 'reading, and woken since';
    }
    feed.state = 'idle';
  };

  return {
    attach: (taskId, after) => {
      const feed = feeds.get(taskId) ?? open(taskId, after);
      const reader = createReader(store, feed, after, () => {
        if (feed.readers.size > 0 || feeds.get(taskId) !== feed) return;
        feeds.delete(taskId);
        feed.unwatch();
      });
      read(feed);
      return reader;
    },
    close: () => {
      for (const feed of feeds.values()) for (const reader of feed.readers) reader.detach();
    },
  };
}

function createReader(store: Store, feed: Feed, after: number, onDetach: () => void): Reader {
  let cursor = after;
  /** What was read from the log after falling behind. */
  let behind: readonly NumberedEvent[] = [];
  let onWake: (() => void) | undefined;
  const wakeable: Wakeable = {
    wake: () => onWake?.(),
    detach: () => {
      if (!feed.readers.delete(wakeable)) return;
      onWake?.();
      onDetach();
    },
  };
  feed.readers.add(wakeable);
  const isAttached = (): boolean => feed.readers.has(wakeable);

  const find = async (): Promise<NumberedEvent | undefined> => {
    const first = feed.recent[0];
    if (first !== undefined && first.seq <= cursor + 1) return feed.recent[cursor + 1 - first.seq];
    if (behind[0]?.seq !== cursor + 1)
      behind = await readEvents(store, feed.taskId, { after: cursor, limit: pageSize });
    const [next, ...rest] = behind;
    behind = rest;
    return next;
  };

  return {
    next: async () => {
      // Each look at the feed follows a wait for it.
      /* oxlint-disable no-await-in-loop */
      while (isAttached()) {
        const event = cursor < feed.last ? await find() : undefined;
        if (event !== undefined) {
          cursor = event.seq;
          return isAttached() ? event : undefined;
        }
        if (isAttached() && cursor >= feed.last) await new Promise<void>((resolve) => (onWake = resolve));
        else if (isAttached()) wakeable.detach();
        onWake = undefined;
      }
      /* oxlint-enable no-await-in-loop */
      return undefined;
    },
    detach: wakeable.detach,
  };
}
