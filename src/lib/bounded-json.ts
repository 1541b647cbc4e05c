// JSON of strangers. The parser reads any depth without recursing, but writing a value and walking through it recurse: a few kilobytes
// of brackets would run whoever meets the value next out of stack. What is nested deeper than any real message is refused here.

import { isRawNumber, parseJson } from './json.ts';

const deepest = 500;

/** JSON that is no syntax error, and yet is not read. */
export class TooDeep extends SyntaxError {
  constructor(levels: number) {
    super(`the value is nested deeper than ${levels} levels`);
    this.name = 'TooDeep';
  }
}

/** `parseJson` for what others send. Throws SyntaxError, of the class `TooDeep` for what has too many levels. */
export function parseBoundedJson(text: string): unknown {
  const value = parse(text);
  // Each level takes an opening and a closing bracket.
  if (text.length >= 2 * deepest && isDeeperThan(value, deepest)) throw new TooDeep(deepest);
  return value;
}

/** Long numbers are kept by a reviver, which the parser calls in a recursion of its own. */
function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof RangeError ? new TooDeep(deepest) : error;
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return !isRawNumber(value);
  return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
