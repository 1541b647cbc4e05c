// The lines of a text that may only grow so long. Whoever writes is told when a line does not fit; what was left out is noted in room
// that is kept for it.

export interface Page {
  /** False when there is no room: then nothing is added, and the page has no more room for lines. */
  add(line: string): boolean;
  /** What was left out of what stands above. */
  note(text: string): void;
  /** Characters that are left for lines. */
  room(): number;
  /** Runs what writes with no more than so many characters of the room. */
  within(most: number, write: () => void): void;
  /** True when a line found no room. */
  isFull(): boolean;
  /** Characters of the longest line, also of one that found no room. */
  longest(): number;
  hasNotes(): boolean;
  toText(): string;
}

/** `reserved`: room for notes. */
export function createPage(limit: number, reserved: number): Page {
  const lines: string[] = [];
  let used = 0;
  let full = Math.max(limit - reserved, 0);
  let isFull = false;
  let longest = 0;
  let hasNotes = false;

  const put = (line: string): void => {
    used += costOf(line);
    lines.push(line);
  };
  const costOf = (line: string): number => line.length + (lines.length === 0 ? 0 : 1);
  return {
    add: (line) => {
      longest = Math.max(longest, line.length);
      if (used + costOf(line) > full) {
        isFull = true;
        return false;
      }
      put(line);
      return true;
    },
    note: (text) => {
      hasNotes = true;
      if (used + costOf(text) <= limit) put(text);
    },
    room: () => Math.max(full - used - 1, 0),
    within: (most, write) => {
      const whole = full;
      full = Math.min(whole, used + most);
      write();
      full = whole;
    },
    isFull: () => isFull,
    longest: () => longest,
    hasNotes: () => hasNotes,
    toText: () => lines.join('\n'),
  };
}
