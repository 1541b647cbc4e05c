// Checked JSON as a text for people and models: short objects as lines, lists as a table or a list, links and digits whole. It never
// has more characters than its limit: what does not fit is left out in whole rows and lines, and the text says so. Of a long JSON only
// so much is read as can be shown, and a part more to count what is not.

import { isContainer, itemsOf, kindOf, stringOf, toSpan, type JsonSpan } from '../json-span.ts';
import { toCellLine } from './cell-lines.ts';
import { toCells, type Cell } from './cells.ts';
import { cleanText, cutText } from './clean-text.ts';
import { toInline } from './inline.ts';
import { deepest } from './opening.ts';
import { createPage, type Page } from './page.ts';
import type { Style } from './style.ts';
import { writeList } from './write-list.ts';
import { writeSmall } from './write-small.ts';

export interface Readable {
  /** Most characters. */
  readonly limit: number;
  /** Where the rest is or how to get it: said when something was left out. */
  readonly rest?: string;
  /** True when the text stands alone: as long as all fields find room, none is left out. */
  readonly isAlone?: boolean;
}

/** What is not shown is counted up to here. */
const horizon = 1_000_000;
const notesRoom = 120;
/** Longest text of a field where not all can be shown. */
const shortened = 300;
const mostCells = 400;

export function toReadable(json: string, options: Readable): string {
  const { limit, rest } = options;
  const room = limit - toRest(limit, rest).length;
  return writeSmall(json, room - reservedOf(room)) ?? writeAny(json, options);
}

/** A text so short is better filled with what was asked for. */
function toRest(limit: number, words = ''): string {
  return words.length < limit / 2 ? words : '';
}

/** Any JSON, also what would be written faster. */
export function writeAny(json: string, { limit, rest: words, isAlone = false }: Readable): string {
  const rest = toRest(limit, words);
  const root = toSpan(json, horizon);
  if (!isContainer(root)) return cutText(toScalar(root, { limit, rest }), limit);
  const whole = write(root, limit - rest.length, { longest: limit, isComplete: isAlone, shares: false });
  const page = whole.isFull() ? shorten(whole, root, limit - rest.length) : whole;
  // Everything found room at once, or something was shortened.
  const isLess = page !== whole || page.hasNotes();
  return cutText(isLess && rest !== '' ? `${page.toText()}\n${rest}` : page.toText(), limit);
}

/** What does not fit as a whole is shown with less of the long texts, so much less that all fields have a place, if possible. */
function shorten(whole: Page, root: JsonSpan, limit: number): Page {
  for (const share of whole.longest() > shortened ? [0.8, 0.25] : []) {
    const page = write(root, limit, { longest: Math.ceil(limit * share), isComplete: false, shares: false });
    if (!page.isFull()) return page;
  }
  return write(root, limit, { longest: shortened, isComplete: false, shares: true });
}

function write(root: JsonSpan, limit: number, style: Style): Page {
  const page = createPage(limit, reservedOf(limit));
  if (kindOf(root) === 'array') writeList(page, root, style);
  else writeObject(page, root, style);
  return page;
}

/** Room for notes. */
function reservedOf(limit: number): number {
  return Math.min(notesRoom, Math.floor(limit / 4));
}

function toScalar(root: JsonSpan, { limit, rest }: { readonly limit: number; readonly rest: string }): string {
  if (kindOf(root) !== 'string') return toInline(root, limit);
  const text = cleanText(stringOf(root, limit * 2 + 64));
  if (text.length <= limit) return text === '' ? '""' : text;
  const note = rest === '' ? '' : `\n${rest}`;
  return note.length > limit / 2 ? cutText(text, limit) : cutText(text, limit - note.length) + note;
}

function writeObject(page: Page, object: JsonSpan, style: Style): void {
  const { cells, isWhole } = toCells(object, { depth: deepest, most: mostCells });
  const lists = cells.filter(isSection);
  const others = cells.filter((cell) => !isSection(cell));
  if (cells.length === 0) page.add('{}');
  writeHead(page, others, { style, isWrapper: isWrapper(lists, others) });
  if (!isWhole) page.note('… more fields');
  for (const [at, list] of lists.entries()) {
    const share = style.shares ? Math.ceil(page.room() / (lists.length - at)) : page.room();
    page.within(share, () => writeSection(page, list, style));
  }
}

function writeHead(
  page: Page,
  cells: readonly Cell[],
  { style, isWrapper: isOneLine }: { readonly style: Style; readonly isWrapper: boolean },
): void {
  const lines = cells.map((cell) => toCellLine(cell, style.longest));
  if (isOneLine) {
    page.add(lines.join(' · '));
    return;
  }
  const shown = lines.findIndex((line) => !page.add(line));
  if (shown >= 0) page.note(`… ${lines.length - shown} more of ${lines.length} fields`);
}

function writeSection(page: Page, { path, value }: Cell, style: Style): void {
  const { count } = itemsOf(value, 0);
  if (page.add(`${path}${count === undefined ? '' : ` (${count})`}:`)) writeList(page, value, style);
  else page.note(`… ${path}${count === undefined ? '' : ` (${count})`}`);
}

function isSection({ kind, value }: Cell): boolean {
  return kind === 'deep' && kindOf(value) === 'array';
}

const pagingWords =
  /^(?:total|count|page|per_?page|page_?size|limit|offset|size|number|start|end|next|prev(?:ious)?|first|last|cursor|has_?more|more|took|ok|success|status|object|url|kind|results)$/i;
const shortHead = 60;

/** A list with what is told about it, such as its total: that is one line. */
function isWrapper(lists: readonly Cell[], others: readonly Cell[]): boolean {
  if (lists.length !== 1 || others.length < 2 || others.length > 6) return false;
  return others.every(
    ({ path, kind, value }) =>
      kind === 'scalar' && value.end - value.start <= shortHead * 4 && pagingWords.test(lastWord(path)),
  );
}

/** `nextPageToken` and `page.totalElements` are about paging like `next` and `total`. */
function lastWord(path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return /^(?:total|next|prev|previous|page|has)(?=[A-Z_])/.exec(name)?.[0] ?? name;
}
