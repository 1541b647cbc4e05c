// What of a JSON answer a caller wants to see: `id,name,owner.email`. The value is cut out of the text as it stands, so digits and order
// stay. Lists need no index: `items.id` is the id of each item. In an answer that wraps a list (`{"items": […], "total": 40}`) the
// fields may be those of its items. Names that nothing has are told, and change nothing.

import { isContainer, itemsOf, kindOf, membersOf, rawOf, toSpan, type JsonMember, type JsonSpan } from './json-span.ts';

export type Fields = readonly string[];

export interface Selection {
  /** Valid JSON. */
  readonly json: string;
  /** Those of the fields that are nowhere in the answer. */
  readonly unknown: Fields;
}

const mostFields = 100;
const longestField = 200;

/** From `"id,owner.name"` or `["id", "owner.name"]`; undefined for what is no such thing, or empty. */
export function parseFields(value: unknown): Fields | undefined {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (texts.length > mostFields || !texts.every((text) => typeof text === 'string')) return undefined;
  const fields = texts.flatMap((text) => text.split(',')).map(toField);
  if (fields.length === 0 || fields.length > mostFields || !fields.every(isField)) return undefined;
  return [...new Set(fields)];
}

/** `items[].id` and `items.*.id` mean `items.id`. */
function toField(text: string): string {
  return text.trim().replaceAll('[]', '').replaceAll('.*', '');
}

function isField(field: string): boolean {
  return field !== '' && field.length <= longestField;
}

/** `json`: checked. */
export function selectFields(json: string, fields: Fields): Selection {
  const found = new Set<string>();
  const search: Search = { found, objects: 0 };
  const selected = selectRoot(toSpan(json), fields.map(toWanted), search);
  // Without an object there is nothing that could lack a field.
  const unknown = search.objects === 0 ? [] : fields.filter((field) => !found.has(field));
  return { json: found.size === 0 ? json : selected, unknown };
}

interface Wanted {
  readonly field: string;
  /** What of it is still to be found below. */
  readonly rest: string;
}

interface Search {
  readonly found: Set<string>;
  objects: number;
}

function toWanted(field: string): Wanted {
  return { field, rest: field };
}

function selectRoot(root: JsonSpan, wanted: readonly Wanted[], search: Search): string {
  if (kindOf(root) !== 'object') return select(root, wanted, search);
  const { entries } = membersOf(root);
  const own = wanted.filter(({ rest }) => entries.some(({ name }) => startsWith(rest, name)));
  if (own.length === wanted.length) return select(root, wanted, search);
  const others = wanted.filter((field) => !own.includes(field));
  search.objects += 1;
  return toObject(entries, ({ name, value }) => {
    const below = wantedBelow(own, name);
    if (below.length > 0) return selectMember(value, below, search);
    const isList = hasObjects(value, wrapperDepth);
    if (isList) return selectItems(value, others, { search, depth: wrapperDepth });
    // What a wrapper says about its list stays, unless the caller names what of it is wanted.
    return own.length === 0 ? rawOf(value) : undefined;
  });
}

/** `{"data": {"items": […]}}` wraps a list too. */
const wrapperDepth = 1;

function hasObjects(value: JsonSpan, depth: number): boolean {
  if (kindOf(value) === 'array') return itemsOf(value, 1).entries.some((item) => kindOf(item) === 'object');
  return depth > 0 && membersOf(value).entries.some((member) => hasObjects(member.value, depth - 1));
}

interface Below {
  readonly search: Search;
  readonly depth: number;
}

function selectItems(value: JsonSpan, wanted: readonly Wanted[], { search, depth }: Below): string {
  if (kindOf(value) === 'array') return select(value, wanted, search);
  return toObject(membersOf(value).entries, (member) =>
    hasObjects(member.value, depth - 1)
      ? selectItems(member.value, wanted, { search, depth: depth - 1 })
      : rawOf(member.value),
  );
}

/** Lists in lists have no fields below this. */
const deepestList = 16;

function select(value: JsonSpan, wanted: readonly Wanted[], search: Search, depth = 0): string {
  switch (kindOf(value)) {
    case 'array':
      if (depth >= deepestList) return rawOf(value);
      return `[${itemsOf(value)
        .entries.map((item) => select(item, wanted, search, depth + 1))
        .join(',')}]`;
    case 'object':
      search.objects += 1;
      return toObject(membersOf(value).entries, (member) => {
        const below = wantedBelow(wanted, member.name);
        return below.length === 0 ? undefined : selectMember(member.value, below, search);
      });
    default:
      return rawOf(value);
  }
}

/** `below`: what is wanted of the value; an empty rest wants all of it. */
function selectMember(value: JsonSpan, below: readonly Wanted[], search: Search): string | undefined {
  const whole = below.filter(({ rest }) => rest === '');
  for (const { field } of whole) search.found.add(field);
  if (whole.length > 0) return rawOf(value);
  if (isContainer(value)) return select(value, below, search);
  // An owner that is `null` has no name, and that is the answer.
  return kindOf(value) === 'null' ? 'null' : undefined;
}

function wantedBelow(wanted: readonly Wanted[], name: string): readonly Wanted[] {
  const below: Wanted[] = [];
  for (const { field, rest } of wanted) {
    if (rest === name) below.push({ field, rest: '' });
    else if (startsWith(rest, name)) below.push({ field, rest: rest.slice(name.length + 1) });
  }
  return below;
}

/** Names with a dot in them are names too. */
function startsWith(rest: string, name: string): boolean {
  return rest.startsWith(name) && (rest.length === name.length || rest[name.length] === '.');
}

function toObject(members: readonly JsonMember[], write: (member: JsonMember) => string | undefined): string {
  const written: string[] = [];
  for (const member of members) {
    const value = write(member);
    if (value !== undefined) written.push(`${rawOf(member.key)}:${value}`);
  }
  return `{${written.join(',')}}`;
}
