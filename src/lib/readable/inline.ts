// A value in one line: `sold`, `a, b`, `name: Ann, age: 5`. Names and values are kept as the service writes them, numbers digit by
// digit; what is too long or too deep is cut with `…`.

import { isContainer, itemsOf, kindOf, membersOf, rawOf, stringOf, type JsonSpan } from '../json-span.ts';
import { cutText, toOneLine } from './clean-text.ts';

const deepest = 3;
/** These say already what they are. */
const wrapped: ReadonlySet<string> = new Set(['{}', '[]', '{…}', '[…]']);
// Source of a string that becomes one line: white space in it shrinks, so some more than the line needs.
const sourceFor = (longest: number): number => longest * 2 + 64;

export function toInline(value: JsonSpan, longest: number, depth = 0): string {
  switch (kindOf(value)) {
    case 'string':
      return toStringLine(value, longest);
    case 'null':
      return 'none';
    case 'array':
      return depth >= deepest ? '[…]' : toItems(value, longest, depth);
    case 'object':
      return depth >= deepest ? '{…}' : toMembers(value, longest, depth);
    default:
      return cutText(rawOf(value), longest);
  }
}

function toStringLine(value: JsonSpan, longest: number): string {
  const taken = sourceFor(longest);
  const line = toOneLine(stringOf(value, taken));
  if (line === '') return '""';
  if (line.length > longest || value.end - value.start - 2 <= taken) return cutText(line, longest);
  // The last word of a source that was cut is half a word, or half a link.
  return cutText(`${line.slice(0, Math.max(line.lastIndexOf(' '), 0))} …`, longest);
}

function toItems(value: JsonSpan, longest: number, depth: number): string {
  const { entries, count } = itemsOf(value, longest);
  if (count === 0) return '[]';
  const isNested = entries.some(isContainer);
  const pieces = entries.values().map((entry) => (room: number) => wrap(entry, toInline(entry, room, depth + 1)));
  return join(pieces, isNested ? '; ' : ', ', longest);
}

function toMembers(value: JsonSpan, longest: number, depth: number): string {
  const { entries, count } = membersOf(value, longest);
  if (count === 0) return '{}';
  const pieces = entries.values().map(({ name, value: inner }) => (room: number) => {
    return `${toOneLine(name)}: ${wrap(inner, toInline(inner, room, depth + 1))}`;
  });
  return join(pieces, ', ', longest);
}

/** What holds several values, within another. */
export function wrap(value: JsonSpan, text: string): string {
  if (!isContainer(value) || wrapped.has(text)) return text;
  return kindOf(value) === 'object' ? `{ ${text} }` : `[${text}]`;
}

/** Whole pieces as long as there is room; the first that does not fit is cut, if anything of it can be told. */
function join(pieces: Iterable<(room: number) => string>, separator: string, longest: number): string {
  let line = '';
  for (const piece of pieces) {
    const before = line === '' ? '' : line + separator;
    const next = before + piece(Math.max(longest - before.length, 1));
    if (next.length > longest) return cutText(next, longest);
    line = next;
  }
  return line;
}
