// How much of a value is shown in one attempt to bring it on a page.

export interface Style {
  /** Longest text of a field, in characters. */
  readonly longest: number;
  /** True: no field is left out of a table. */
  readonly isComplete: boolean;
  /** True: several lists share the room. */
  readonly shares: boolean;
}
