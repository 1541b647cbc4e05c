// What a reply says of a job, by the reduced names of members: services write `statusUrl`, `status_url` and `StatusUrl`. Many put the
// job into an envelope, such as `{"job": {…}}`, or the status into an object: what is in there is said of the job, too.

import { isJsonObject } from '../../lib/json.ts';
import { classifyWord, reduceWord } from './words.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Facts = ReadonlyMap<string, unknown>;

const statusNames = [
  'status',
  'state',
  'jobstatus',
  'jobstate',
  'runstatus',
  'runtimestatus',
  'executionstatus',
  'taskstatus',
  'operationstatus',
  'processingstatus',
  'phase',
  'provisioningstate',
  'lifecyclestate',
];
const innerNames = ['state', 'phase', 'status', 'name', 'code', 'value'];
const flagNames = [
  'done',
  'completed',
  'finished',
  'iscomplete',
  'complete',
  'isdone',
  'iscompleted',
  'isfinished',
  'ready',
];

/** Whose status is certainly that of a job. */
const envelopes = ['job', 'operation', 'run', 'execution', 'properties', 'data', 'attributes'];
/** Of what was created as well as of a job. */
const wideEnvelopes = [...envelopes, 'task', 'request', 'process', 'item'];

/** `isWide`: only when it is known that the reply is about a job. */
export function readFacts(body: Body, isWide: boolean): Facts {
  return open(toFacts(body), isWide ? wideEnvelopes : envelopes, 0);
}

function open(facts: Facts, names: readonly string[], depth: number): Facts {
  const status = findWord(facts);
  // `{"status": "success", "data": {"status": "running"}}`: the outer one is about the request alone.
  const isPolite = status !== undefined && /^(?:ok|success)$/i.test(status.value);
  if ((isAbout(facts) && !isPolite) || depth > 2) return withStatusObject(facts);
  for (const name of names) {
    const inner = facts.get(name);
    if (!isJsonObject(inner)) continue;
    const found = open(toFacts(inner), names, depth + 1);
    const word = findWord(found);
    if (isPolite ? word !== undefined && classifyWord(word.value) !== undefined : isAbout(found))
      return new Map([...[...facts].filter(([each]) => each !== name && each !== status?.name), ...found]);
  }
  return withStatusObject(facts);
}

function withStatusObject(facts: Facts): Facts {
  const name = statusNames.find((each) => isJsonObject(facts.get(each)));
  const inner = name === undefined ? undefined : facts.get(name);
  return isJsonObject(inner) ? new Map([...toFacts(inner), ...facts]) : facts;
}

function toFacts(body: Body): Facts {
  const facts = new Map<string, unknown>();
  for (const [name, value] of Object.entries(body)) {
    const reduced = reduceWord(name);
    if (!facts.has(reduced)) facts.set(reduced, value);
  }
  return facts;
}

function isAbout(facts: Facts): boolean {
  return findWord(facts) !== undefined || findFlag(facts) !== undefined || findStatusAddress(facts) !== undefined;
}

export interface Found<Value> {
  readonly value: Value;
  /** The reduced name of the member that it was found in. */
  readonly name: string;
}

/** The word for how the job stands. An address is none. */
export function findWord(facts: Facts): Found<string> | undefined {
  for (const name of statusNames) {
    const said = facts.get(name);
    const inner = isJsonObject(said) ? toFacts(said) : undefined;
    const candidates = inner === undefined ? [said] : innerNames.map((each) => inner.get(each));
    const value = candidates.find((each) => typeof each === 'string' && each !== '' && !isAddress(each));
    if (typeof value === 'string') return { value, name };
  }
  return undefined;
}

export function findFlag(facts: Facts): Found<boolean> | undefined {
  for (const name of flagNames) {
    const value = facts.get(name);
    if (typeof value === 'boolean') return { value, name };
  }
  return undefined;
}

const addressNames =
  /^(?:check|get|job|monitor(?:ing)?|operation|poll(?:ing)?|progress|query|run|state|status|task|track(?:ing)?)+(?:uri|url|href|link|location|endpoint)$/;
const telling = /job|monitor|operation|poll|status/;
const bareNames = ['status', 'monitor', 'poll', 'polling'];

/** Where the reply says to ask. `isTelling`: only where the name leaves no doubt: a parcel has a tracking URL. */
export function findStatusAddress(facts: Facts, isTelling = false): string | undefined {
  const found = [...facts].flatMap(([name, value]): Found<string>[] => {
    if (typeof value !== 'string' || value.trim() === '') return [];
    const isNamed = addressNames.test(name) && (!isTelling || telling.test(name));
    return isNamed || (bareNames.includes(name) && isAddress(value)) ? [{ name, value }] : [];
  });
  return (found.find(({ name }) => name.startsWith('status')) ?? found[0])?.value;
}

function isAddress(text: unknown): boolean {
  return typeof text === 'string' && /^(?:https?:\/\/|\.{0,2}\/)\S+$/i.test(text);
}
