// The only door to state. Four simple things that every engine (memory, SQLite, Redis) can do well: versioned values, a log beside
// each value, indexes ordered by a number, and leases. What they mean is up to the rooms below. One suite tests all engines.

/** A stored text and how often it was written. */
export interface Versioned {
  readonly value: string;
  /** 1 after the first write, one more with each. */
  readonly version: number;
}

export interface LogEntry {
  /** 1, 2, 3 … without gaps within one key. */
  readonly seq: number;
  readonly text: string;
}

/** An entry of an index. */
export interface Member {
  readonly index: string;
  readonly member: string;
  /** A finite number that the index is ordered by, e.g. milliseconds since 1970; entries of one score by the bytes of their member. */
  readonly score: number;
}

export interface Change {
  readonly key: string;
  /** The version that must stand at the moment; 0: there must be none. */
  readonly expected: number;
  readonly value: string;
  /** Milliseconds that the value, its log and the index entries put here are kept. Entries put before end at the time given then. */
  readonly ttl: number;
  /** Appended to the log of the key, in the same step as the value. */
  readonly append?: readonly string[];
  /** Index entries to set (an entry that is there gets the new score) and to remove; one that is in both lists is set. */
  readonly put?: readonly Member[];
  readonly remove?: readonly Pick<Member, 'index' | 'member'>[];
}

export interface Page {
  /** Entries that come before this one in the order asked for are skipped, and so is this one. */
  readonly after?: Pick<Member, 'member' | 'score'>;
  readonly limit: number;
  /** Only scores up to (and with) this one, resp. from this one on. */
  readonly max?: number;
  readonly min?: number;
}

export interface Store {
  /** Whether what is stored outlives the process. */
  readonly durable: boolean;
  /** Whether other processes see the same state. */
  readonly shared: boolean;
  /** Of a store that ends with its process: whether a new key would be taken now. */
  readonly hasRoom?: () => boolean;

  read(key: string): Promise<Versioned | undefined>;
  /** Writes value and log in one step, if the version is the expected one. False: somebody else was first, nothing was written. */
  commit(change: Change): Promise<boolean>;
  /** Removes value and log. The index entries given go too. */
  remove(key: string, members?: readonly Pick<Member, 'index' | 'member'>[]): Promise<void>;

  /** Entries of the log after `seq`, in order, at most `limit`. */
  readLog(key: string, seq: number, limit: number): Promise<readonly LogEntry[]>;
  /** Calls `wake` after each append to the key, by whichever process, soon and at least once, perhaps without need; returns how to stop. */
  watch(key: string, wake: () => void): () => void;

  /** Entries of an index from the highest score down. */
  newest(index: string, page: Page): Promise<readonly Member[]>;
  /** Entries of an index from the lowest score up. */
  oldest(index: string, page: Page): Promise<readonly Member[]>;
  /** How many entries an index has; does not grow dear with their number. */
  size(index: string): Promise<number>;
  /** Index entries without a value. */
  index(change: {
    readonly put?: readonly Member[];
    readonly remove?: readonly Pick<Member, 'index' | 'member'>[];
    readonly ttl: number;
  }): Promise<void>;

  /** True when `holder` has the lease now, for `ttl` milliseconds; the holder itself prolongs it so. */
  lease(name: string, holder: string, ttl: number): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;

  close(): Promise<void>;
}
