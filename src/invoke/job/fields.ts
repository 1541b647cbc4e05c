// Where services put what they say of a job: the status, the progress, and links to more. Names are tried from the most telling to the
// least; only own properties count.

import { atPointer } from '../../lib/json-pointer.ts';
import { isJsonObject } from '../../lib/json.ts';
import { classifyWord, reduceWord, type JobState } from './words.ts';

type Body = Readonly<Record<string, unknown>>;

export interface StatusWord {
  readonly word: string;
  /** Undefined when the word means nothing here. */
  readonly state: JobState | undefined;
  /** The member at the top that it was found in. */
  readonly member: string;
}

const statusPlaces = [
  '/status',
  '/state',
  '/jobStatus',
  '/job_status',
  '/runStatus',
  '/runtimeStatus',
  '/executionStatus',
  '/taskStatus',
  '/phase',
  '/properties/provisioningState',
  '/properties/status',
  '/provisioningState',
  '/lifecycleState',
  '/status/state',
  '/status/phase',
  '/state/name',
  '/job/status',
  '/job/state',
  '/data/status',
  '/data/attributes/status',
  '/attributes/status',
];
const flags = ['/done', '/completed', '/finished', '/isComplete', '/complete'];

export function readStatus(
  body: Body,
  place: string | undefined,
  own: ReadonlyMap<string, JobState>,
): StatusWord | undefined {
  for (const pointer of place === undefined ? statusPlaces : [place]) {
    const value = atPointer(body, pointer);
    if (typeof value !== 'string' || value === '') continue;
    const word = reduceWord(value);
    return { word, state: own.get(word) ?? classifyWord(word), member: memberOf(pointer) };
  }
  for (const pointer of place === undefined ? flags : [place]) {
    const value = atPointer(body, pointer);
    if (typeof value !== 'boolean') continue;
    const done = hasValue(body, 'error') ? 'failed' : 'completed';
    return { word: String(value), state: value ? done : 'running', member: memberOf(pointer) };
  }
  return undefined;
}

function memberOf(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

const percents = ['percentComplete', 'percent_complete', 'percentage', 'percent', 'progressPercent', 'progress'];
const sayings = [
  'message',
  'statusMessage',
  'status_message',
  'statusText',
  'detail',
  'description',
  'currentStep',
  'step',
];

/** How far it is, for people: `42 %: Rendering page 3`. */
export function readProgress(body: Body, place: string | undefined): string | undefined {
  if (place !== undefined) return toProgress(atPointer(body, place));
  const percent = percents.map((name) => toProgress(own(body, name))).find((text) => text !== undefined);
  const said = sayings.map((name) => own(body, name)).find((value) => typeof value === 'string' && value.trim() !== '');
  const parts = [percent, typeof said === 'string' ? said.slice(0, 500) : undefined];
  const text = [...new Set(parts.filter((part) => part !== undefined))].join(': ');
  return text === '' ? undefined : text;
}

function toProgress(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.slice(0, 500);
  if (typeof value !== 'number') return undefined;
  return `${Math.round(value > 0 && value < 1 ? value * 100 : value)} %`;
}

export function hasProgress(body: Body): boolean {
  return percents.some((name) => own(body, name) !== undefined);
}

/** An address, and what to do with it where the service says so. */
export interface BodyLink {
  readonly href: string;
  readonly method?: string;
}

/** A link by relation, as HAL (`_links.x.href`), JSON:API (`links.x`) and lists (`links: [{rel, href}]`) write it. */
export function findLink(body: Body, rels: readonly string[]): BodyLink | undefined {
  for (const rel of rels) {
    for (const name of ['_links', 'links', 'urls']) {
      const links = own(body, name);
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
export function findText(body: Body, names: readonly string[]): string | undefined {
  const found = names.map((name) => own(body, name)).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found : undefined;
}

function hasValue(body: Body, name: string): boolean {
  const value = own(body, name);
  return value !== undefined && value !== null && value !== '';
}

export function own(body: Body, name: string): unknown {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}
