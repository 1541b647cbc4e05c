// What services put into the facts of a job beside its address: the status, the progress, the end, and links to more. Names are tried
// from the most telling to the least.

import { atPointer } from '../../lib/json-pointer.ts';
import { isJsonObject } from '../../lib/json.ts';
import { findFlag, findWord, type Body, type Facts } from './facts.ts';
import { classifyWord, reduceWord, type JobState } from './words.ts';

/** A reply as it came, and what it says. */
export interface Said {
  readonly body: Body;
  readonly facts: Facts;
}

export interface StatusWord {
  readonly word: string;
  /** Undefined when the word means nothing here. */
  readonly state: JobState | undefined;
  /** The reduced name of the member that it was found in. */
  readonly member: string;
}

export function readStatus(
  { body, facts }: Said,
  place: string | undefined,
  own: ReadonlyMap<string, JobState>,
): StatusWord | undefined {
  const found = place === undefined ? (findWord(facts) ?? findFlag(facts)) : findAt(body, place);
  if (found === undefined) return undefined;
  const { value, name: member } = found;
  if (typeof value === 'boolean') return { word: String(value), state: value ? toDone(facts) : 'running', member };
  const word = reduceWord(value);
  const given = own.get(word);
  return { word, state: given ?? toEnd(classifyWord(value), facts), member };
}

function findAt(body: Body, place: string): { readonly value: string | boolean; readonly name: string } | undefined {
  const value = atPointer(body, place);
  const name = reduceWord(place.split('/')[1] ?? '');
  return (typeof value === 'string' && value !== '') || typeof value === 'boolean' ? { value, name } : undefined;
}

/** `{"done": true, "error": …}`. */
function toDone(facts: Facts): JobState | undefined {
  const error = facts.get('error') ?? '';
  return error === '' || error === false ? toEnd('completed', facts) : 'failed';
}

/** Work may have come to its end and still not be done: `{"status": "completed", "conclusion": "failure"}`. */
function toEnd(state: JobState | undefined, facts: Facts): JobState | undefined {
  if (state !== 'completed') return state;
  if (facts.get('success') === false || facts.get('failed') === true) return 'failed';
  const words = ['conclusion', 'outcome'].map((name) => facts.get(name));
  const ends = words.map((word) => (typeof word === 'string' ? classifyWord(word) : undefined));
  return ends.find((end) => end === 'failed' || end === 'canceled') ?? state;
}

const percents = ['percentcomplete', 'percentage', 'percent', 'progresspercent', 'progress'];
const sayings = ['message', 'statusmessage', 'statustext', 'detail', 'description', 'currentstep', 'step'];

/** How far it is, for people: `42 %: Rendering page 3`. */
export function readProgress({ body, facts }: Said, place: string | undefined): string | undefined {
  if (place !== undefined) return toProgress(atPointer(body, place));
  const percent = percents.map((name) => toProgress(facts.get(name))).find((text) => text !== undefined);
  const parts = [percent, findText(facts, sayings)?.slice(0, 500)];
  const text = [...new Set(parts.filter((part) => part !== undefined))].join(': ');
  return text === '' ? undefined : text;
}

function toProgress(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.slice(0, 500);
  if (typeof value !== 'number') return undefined;
  return `${Math.round(value > 0 && value < 1 ? value * 100 : value)} %`;
}

export function hasProgress(facts: Facts): boolean {
  return percents.some((name) => facts.get(name) !== undefined);
}

/** An address, and what to do with it where the service says so. */
export interface BodyLink {
  readonly href: string;
  readonly method?: string;
}

/** A link by relation, as HAL (`_links.x.href`), JSON:API (`links.x`) and lists (`links: [{rel, href}]`) write it. */
export function findLink(facts: Facts, rels: readonly string[]): BodyLink | undefined {
  for (const rel of rels) {
    for (const name of ['links', 'urls']) {
      const links = facts.get(name);
      const found = Array.isArray(links)
        ? links.find((link) => isJsonObject(link) && own(link, 'rel') === rel)
        : isJsonObject(links)
          ? own(links, rel)
          : undefined;
      const link = toLink(found);
      if (link !== undefined) return link;
    }
  }
  return undefined;
}

function toLink(value: unknown): BodyLink | undefined {
  if (typeof value === 'string') return value === '' ? undefined : { href: value };
  if (Array.isArray(value)) return toLink(value[0]);
  if (!isJsonObject(value)) return undefined;
  const href = own(value, 'href') ?? own(value, 'url');
  const method = own(value, 'method');
  if (typeof href !== 'string' || href === '') return undefined;
  return { href, ...(typeof method === 'string' && /^[A-Za-z]+$/.test(method) && { method: method.toUpperCase() }) };
}

/** The first of the members that is a text. */
export function findText(facts: Facts, names: readonly string[]): string | undefined {
  const found = names.map((name) => facts.get(name)).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found : undefined;
}

function own(body: Body, name: string): unknown {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}
