// By what words an argument is called: its name (`petId`: "pet id", "pet"), the noun of the path before it (`/users/{username}`:
// "user"), and for what many APIs have, the words that people use ("first 5", "since March 3 2026").

import { stopWords } from '../../catalog/search/vocabulary.ts';
import { splitWords, toTerm, toTerms } from '../../catalog/search/words.ts';

/** What many APIs have under many names. */
export type Role =
  | 'limit'
  | 'page'
  | 'offset'
  | 'query'
  | 'sort'
  | 'direction'
  | 'name'
  | 'from'
  | 'until'
  | 'owner'
  | 'technical';

const roles: readonly (readonly [Role, RegExp])[] = [
  [
    'technical',
    /^(?:(?:\w+_)?fields|fields_\w+|expand|include|embed|select|format|accept|cursor|page_?token|next_?token|continuation.*|pretty|callback|locale|lang|language|timezone|version|api_?version|etag|if-.*|x-.*)$/i,
  ],
  ['technical', /^(?:starting|ending)_?(?:after|before)$/i],
  [
    'limit',
    /^(?:limit|per_?page|page_?size|page_?limit|max_?results|max_?items|top|first|count|size|num_?results|max_?count|take|results?_?per_?page)$/i,
  ],
  ['page', /^(?:page|page_?number|page_?num|page_?no)$/i],
  ['offset', /^(?:offset|skip|start_?index)$/i],
  ['query', /^(?:q|query|search|term|search_?terms?|keywords?|text|search_?query|search_?text|phrase)$/i],
  ['sort', /^(?:sort|sort_?by|order_?by|sort_?field|sort_?key|ordering|sorting)$/i],
  ['direction', /^(?:direction|sort_?order|sort_?dir(?:ection)?|order)$/i],
  ['name', /^(?:name|title|label|display_?name|full_?name)$/i],
  [
    'from',
    /(?:^|_)(?:since|after|from|start|begin|min|gte?)(?:_|$)|^(?:start|from|min|begin|after)(?=[A-Z])|(?:After|Since|From|Start)$/,
  ],
  [
    'until',
    /(?:^|_)(?:until|before|to|end|max|lte?)(?:_|$)|^(?:end|to|max|until|before)(?=[A-Z])|(?:Before|Until|To|End)$/,
  ],
  ['owner', /^(?:owner|organi[sz]ation|org|namespace|workspace)$/i],
];

export function roleOf(name: string): Role | undefined {
  return roles.find(([, pattern]) => pattern.test(name))?.[0];
}

/** Said in place of the name, as sequences of terms. */
const saidFor: Readonly<Partial<Record<Role, readonly string[]>>> = {
  limit: [
    'limit',
    'limited',
    'at most',
    'up to',
    'maximum',
    'max',
    'maximum of',
    'no more than',
    'per page',
    'page size',
    'first',
    'top',
  ],
  page: ['page', 'page number'],
  offset: ['offset', 'skip', 'skipping', 'starting at', 'start at'],
  query: ['query', 'search', 'search for', 'searching for', 'matching', 'containing', 'keyword', 'term'],
  sort: ['sort by', 'sorted by', 'order by', 'ordered by', 'sort', 'sorted', 'ordered'],
  direction: ['order', 'direction', 'sort order'],
  name: ['name', 'named', 'called', 'titled', 'entitled', 'title'],
  from: ['since', 'after', 'from', 'starting', 'starting from', 'starting on', 'beginning', 'newer than', 'later than'],
  until: ['until', 'before', 'to', 'till', 'through', 'up to', 'ending', 'ending on', 'older than', 'earlier than'],
  owner: ['owner', 'owned by', 'org'],
};

export interface Naming {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'field';
  /** The literal segment of the path directly before the parameter. */
  readonly before: string | undefined;
  readonly description: string;
}

/** Ends of names that say that the value names something: "pet" is said for `petId`. */
const idWords = new Set([
  'id',
  'ids',
  'identifier',
  'identifiers',
  'uuid',
  'guid',
  'sid',
  'gid',
  'key',
  'keys',
  'name',
  'number',
  'num',
  'code',
  'slug',
  'no',
  'nr',
  'ref',
  'handle',
]);
/** What a value is counted or written in. */
const unitWords = new Set([
  'percent',
  'ms',
  'seconds',
  'secs',
  'minutes',
  'hours',
  'days',
  'bytes',
  'kb',
  'mb',
  'gb',
  'px',
  'cents',
  'usd',
  'eur',
  'value',
  'date',
  'time',
]);
const joined = /^(.{3,})(id|ids|name|key|code|number)$/;
const subjectsOfId = [/\bids? (?:of|for) (?:the |an? )?([a-z]{3,20})\b/i, /\b([a-z]{3,20})(?:['’]s?)? ids?\b/i];

/** Sequences of terms, longest first. */
export function namesOf({ name, place, before, description }: Naming): readonly (readonly string[])[] {
  const written = splitWords(name);
  const words = written.flatMap(splitJoined);
  const terms = words.map(toTerm);
  const names: string[][] = [terms, written.map(toTerm)];
  const last = words.at(-1) ?? '';
  if (words.length > 1 && (idWords.has(last) || unitWords.has(last))) names.push(terms.slice(0, -1));
  if (before !== undefined && place === 'path') {
    const noun = splitWords(before).flatMap(toTerms);
    names.push(noun, [...noun, ...terms]);
    if (noun.length > 1) names.push(noun.slice(-1));
  }
  // `ids`: "list of node IDs"; links of Markdown by their text.
  const prose = description.slice(0, 300).replaceAll(/\]\([^)]*\)|\[/g, '');
  for (const pattern of words.length === 1 && /^ids?$/.test(last) ? subjectsOfId : []) {
    const subject = pattern.exec(prose)?.[1]?.toLowerCase();
    if (subject !== undefined && !stopWords.has(subject)) names.push([toTerm(subject)], [toTerm(subject), 'id']);
  }
  const role = roleOf(name);
  if (role !== undefined) for (const said of saidFor[role] ?? []) names.push(said.split(' ').map(toTerm));
  const distinct = new Map(names.filter((each) => each.length > 0).map((each) => [each.join(' '), each]));
  return [...distinct.values()].sort((a, b) => b.length - a.length);
}

export function isIdName(name: string): boolean {
  const last = splitWords(name).flatMap(splitJoined).at(-1) ?? '';
  return last !== 'name' && idWords.has(last);
}

/** `username`: "user name". */
function splitJoined(word: string): readonly string[] {
  const parts = joined.exec(word);
  return parts?.[1] === undefined || parts[2] === undefined ? [word] : [parts[1], parts[2]];
}

const idTerms = new Set([...idWords].map(toTerm));

/** "id", "name": says of a value only that it names something. */
export function isIdTerm(term: string): boolean {
  return idTerms.has(term);
}
