// What the memory store keeps, and what keeping it costs.

/** What takes room until its time is over. */
export type Kept = Entry | Group | Lease;

interface Limited {
  /** Tells two of one time apart. */
  readonly id: number;
  /** Milliseconds since 1970. */
  expires: number;
  bytes: number;
}

/** A value and its log. */
export interface Entry extends Limited {
  readonly kind: 'entry';
  readonly key: string;
  value: string;
  version: number;
  readonly log: string[];
}

/** Entries of indexes that were put in one step, and end together. */
export interface Group extends Limited {
  readonly kind: 'group';
  placed: readonly Placed[];
  /** How many of them are still in their place. */
  left: number;
}

/** An entry of an index. */
export interface Placed {
  readonly index: string;
  readonly member: string;
  readonly score: number;
  readonly group: Group;
  readonly bytes: number;
}

export interface Lease extends Limited {
  readonly kind: 'lease';
  readonly name: string;
  readonly holder: string;
}

// Beside them count the bytes of texts; names are ASCII, one byte for each character. Measured with Node 24: the objects, map slots and list slots around the texts.
export const costs = { entry: 220, logEntry: 40, index: 150, group: 150, placed: 110, lease: 160 };
