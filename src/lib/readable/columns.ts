// Which fields of a list of objects become the columns of a table, and whether a table suits the list at all. Ids, names and states
// come first; links and what is the same in each row give way to others; long texts, and what only few of the objects have, make no column.

import { rawOf } from '../json-span.ts';
import type { Cell } from './cells.ts';
import { holdsLink } from './clean-text.ts';
import { toInline } from './inline.ts';

export interface Columns {
  readonly shown: readonly string[];
  /** Fields that some objects have and that are no columns. */
  readonly leftOut: readonly string[];
  /** True when a field that is no column, or a poor one, is a long text. */
  readonly hasLongText: boolean;
}

const mostColumns = 8;
const mostLinks = 2;
const longestCell = 80;
const longestLink = 300;

interface Field {
  readonly path: string;
  readonly at: number;
  count: number;
  isPoor: boolean;
  isLong: boolean;
  isLink: boolean;
  /** As it is written in the first row. */
  readonly first: string;
  /** True as long as the others are the same. */
  isConstant: boolean;
}

/** `rows`: the cells of the first objects. */
export function chooseColumns(rows: readonly (readonly Cell[])[]): Columns {
  const fields = new Map<string, Field>();
  for (const row of rows) {
    for (const cell of row) {
      const field = fields.get(cell.path) ?? toField(cell, fields.size);
      fields.set(cell.path, field);
      if (cell.value.text[cell.value.start] !== 'n') field.count += 1;
      if (!field.isPoor) judge(field, cell);
    }
  }
  const all = [...fields.values()];
  const good = all.filter(({ isPoor, count }) => !isPoor && count * 2 >= rows.length);
  const best = good.length <= mostColumns ? sort(good, rankOf) : takeBest(good, rows.length);
  const paths = new Set(best.map(({ path }) => path));
  const leftOut = all.filter(({ path }) => !paths.has(path));
  return {
    shown: [...paths],
    leftOut: leftOut.map(({ path }) => path),
    hasLongText: leftOut.some(({ isLong }) => isLong),
  };
}

/** Where not all find a place, links and what tells no rows apart leave theirs to others. */
function takeBest(fields: readonly Field[], rows: number): readonly Field[] {
  const sorted = sort(fields, (field) => rankOf(field) + toHandicap(field, rows));
  const spare = sorted.filter(({ isLink }) => isLink).slice(mostLinks);
  return sorted.filter((field) => !spare.includes(field)).slice(0, mostColumns);
}

function toField({ path, value }: Cell, at: number): Field {
  const first = rawOf(value);
  return { path, at, count: 0, isPoor: false, isLong: false, isLink: false, first, isConstant: true };
}

function judge(field: Field, { kind, value }: Cell): void {
  field.isConstant &&= value.end - value.start === field.first.length && rawOf(value) === field.first;
  field.isLink ||= value.text.startsWith('"http', value.start);
  if (kind === 'deep') {
    field.isPoor = true;
    return;
  }
  // What is that short is short in a cell too.
  if (value.end - value.start <= longestCell / 2) return;
  const text = toInline(value, longestLink + 1);
  const isLink = holdsLink(text);
  // A pipe would end the cell, and a link must stay as it is.
  const isBroken = isLink && text.includes('|');
  field.isLong = text.length > (isLink && !text.includes(' ') ? longestLink : longestCell);
  field.isPoor = field.isLong || isBroken;
}

const ranks: readonly RegExp[] = [
  /^(?:id|_id|uuid|guid|key|code|number|sku|slug)$/i,
  /^(?:[a-z]+[_-]?)?(?:name|title|label|subject|summary)$/i,
  /^(?:status|state|type|kind|category|priority)$/i,
  /^[^.]*$/,
];

const certainRanks = 3;

function rankOf({ path }: Field): number {
  const rank = ranks.findIndex((pattern) => pattern.test(path));
  return rank < 0 ? ranks.length : rank;
}

function toHandicap(field: Field, rows: number): number {
  if (rankOf(field) < certainRanks) return 0;
  const { first, isLink, isConstant } = field;
  const isFlag = first === 'true' || first === 'false';
  return (isFlag ? 2 : 0) + (isLink ? 3 : 0) + (isConstant && rows > 2 ? 5 : 0);
}

function sort(fields: readonly Field[], rank: (field: Field) => number): readonly Field[] {
  return fields
    .map((field) => ({ field, rank: rank(field) }))
    .toSorted((one, other) => one.rank - other.rank || one.field.at - other.field.at)
    .map(({ field }) => field);
}
