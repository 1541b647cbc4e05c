// JSON that is too long, cut to a shorter JSON of the same shape: lists lose their last items, objects what is too long of its own.
// What is left stands as the service wrote it. Only a single value, which has no items, stays as long as it is.

import { isContainer, itemsOf, kindOf, membersOf, rawOf, toSpan, type JsonSpan } from '../json-span.ts';

export interface CutData {
  readonly json: string;
  /** Lists that lost items. The path of the answer itself is empty. */
  readonly lists: readonly CutList[];
  /** Paths of fields that were left out. */
  readonly leftOut: readonly string[];
}

export interface CutList {
  readonly path: string;
  readonly shown: number;
  readonly count: number;
}

/** Undefined when it is short enough, or has nothing to cut. */
export function cutData(json: string, limit: number): CutData | undefined {
  const root = toSpan(json);
  if (json.length <= limit || !isContainer(root)) return undefined;
  const cut: Cutting = { lists: [], leftOut: [] };
  return { json: shorten(root, { path: '', room: limit, depth: 0 }, cut), ...cut };
}

interface Cutting {
  readonly lists: CutList[];
  readonly leftOut: string[];
}

interface Place {
  readonly path: string;
  readonly room: number;
  readonly depth: number;
}

/** Below this nothing is cut: it fits, or is left out. */
const deepest = 16;

function shorten(value: JsonSpan, place: Place, cut: Cutting): string {
  return kindOf(value) === 'array' ? shortenList(value, place, cut) : shortenObject(value, place, cut);
}

const brackets = 2;

function shortenList(list: JsonSpan, { path, room, depth }: Place, cut: Cutting): string {
  const { entries, count = entries.length } = itemsOf(list);
  const items: string[] = [];
  let left = room - brackets;
  for (const item of entries) {
    const size = item.end - item.start + 1;
    if (size > left) break;
    items.push(rawOf(item));
    left -= size;
  }
  const [first] = entries;
  // One item that is too long is shown in part: nothing at all would say less.
  if (items.length === 0 && first !== undefined && mayShorten(first, left, depth))
    items.push(shorten(first, { path, room: left, depth: depth + 1 }, cut));
  if (items.length < count) cut.lists.push({ path, shown: items.length, count });
  return `[${items.join(',')}]`;
}

/** Less room than that is not worth another level. */
const smallest = 16;

function mayShorten(value: JsonSpan, room: number, depth: number): boolean {
  return isContainer(value) && room >= smallest && depth < deepest;
}

function shortenObject(object: JsonSpan, { path, room, depth }: Place, cut: Cutting): string {
  const members = membersOf(object).entries.map((member, at) => {
    const head = `${rawOf(member.key)}:`;
    return { ...member, at, head, size: head.length + member.value.end - member.value.start + 1 };
  });
  let left = room - brackets;
  const written: { readonly at: number; readonly text: string }[] = [];
  // The short ones first: what they leave is shared by the long ones.
  const bySize = members.toSorted((one, other) => one.size - other.size);
  for (const [at, member] of bySize.entries()) {
    const share = Math.floor(left / (bySize.length - at));
    const inner = path === '' ? member.name : `${path}.${member.name}`;
    const space = share - member.head.length - 1;
    const isShort = member.size <= share;
    if (!isShort && !mayShorten(member.value, space, depth)) {
      cut.leftOut.push(inner);
      continue;
    }
    const text = isShort
      ? rawOf(member.value)
      : shorten(member.value, { path: inner, room: space, depth: depth + 1 }, cut);
    written.push({ at: member.at, text: member.head + text });
    left -= member.head.length + text.length + 1;
  }
  written.sort((one, other) => one.at - other.at);
  return `{${written.map(({ text }) => text).join(',')}}`;
}
