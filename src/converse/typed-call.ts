// A text that names a skill and gives its arguments: `getPet {"petId":10}`, `getPet petId=10`, `/getPet petId=10`,
// `"Get pet" petId=10`, `getPet` alone, `GET /pets/10?x=y`. Prose is none of these and gives undefined.

import type { Skill } from '../catalog/skill.ts';
import { isJsonObject } from '../lib/json.ts';
import type { Agent } from './agent.ts';
import { toArgumentTree, toKnownNames } from './argument-tree.ts';
import type { Located } from './contents.ts';
import { findJsonObject, tryJson } from './json-text.ts';
import { parseKeyValues, startsWithKey } from './key-values.ts';
import { ambiguousName, unknownSkill, unreadableArguments } from './refusal.ts';

export interface Given {
  readonly arguments: unknown;
  /** True when strings stand for what the schema asks for. */
  readonly coerce: boolean;
}

export interface TypedCall {
  readonly skill: Skill;
  /** Undefined when the text is the name alone. */
  readonly given: Given | undefined;
}

// Ids have at most 64 characters, names 40; a longer start of a text is prose.
const longestHead = 100;

/** The skill named at the start of the text, and the arguments after it. Throws when they are malformed. */
export function parseTypedCall(text: Located<string>, agent: Agent): TypedCall | undefined {
  const split = splitHead(text.value);
  if (split === undefined) return undefined;
  const skills = agent.named(split.name);
  const [skill, other] = skills;
  if (other !== undefined) throw ambiguousName(split.name, text.field, skills);
  if (skill !== undefined)
    return { skill, given: split.rest === '' ? undefined : parseGiven(split.rest, skill, text.field) };
  // One word before a JSON object is a name with a slip; anything else may be prose.
  if (/^[\w.-]+$/.test(split.name) && findJsonObject(split.rest) !== undefined)
    throw unknownSkill(split.name, text.field, agent);
  return undefined;
}

interface Split {
  readonly name: string;
  /** Begins with JSON, a fence or a key; empty when there is nothing after the name. */
  readonly rest: string;
}

function splitHead(text: string): Split | undefined {
  const start = text.slice(0, longestHead * 2);
  const at =
    /\{|```|(?<=\s)[^\s="'`{}()<>/?&#,;:|\\]+=/.exec(start)?.index ??
    (text.length > longestHead ? undefined : text.length);
  if (at === undefined || at > longestHead) return undefined;
  const name = toName(text.slice(0, at));
  return name === '' ? undefined : { name, rest: text.slice(at).trim() };
}

/** Without the slash of a command, the colon after a label, and quotes around. */
function toName(head: string): string {
  const name = head.trim().replace(/^\//, '').replace(/:$/, '').trim();
  return (/^(["'`])(.*)\1$/s.exec(name)?.[2] ?? name).trim();
}

/** Arguments as JSON (whole or fenced) or as pairs. */
function parseGiven(text: string, skill: Skill, field: string): Given {
  if (!text.startsWith('{') && !text.startsWith('```')) return parsePairs(text, skill, field);
  const found = findJsonObject(text);
  if (found !== undefined) return { arguments: found.value, coerce: false };
  const parsed = tryJson(text);
  const reason = parsed.ok ? 'it is no JSON object' : parsed.reason;
  throw unreadableArguments(field, `the arguments are not one JSON object: ${reason}`, skill);
}

function parsePairs(text: string, skill: Skill, field: string): Given {
  return {
    arguments: readable(skill, field, () => toArgumentTree(parseKeyValues(text), toKnownNames(skill))),
    coerce: true,
  };
}

/** Runs a parser; what it complains of becomes an error about the skill's arguments. */
export function readable<Value>(skill: Skill, field: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SyntaxError)
      throw unreadableArguments(field, `the arguments cannot be read: ${error.message}`, skill);
    throw error;
  }
}

/** Arguments without a name: the text of a message whose skill is known already. Undefined when the text is something else. */
export function parseBareArguments(text: string, skill: Skill, field: string): Given | undefined {
  const found = findJsonObject(text);
  if (found !== undefined) return { arguments: found.value, coerce: false };
  return startsWithKey(text) ? parsePairs(text, skill, field) : undefined;
}

/** Body fields written after a route: JSON or pairs. Undefined when the text is neither. */
export function parseRest(rest: string, skill: Skill, field: string): Readonly<Record<string, unknown>> | undefined {
  if (rest === '') return {};
  if (!rest.startsWith('{') && !rest.startsWith('```') && !startsWithKey(rest)) return undefined;
  const given = parseGiven(rest, skill, field);
  return isJsonObject(given.arguments) ? given.arguments : {};
}
