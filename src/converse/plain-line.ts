// The plainest call lines: the very id of a skill and nothing else, or behind it pairs of known names and bare words, or one JSON object:
// `getPet petId=10`, `getPet {"petId":10}`. Most typed text is one, and here costs a look-up. The same call as the steps make of it, which
// read what is not so plain.

import type { Skill } from '../catalog/skill.ts';
import type { Call } from '../invoke/call.ts';
import { skillContractExtension } from '../lib/extension.ts';
import { isJsonObject } from '../lib/json.ts';
import { findArgument, toKnownNames, withKnownNames } from './argument-names.ts';
import { parseEnvelope } from './envelope.ts';
import { mayBeginFindRequest } from './help/find-request.ts';
import { tryJson } from './json-text.ts';
import { takeFields } from './take-fields.ts';
import type { Turn } from './turn.ts';

export type PlainLines = (turn: Turn) => Call | undefined;

interface Line {
  readonly skill: Skill;
  /** What may stand before an equals sign. */
  readonly keys: ReadonlySet<string>;
}

interface Names {
  readonly skills: readonly Skill[];
  /** The skills that a name may mean. */
  named(name: string): readonly Skill[];
}

/** For an agent that has a choice of skills and none that listens to any text. */
export function createPlainLines({ skills, named }: Names): PlainLines {
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  const lines = new Map<string, Line | undefined>();
  const lineOf = (name: string): Line | undefined => {
    const skill = byId.get(name);
    if (skill === undefined) return undefined;
    if (!lines.has(name)) lines.set(name, toLine(skill, named(name)));
    return lines.get(name);
  };
  return (turn) => {
    const text = toText(turn);
    const name = text === undefined ? undefined : nameAtStart.exec(text)?.[0];
    const line = name === undefined ? undefined : lineOf(name);
    if (text === undefined || name === undefined || line === undefined) return undefined;
    return readLine(line, text, name.length);
  };
}

const nameAtStart = /^[\w-]{1,64}(?=[ {]|$)/;
const longestText = 4000;

/** Of a message that is one text, and names no skill elsewhere. */
function toText({ parts, metadata, requestMetadata, skill }: Turn): string | undefined {
  const [part] = parts;
  if (parts.length !== 1 || part?.kind !== 'text' || part.text.length > longestText) return undefined;
  if (skill !== undefined || mayName(metadata) || mayName(requestMetadata)) return undefined;
  return part.text.trim();
}

const naming = ['skillId', 'skill_id', 'operationId', 'skill', skillContractExtension];

function mayName(record: Readonly<Record<string, unknown>>): boolean {
  return naming.some((key) => Object.hasOwn(record, key));
}

/** Undefined for an id that begins other texts too, or that means other skills as well. */
function toLine(skill: Skill, meant: readonly Skill[]): Line | undefined {
  if (meant.length !== 1 || meant[0] !== skill || mayBeginFindRequest(skill.id)) return undefined;
  const keys = new Set(toKnownNames(skill));
  if (findArgument('fields', skill) === undefined) keys.add('fields');
  // Would be set as a prototype, and is no name that anybody types.
  keys.delete('__proto__');
  return { skill, keys };
}

function readLine({ skill, keys }: Line, text: string, at: number): Call | undefined {
  if (at === text.length) return { skill, arguments: {}, coerce: false, resolvedBy: 'typed text' };
  const isJson = text.endsWith('}');
  const args = isJson ? readJson(skill, text, at) : readPairs(keys, text, at);
  if (args === undefined) return undefined;
  return takeFields({ skill, arguments: args, coerce: !isJson, resolvedBy: 'typed text' }, { data: undefined });
}

/** Words without quotes, brackets and escapes. What ends a sentence does not end them. */
const pairs = /^(?: \w[\w.-]{0,63}=[\w\u00c0-\u024f.,:/@+%~!?*$-]*[\w\u00c0-\u024f/@+%~*$-])+$/;

function readPairs(keys: ReadonlySet<string>, text: string, at: number): Record<string, string> | undefined {
  const rest = text.slice(at);
  if (!pairs.test(rest)) return undefined;
  const args: Record<string, string> = {};
  for (const pair of rest.slice(1).split(' ')) {
    const end = pair.indexOf('=');
    const key = pair.slice(0, end);
    if (!keys.has(key) || Object.hasOwn(args, key)) return undefined;
    args[key] = pair.slice(end + 1);
  }
  return args;
}

function readJson(skill: Skill, text: string, at: number): unknown {
  const start = text[at] === ' ' ? at + 1 : at;
  if (text[start] !== '{' || text.includes('```')) return undefined;
  const parsed = tryJson(text.slice(start));
  // An envelope behind a name may name another skill.
  if (!parsed.ok || !isJsonObject(parsed.value) || parseEnvelope(parsed.value) !== undefined) return undefined;
  return withKnownNames(parsed.value, skill);
}
