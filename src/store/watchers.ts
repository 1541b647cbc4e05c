// Who waits for which key, within this process. A watcher is woken soon after the append, never within it: it reads the store
// again, and must not find itself inside somebody else's write.

export interface Watchers {
  add(key: string, wake: () => void): () => void;
  wake(key: string): void;
  /** When appends may have been missed. */
  wakeAll(): void;
}

export interface WatchersOptions {
  /** Called when a key gets its first watcher, and when its last one is gone. */
  readonly onFirst?: (key: string) => void;
  readonly onLast?: (key: string) => void;
}

interface Watcher {
  readonly wake: () => void;
}

export function createWatchers({ onFirst, onLast }: WatchersOptions = {}): Watchers {
  const byKey = new Map<string, Set<Watcher>>();

  const wake = (key: string): void => {
    const watching = byKey.get(key);
    if (watching === undefined) return;
    queueMicrotask(() => {
      // Who stops watching in the meantime is in the set no more; who starts has read nothing yet.
      for (const watcher of watching) watcher.wake();
    });
  };

  return {
    add(key, wake) {
      const watcher: Watcher = { wake };
      let watching = byKey.get(key);
      if (watching === undefined) {
        watching = new Set();
        byKey.set(key, watching);
        onFirst?.(key);
      }
      watching.add(watcher);
      return () => {
        const current = byKey.get(key);
        if (current?.delete(watcher) !== true || current.size > 0) return;
        byKey.delete(key);
        onLast?.(key);
      };
    },
    wake,
    wakeAll() {
      for (const key of byKey.keys()) wake(key);
    },
  };
}
