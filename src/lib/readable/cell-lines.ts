// The fields of an object as lines: `name: value`. The further lines of a long text are indented, so that no line of a text looks like
// a field.

import { isContainer, kindOf, stringOf, type JsonSpan } from '../json-span.ts';
import { toCells, type Cell, type Opening } from './cells.ts';
import { cleanText, cutText } from './clean-text.ts';
import { toInline, wrap } from './inline.ts';

export interface LineOptions extends Opening {
  readonly longest: number;
}

/** Longest line for what is deeper than its fields are opened. */
const longestDeep = 240;

export function toCellLines(object: JsonSpan, options: LineOptions): readonly string[] {
  const { cells, isWhole } = toCells(object, options);
  if (cells.length === 0) return ['{}'];
  const lines = cells.map((cell) => toCellLine(cell, options.longest));
  return isWhole ? lines : [...lines, '…'];
}

export function toCellLine({ path, value, kind }: Cell, longest: number): string {
  if (isContainer(value)) {
    const text = toInline(value, kind === 'deep' ? Math.min(longest, longestDeep) : longest);
    return `${path}: ${kindOf(value) === 'object' ? wrap(value, text) : text}`;
  }
  return `${path}: ${kindOf(value) === 'string' ? toTextLines(value, longest) : toInline(value, longest)}`;
}

function toTextLines(value: JsonSpan, longest: number): string {
  if (value.end - value.start - 2 > longest * 2 + 64) return toInline(value, longest);
  const text = cleanText(stringOf(value)).trim();
  if (!text.includes('\n')) return toInline(value, longest);
  return cutText(text, longest).replaceAll('\n', '\n  ');
}
