// A list as lines of a page: objects of a kind as a table, longer ones numbered with their fields below, short scalars in one line,
// all else as points. Rows are whole; those that find no room are counted.

import { itemsOf, kindOf, isContainer, type JsonSpan } from '../json-span.ts';
import { toCells, type Cell } from './cells.ts';
import { holdsLink } from './clean-text.ts';
import { chooseColumns, type Columns } from './columns.ts';
import { toInline } from './inline.ts';
import type { Page } from './page.ts';
import type { Style } from './style.ts';
import { toCellLines } from './cell-lines.ts';

const sampled = 50;
/** Of a list with no more objects, each is shown with all it has. */
const fewRows = 3;
/** Up to so many, long texts count more than the overview that a table gives. */
const someRows = 10;
const mostFields = 60;
const longestScalar = 40;

interface Rows {
  readonly items: readonly JsonSpan[];
  readonly count: number | undefined;
}

export function writeList(page: Page, list: JsonSpan, style: Style): void {
  // A row has a character at least.
  const { entries: items, count } = itemsOf(list, page.room() + 2);
  if (items.length === 0) page.add('(empty list)');
  else if (items.every((item) => kindOf(item) === 'object')) writeObjects(page, { items, count }, style);
  else if (items.some(isContainer)) writePoints(page, { items, count }, style);
  else writeScalars(page, { items, count }, style);
}

function writeObjects(page: Page, rows: Rows, style: Style): void {
  const samples = rows.items.slice(0, sampled).map((item) => cellsOf(item));
  const columns = chooseColumns(samples);
  if (!suitsTable(columns, rows.items.length, style)) return writeNumbered(page, rows, style);
  page.add(toRow(columns.shown));
  page.add(`|${' --- |'.repeat(columns.shown.length)}`);
  const cellsAt = (at: number, item: JsonSpan): readonly Cell[] => samples[at] ?? cellsOf(item);
  writeRows(page, rows, (item, at) => toTableRow(cellsAt(at, item), columns.shown));
  if (columns.leftOut.length > 0) page.note(toLeftOut(columns.leftOut));
}

function cellsOf(item: JsonSpan): readonly Cell[] {
  return toCells(item, { depth: 1, most: mostFields }).cells;
}

function suitsTable({ shown, leftOut, hasLongText }: Columns, count: number, { isComplete }: Style): boolean {
  if (count < 2 || shown.length < 2) return false;
  if (leftOut.length === 0) return true;
  if (isComplete || count <= fewRows) return false;
  return !hasLongText || count > someRows;
}

function toTableRow(cells: readonly Cell[], columns: readonly string[]): string {
  const byPath = new Map(cells.map((cell) => [cell.path, cell.value]));
  return toRow(
    columns.map((path) => {
      const value = byPath.get(path);
      return value === undefined ? '' : toCellText(value);
    }),
  );
}

function toCellText(value: JsonSpan): string {
  const text = toInline(value, 100);
  // Judged by the first rows, a later one may hold a longer link.
  return holdsLink(text) || text.endsWith('…') ? toInline(value, 400) : text;
}

function toRow(texts: readonly string[]): string {
  return `| ${texts.map((text) => (text.includes('|') ? text.replaceAll('|', '\\|') : text)).join(' | ')} |`;
}

function toLeftOut(paths: readonly string[]): string {
  const named = paths.slice(0, 12).join(', ');
  return paths.length > 12 ? `Fields left out: ${named} and ${paths.length - 12} more.` : `Fields left out: ${named}.`;
}

function writeNumbered(page: Page, rows: Rows, style: Style): void {
  writeRows(page, rows, (item, at) => {
    const lines = toCellLines(item, { longest: style.longest, depth: 2, most: mostFields });
    const mark = `${at + 1}. `;
    const indent = ' '.repeat(mark.length);
    return mark + lines.join('\n').replaceAll('\n', `\n${indent}`);
  });
}

function writePoints(page: Page, rows: Rows, { longest }: Style): void {
  writeRows(page, rows, (item) => `- ${toInline(item, longest)}`);
}

function writeScalars(page: Page, rows: Rows, style: Style): void {
  if (!rows.items.every(isShort)) return writePoints(page, rows, style);
  const texts: string[] = [];
  let room = page.room();
  for (const item of rows.items) {
    const text = toInline(item, longestScalar);
    room -= text.length + 2;
    if (room < 0) break;
    texts.push(text);
  }
  page.add(texts.join(', '));
  noteRest(page, rows, texts.length);
}

/** Without what would make it look like two, or a link run into a comma. */
function isShort({ text, start, end }: JsonSpan): boolean {
  return end - start <= longestScalar && !/[,\\]|:\/\//.test(text.slice(start, end));
}

/** Whole rows until there is no more room. */
function writeRows(page: Page, rows: Rows, toText: (item: JsonSpan, at: number) => string): void {
  let at = 0;
  for (const item of rows.items) {
    if (!page.add(toText(item, at))) break;
    at += 1;
  }
  noteRest(page, rows, at);
}

function noteRest(page: Page, { items, count }: Rows, shown: number): void {
  if (count === undefined) page.note(`… more than ${items.length - shown} more`);
  else if (shown < count) page.note(shown === 0 ? `… ${count} in all` : `… ${count - shown} more of ${count}`);
}
