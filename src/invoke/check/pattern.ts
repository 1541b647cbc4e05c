// A `pattern` of a document becomes something with `test`. Documents come from strangers and there is one thread, so a pattern that
// could backtrack for long runs in an engine of linear time. What that engine refuses (look-around, back-references) and what is no
// regular expression at all is not checked: one pattern never removes a skill and never hangs a call.

import { RE2JS } from 're2js';

export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** The engine of linear time is still slow on very long texts; those are left to the service. */
const longestText = 65_536;
/** Ways that a native match may try per position. */
const mostWays = 300;

export function compilePattern(source: string, onUnchecked: (source: string) => void): Pattern {
  const test = (isCheap(source) ? compileNative(source) : undefined) ?? compileLinear(source);
  if (test === undefined) onUnchecked(source);
  return {
    test: test === undefined ? () => true : (text) => text.length > longestText || test(text),
    toString: () => `/${source}/`,
  };
}

// The `u` flag is what JSON Schema asks for; documents also hold escapes such as `\@`, which only the plain flavour allows.
function compileNative(source: string): ((text: string) => boolean) | undefined {
  for (const flags of ['u', '']) {
    try {
      const expression = new RegExp(source, flags);
      return (text) => expression.test(text);
    } catch {
      continue;
    }
  }
  return undefined;
}

function compileLinear(source: string): ((text: string) => boolean) | undefined {
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(source));
    return (text) => expression.test(text);
  } catch {
    return undefined;
  }
}

const token = /\\(?:[^])|\[(?:\\[^]|[^\]\\])*\]|\((?:\?[:=!<][^)]?)?|[)|*+?]|\{\d+(?:,\d*)?\}|[^]/g;

/**
 * True when a native match cannot take long: nothing repeats without a bound, no group repeats, and the choices multiply to few.
 * Everything else is true of patterns such as `^[a-z]{3,10}$` or `^(red|blue)$`.
 */
export function isCheap(source: string): boolean {
  let ways = 1;
  let last = '';
  for (const [piece] of source.matchAll(token)) {
    const quantifier = piece === '*' || piece === '+' || piece === '?' || (piece.length > 2 && piece.startsWith('{'));
    const lazy = piece === '?' && (last === '*' || last === '+' || last === '?' || last.startsWith('{'));
    if (quantifier && !lazy) {
      const spread = spreadOf(piece);
      if (!Number.isFinite(spread) || (last === ')' && piece !== '?')) return false;
      ways *= spread;
    }
    if (piece === '|') ways *= 2;
    if (ways > mostWays) return false;
    last = piece;
  }
  return true;
}

/** How many lengths the quantifier allows. */
function spreadOf(quantifier: string): number {
  if (quantifier === '?') return 2;
  const counts = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier);
  if (counts === null || (counts[2] === ',' && counts[3] === '')) return Number.POSITIVE_INFINITY;
  return counts[2] === '' ? 1 : Number(counts[3]) - Number(counts[1]) + 1;
}
