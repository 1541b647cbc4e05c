// State in this process's memory, gone with it. Bounded: what is over its time goes first, and when that does not make room new
// keys are refused with `overloaded`; what is there already can still be written, so that work under way comes to its end.

import { GatewayError } from '../errors.ts';
import { costs, type Entry, type Kept, type Lease } from './memory-kept.ts';
import { createPlacements } from './memory-placements.ts';
import { SortedList } from './sorted-list.ts';
import type { Change, Store } from './store.ts';
import { createWatchers } from './watchers.ts';

export interface MemoryLimits {
  /** Keys with a value. */
  readonly maxEntries: number;
  /** Bytes of all texts as UTF-8, with what keeping them costs, about. */
  readonly maxBytes: number;
}

export interface MemoryStoreOptions {
  /** Milliseconds since 1970. */
  readonly clock: { now(): number };
  readonly limits?: Partial<MemoryLimits>;
}

const memoryLimits: MemoryLimits = { maxEntries: 100_000, maxBytes: 256 * 1024 ** 2 };

export function createMemoryStore({ clock, limits }: MemoryStoreOptions): Store {
  const { maxEntries, maxBytes } = { ...memoryLimits, ...limits };
  const entries = new Map<string, Entry>();
  const leases = new Map<string, Lease>();
  const byExpiry = new SortedList<Kept>((left, right) => left.expires - right.expires || left.id - right.id);
  const watchers = createWatchers();
  let lastId = 0;
  let bytes = 0;
  let closed = false;

  const keep = (kept: Kept): void => {
    byExpiry.add(kept);
    bytes += kept.bytes;
  };

  const forget = (kept: Kept): void => {
    byExpiry.remove(kept);
    bytes -= kept.bytes;
  };

  const dropEntry = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    forget(entry);
  };

  const dropLease = (name: string): void => {
    const lease = leases.get(name);
    if (lease === undefined) return;
    leases.delete(name);
    forget(lease);
  };

  const placements = createPlacements({
    nextId: () => (lastId += 1),
    keep,
    forget,
    weigh: (more) => {
      bytes += more;
    },
  });

  const drop = (kept: Kept): void => {
    switch (kept.kind) {
      case 'entry':
        return dropEntry(kept.key);
      case 'group':
        return placements.end(kept);
      case 'lease':
        return dropLease(kept.name);
    }
  };

  /** The time, after all that is over at it was removed. */
  const open = (): number => {
    if (closed) throw new GatewayError('store_unavailable', 'The store is closed.');
    const now = clock.now();
    for (let kept = byExpiry.first(); kept !== undefined && kept.expires <= now; kept = byExpiry.first()) drop(kept);
    return now;
  };

  const isFull = (): boolean => entries.size >= maxEntries || bytes >= maxBytes;

  const create = (key: string): Entry => {
    if (isFull()) {
      throw new GatewayError(
        'overloaded',
        'The gateway keeps as many tasks as its memory store may hold; try again later.',
        {
          detail: `memory store: ${entries.size} of ${maxEntries} keys, ${bytes} of ${maxBytes} bytes`,
        },
      );
    }
    const entry: Entry = {
      kind: 'entry',
      id: (lastId += 1),
      key,
      value: '',
      version: 0,
      log: [],
      expires: 0,
      bytes: costs.entry + key.length,
    };
    entries.set(key, entry);
    return entry;
  };

  const write = (entry: Entry, { value, append = [] }: Change, expires: number): void => {
    if (entry.version > 0) forget(entry);
    entry.bytes += Buffer.byteLength(value) - (entry.version === 0 ? 0 : Buffer.byteLength(entry.value));
    entry.value = value;
    entry.version += 1;
    entry.expires = expires;
    for (const text of append) {
      entry.log.push(text);
      entry.bytes += costs.logEntry + Buffer.byteLength(text);
    }
    keep(entry);
  };

  return {
    durable: false,
    shared: false,
    hasRoom() {
      open();
      return !isFull();
    },

    async read(key) {
      open();
      const entry = entries.get(key);
      return entry && { value: entry.value, version: entry.version };
    },
    async commit(change) {
      const now = open();
      const there = entries.get(change.key);
      if ((there?.version ?? 0) !== change.expected) return false;
      const expires = now + change.ttl;
      write(there ?? create(change.key), change, expires);
      for (const member of change.remove ?? []) placements.displace(member);
      placements.put(change.put ?? [], expires);
      if (change.append !== undefined && change.append.length > 0) watchers.wake(change.key);
      return true;
    },
    async remove(key, members = []) {
      open();
      dropEntry(key);
      for (const member of members) placements.displace(member);
    },

    async readLog(key, seq, limit) {
      open();
      const texts = entries.get(key)?.log.slice(seq, seq + limit) ?? [];
      return texts.map((text, at) => ({ seq: seq + at + 1, text }));
    },
    watch: (key, wake) => watchers.add(key, wake),

    async newest(index, page) {
      open();
      return placements.find(index)?.newest(page) ?? [];
    },
    async oldest(index, page) {
      open();
      return placements.find(index)?.oldest(page) ?? [];
    },
    async size(index) {
      open();
      return placements.find(index)?.size ?? 0;
    },
    async index({ put = [], remove = [], ttl }) {
      const expires = open() + ttl;
      for (const member of remove) placements.displace(member);
      placements.put(put, expires);
    },

    async lease(name, holder, ttl) {
      const now = open();
      const current = leases.get(name);
      if (current !== undefined && current.holder !== holder) return false;
      dropLease(name);
      const bytes = costs.lease + name.length;
      const lease: Lease = { kind: 'lease', id: (lastId += 1), name, holder, expires: now + ttl, bytes };
      leases.set(name, lease);
      keep(lease);
      return true;
    },
    async release(name, holder) {
      open();
      if (leases.get(name)?.holder === holder) dropLease(name);
    },

    async close() {
      closed = true;
    },
  };
}
