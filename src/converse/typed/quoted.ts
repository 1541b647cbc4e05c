// Quoted pieces of a typed text, in straight or typographic quotes: where they end, and what they say. Escapes are those of JSON.

/** What may close a quote, by what opens it. */
const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”“'],
  ['”', '”“'],
  ['„', '”“'],
  ['‘', '’‘'],
  ['’', '’‘'],
  ['‚', '’‘'],
]);

export function isQuote(character: string | undefined): boolean {
  return character !== undefined && closers.has(character);
}

/** True where a quote opens; one behind a letter or digit is an apostrophe. */
export function opensQuote(text: string, at: number): boolean {
  const character = text[at];
  if (!isQuote(character)) return false;
  return character === '"' || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

/** Index after the closing quote; undefined when there is none. */
export function endOfQuoted(text: string, start: number): number | undefined {
  const closing = closers.get(text[start] ?? '') ?? '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') at += 1;
    else if (closing.includes(character)) return at + 1;
  }
  return undefined;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['/', '/'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

/** The text inside the quotes. Throws SyntaxError for an escape that JSON does not know. */
export function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (whole, escape: string) => {
    if (escape.length === 5) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    const character = escapes.get(escape);
    if (character === undefined)
      throw new SyntaxError(`unknown escape ${whole} in a quoted value; write \\\\ for a backslash`);
    return character;
  });
}
