// Whether a message asks for a search among the skills, and with which arguments: by the name of the skill in any of the places that
// name one, or in plain words ("find skills for orders", "which tool can cancel an order?").

import { coerceArguments } from '../../invoke/coerce.ts';
import { isJsonObject } from '../../lib/json.ts';
import type { Agent } from '../agent.ts';
import type { Contents } from '../contents.ts';
import { parseEnvelope } from '../envelope.ts';
import { findJsonObject, tryJson } from '../json-text.ts';
import { parseKeyValues, startsWithKey } from '../key-values.ts';
import { findContract } from '../steps/extension.ts';
import type { Turn } from '../turn.ts';
import { findSkillsSchema } from './find-skills-tool.ts';
import { hasWord } from './words.ts';

export interface FindRequest {
  /** As given; not checked yet. */
  readonly arguments: unknown;
  /** True when they are the words of a text. */
  readonly isText: boolean;
}

export function readFindRequest(contents: Contents, agent: Agent): FindRequest | undefined {
  const { turn, data, text } = contents;
  const contract = findContract(contents);
  if (isName(contract?.skillId) || isNamed(turn)) {
    if (contract?.arguments !== undefined) return { arguments: contract.arguments, isText: false };
    if (data !== undefined) return { arguments: unwrap(data.value), isText: false };
    return { arguments: readWords(afterName(text.value) ?? text.value), isText: true };
  }
  if (data !== undefined) {
    const isMeant = isName(parseEnvelope(data.value)?.name) || (text.value !== '' && afterName(text.value) === '');
    return isMeant ? { arguments: unwrap(data.value), isText: false } : undefined;
  }
  const args = text.value === '' ? undefined : readText(text.value, agent);
  return args === undefined ? undefined : { arguments: args, isText: true };
}

/** The arguments in a text that asks for the search; an empty object when it gives none. */
function readText(text: string, agent: Agent): unknown {
  const rest = afterName(text);
  if (rest !== undefined) return readWords(rest);
  const json = mention.test(text) ? findJsonObject(text) : undefined;
  if (json !== undefined) {
    if (isName(parseEnvelope(json.value)?.name)) return unwrap(json.value);
    return isName(json.before) ? json.value : undefined;
  }
  // Where text is listened to, or there is nothing to choose from, plain words mean something else.
  if (agent.listener !== undefined || agent.only !== undefined) return undefined;
  const query = readSentence(text);
  return query === undefined || isSubject(agent) ? undefined : { query };
}

/** Spares most texts a parser. */
const mention = /find[_-]?skills?/i;
const name = /^[/@]?find[_-]?skills?$/i;

function isName(text: unknown): boolean {
  return typeof text === 'string' && name.test(text.trim());
}

/** Whether a text that goes on with `=` or JSON behind the word may ask for the search. */
export function mayBeginFindRequest(word: string): boolean {
  return isName(word) || /^(?:find|search)$/i.test(word);
}

const nameKeys = ['skillId', 'skill_id', 'operationId', 'skill'];

function isNamed({ skill, metadata, requestMetadata }: Turn): boolean {
  return isName(skill) || isNamedIn(metadata) || isNamedIn(requestMetadata);
}

function isNamedIn(record: Readonly<Record<string, unknown>>): boolean {
  return nameKeys.some((key) => Object.hasOwn(record, key) && isName(record[key]));
}

/** What stands behind the name of the skill at the start of a text. */
function afterName(text: string): string | undefined {
  const found = /^(["'`*]{0,2})[/@]?(?:find[_-]skills?|findSkills?)\1(?![\w-])\s*[:,]?\s*/i.exec(text.slice(0, 100));
  return found === null ? undefined : text.slice(found[0].length).trim();
}

/** JSON, pairs, both also in parentheses, or the words of the query themselves. */
function readWords(text: string): unknown {
  const words = /^\((.*)\)$/s.exec(text)?.[1]?.trim() ?? text;
  if (words === '') return {};
  const json = words.startsWith('{') || words.startsWith('```') ? findJsonObject(words) : undefined;
  if (json !== undefined) return unwrap(json.value);
  if (startsWithKey(words)) return readPairs(words);
  return { query: unquote(words.replace(/^(?:for|to|that can|that|about)\s+/i, '')) };
}

function readPairs(text: string): unknown {
  try {
    return coerceArguments(Object.fromEntries(parseKeyValues(text)), findSkillsSchema);
  } catch (error) {
    if (error instanceof SyntaxError) return { query: text };
    throw error;
  }
}

function unquote(text: string): string {
  const parsed = text.startsWith('"') ? tryJson(text) : undefined;
  if (parsed?.ok === true && typeof parsed.value === 'string') return parsed.value;
  return /^(["'`])(.+)\1$/s.exec(text)?.[2] ?? text;
}

/** The arguments within an envelope, or the value itself. */
function unwrap(value: unknown): unknown {
  const envelope = parseEnvelope(value);
  if (envelope === undefined || !isName(envelope.name)) return value;
  const given = envelope.arguments ?? {};
  const parsed = typeof given === 'string' ? tryJson(given) : undefined;
  return parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value : given;
}

const longestSentence = 300;
const connector =
  '(?:(?:for|to|that|which|about|on|with|related|matching|can|could|lets?|allows?|me|you|i|use|should|would|will|do|does)\\b\\s*)*';
const article = '(?:(?:me|all|any|an?|the|some|your|for|through|in|among)\\s+)*';
const sentences = [
  new RegExp(`^(?:find|search|look\\s+for|look\\s+up)\\s+${article}(?:skills?|tools?)\\b\\s*${connector}`, 'i'),
  new RegExp(
    `^(?:which|what|is\\s+there|are\\s+there|do\\s+you\\s+have)\\s+${article}(?:skills?|tools?)\\s+(?:for|to|that|which|can|could|should|would|will|do\\s+i|does|lets?|allows?|about)\\b\\s*${connector}`,
    'i',
  ),
  new RegExp(
    `^(?:list|show|give)\\s+${article}(?:skills?|tools?)\\s+(?:for|to|that|which|about|on|related|matching)\\b\\s*${connector}`,
    'i',
  ),
];

/** What is searched for in a sentence such as "find skills for orders"; empty when that is not said. */
function readSentence(text: string): string | undefined {
  if (text.length > longestSentence || text.includes('\n')) return undefined;
  const plain = text.replace(/^(?:please|hi|hello|hey|ok)[\s,!]+/i, '').replace(/[\s?!.]+$/, '');
  for (const sentence of sentences) {
    const found = sentence.exec(plain);
    if (found !== null) return plain.slice(found[0].length).replace(/^:/, '').trim();
  }
  return undefined;
}

/** True when skills or tools are what the services behind the agent are about. */
function isSubject({ skills }: Agent): boolean {
  return hasWord(skills, 'skill') || hasWord(skills, 'tool');
}
