// The plain form of a typed call: a name, then its arguments as JSON or pairs, to the end of the text: `getPet {"petId":10}`,
// `getPet petId=10`, `/getPet petId=10`, `"Get pet" petId=10`, `getPet` alone. And arguments alone, where the skill is known.

import type { Skill } from '../catalog/skill.ts';
import { isJsonObject } from '../lib/json.ts';
import type { Agent } from './agent.ts';
import type { Located } from './contents.ts';
import { findJsonInProse, findJsonObject, tryWrittenJson, type JsonText } from './json-text.ts';
import { parseKeyValues, startsWithKey } from './key-values.ts';
import { ambiguousName, unknownSkill, unreadableArguments } from './refusal.ts';
import type { TypedCall } from './typed/call-at-start.ts';
import { parseFlags, startsWithFlag } from './typed/flags.ts';
import { isKeyOf, readable, toGivenJson, toGivenPairs, type Given } from './typed/given-pairs.ts';
import { parsePhrasePairs } from './typed/phrase-pairs.ts';
import { endOfQuoted, isQuote } from './typed/quoted.ts';
import { isRequestWord, mayBeMeant } from './typed/request-words.ts';
import { withoutTrimmings } from './typed/trimmings.ts';

// Ids have at most 64 characters, names 40; a longer start of a text is prose.
const longestHead = 100;

/** The plain form: a name, then JSON or pairs, to the end of the text. */
export function parseCallLine(text: Located<string>, agent: Agent): TypedCall | undefined {
  const split = splitHead(text.value);
  if (split === undefined) return undefined;
  const skills = agent.named(split.name);
  const [skill, other] = skills;
  if (split.isOpen && toName(skill?.name ?? '') !== split.name) return undefined;
  if (other !== undefined) throw ambiguousName(split.name, text.field, skills);
  if (skill !== undefined) {
    if (split.rest !== '') return { skill, given: parseGiven(split.rest, skill, text.field) };
    // "Delete all?" is a question about it.
    return skill.readOnly || !text.value.endsWith('?') ? { skill, given: undefined } : undefined;
  }
  // One word before a JSON object is a name with a slip; anything else may be prose.
  if (/^[\w.-]+$/.test(split.name) && !isRequestWord(split.name) && findJsonObject(split.rest) !== undefined)
    throw unknownSkill(split.name, text.field, agent);
  return undefined;
}

interface Split {
  readonly name: string;
  /** Begins with JSON, a fence or a key; empty when there is nothing after the name. */
  readonly rest: string;
  /** True when a quote is open: around the whole line, as in `"getPet petId=10"`, or as a part of the name. */
  readonly isOpen: boolean;
}

function splitHead(text: string): Split | undefined {
  const start = text.slice(0, longestHead * 2);
  const at =
    /\{|```|(?<=\s)(?!--)[^\s="'`{}()<>/?&#,;:|\\]+=/.exec(start)?.index ??
    (text.length > longestHead ? undefined : text.length);
  if (at === undefined || at > longestHead) return undefined;
  const head = text.slice(0, at);
  // `getPet({…})` is read elsewhere.
  if (head.endsWith('(')) return undefined;
  const name = toName(head);
  return name === '' ? undefined : { name, rest: text.slice(at).trim(), isOpen: isOpen(head) };
}

/** True when a quote stands at the start, or a backtick anywhere, that is not closed. */
function isOpen(head: string): boolean {
  const first = head.trimStart()[0];
  if (isQuote(first)) return endOfQuoted(head.trimStart(), 0) === undefined;
  return head.split('`').length % 2 === 0;
}

/** Without the slash of a command, the colon after a label, and quotes around. */
function toName(head: string): string {
  const name = head.trim().replace(/^[/@]/, '').replace(/:$/, '').trim();
  return (/^(["'`])(.*)\1$/s.exec(name)?.[2] ?? name).trim();
}

/** Arguments as JSON (whole or fenced) or as pairs. */
function parseGiven(text: string, skill: Skill, field: string): Given {
  if (!text.startsWith('{') && !text.startsWith('```')) return parsePairs(text, skill, field);
  const found = findJsonObject(text);
  if (found !== undefined && found.after === '') return toGivenJson(found.value, skill);
  const parsed = tryWrittenJson(text);
  const reason = parsed.ok ? 'it is no JSON object' : parsed.reason;
  throw unreadableArguments(field, `the arguments are not one JSON object: ${reason}`, skill);
}

function parsePairs(text: string, skill: Skill, field: string): Given {
  return readable(skill, field, () => toGivenPairs(parseKeyValues(text, isKeyOf(skill)), skill));
}

/** Arguments without a name: the text of a message whose skill is known already. Undefined when the text is something else. */
export function parseBareArguments(text: string, skill: Skill, field: string): Given | undefined {
  return parseExactArguments(text, skill, field) ?? parseArgumentsInProse(text, skill);
}

/** JSON with any words around it. They may name a skill themselves: ask those who read names first. */
export function parseArgumentsInProse(text: string, skill: Skill): Given | undefined {
  return toMeant(findJsonInProse(text), skill);
}

function toMeant(found: JsonText | undefined, skill: Skill): Given | undefined {
  const isMeant = found !== undefined && mayBeMeant(`${found.before} ${found.after}`, skill);
  return isMeant ? toGivenJson(found.value, skill) : undefined;
}

/** JSON as the whole text or in a fence, flags, or pairs. */
export function parseExactArguments(text: string, skill: Skill, field: string): Given | undefined {
  const found = findJsonObject(text);
  if (found !== undefined) return toMeant(found, skill);
  if (startsWithFlag(text)) return readable(skill, field, () => toGivenPairs(parseFlags(text), skill));
  const pairs = startsWithKey(text)
    ? undefined
    : parsePhrasePairs(withoutTrimmings(text).text, { isKey: isKeyOf(skill), spoken: false });
  if (pairs !== undefined) return readable(skill, field, () => toGivenPairs(pairs, skill));
  return startsWithKey(text) ? parsePairs(text, skill, field) : undefined;
}

/** Body fields written after a route: JSON or pairs. Undefined when the text is neither. */
export function parseRest(rest: string, skill: Skill, field: string): Readonly<Record<string, unknown>> | undefined {
  if (rest === '') return {};
  if (!rest.startsWith('{') && !rest.startsWith('```') && !startsWithKey(rest)) return undefined;
  const given = parseGiven(rest, skill, field);
  return isJsonObject(given.arguments) ? given.arguments : {};
}
