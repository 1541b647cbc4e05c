// "What is the petId?": the skill is known, and some of its arguments are missing or wrong. Each is named with what it is; the
// answer may be the values alone.

import type { JsonSchema } from '../../spec/json-schema.ts';
import type { GatewayError, Violation } from '../../errors.ts';
import type { Call, ResolvedBy } from '../../invoke/call.ts';
import { isJsonObject, stringifyJson } from '../../lib/json.ts';
import type { Question } from '../resolution.ts';
import type { KnownArguments } from './call-line.ts';
import { guessedBy, lineOf, toCandidate, toCandidatesData, type Possible } from './candidate.ts';
import { followSchema } from './follow-schema.ts';

const described = 6;
const longestValue = 80;
const longestDescription = 160;

/** A question about a call whose arguments do not fit; `refusal` says how. */
export function askForArguments(
  { skill, arguments: given, coerce, resolvedBy, fields }: Call,
  refusal: GatewayError,
  { unread }: Unread = {},
): Question {
  const known = isJsonObject(given) ? given : {};
  const wanted = [...new Set(refusal.violations.map(({ field }) => topOf(field)))].filter((key) => key !== '');
  const keys = argumentKeys(skill);
  const missing = wanted.filter((key) => keys.has(key));
  const kept = Object.entries(known).filter(([key]) => !wanted.includes(key));
  const wrong = refusal.violations.filter(({ field, description }) => isWrong(field, description, known));
  const unreadable = unread === undefined || unread === refusal ? [] : unread.violations;
  return askFor(
    { skill, arguments: Object.fromEntries(kept), coerce, missing, fields },
    { wrong: [...unreadable, ...wrong], resolvedBy, refusal: unread ?? refusal },
  );
}

export interface Unread {
  /** What the caller wrote as arguments cannot be read at all. */
  readonly unread?: GatewayError;
}

export interface Asking {
  /** What was given and does not fit. */
  readonly wrong?: readonly Violation[];
  readonly resolvedBy?: ResolvedBy;
  readonly refusal: GatewayError;
}

export function askFor(possible: Possible, { wrong = [], resolvedBy, refusal }: Asking): Question {
  const { skill, arguments: known, missing } = possible;
  const text = [
    `${skill.name} (${skill.id})${missing.length === 0 ? ' cannot be called so.' : ' needs more.'}`,
    ...wrong.slice(0, described).map(({ field, description }) => `- ${field}: ${description}`),
    ...missing.slice(0, described).map((key) => `- ${key}: ${describe(possible, key)}`),
    ...sayKnown(known),
    ...(missing.length === 1
      ? [`Reply with the value of ${missing[0]} alone, or send all in one message:`]
      : ['Send all in one message, for example:']),
    lineOf(possible),
  ].join('\n');
  return {
    text,
    data: { question: 'complete', candidates: toCandidatesData([possible]) },
    open: { kind: 'complete', candidates: [toCandidate(possible)], ...guessedBy(resolvedBy) },
    skill,
    refusal,
    ...(resolvedBy === undefined ? {} : { resolvedBy }),
  };
}

function sayKnown(known: KnownArguments): readonly string[] {
  const said = Object.entries(known).map(([key, value]) => `${key} = ${cut(stringifyJson(value), longestValue)}`);
  return said.length === 0 ? [] : [`Understood so far: ${said.join(', ')}.`];
}

/** `integer, required in the path. The id of the pet.` */
function describe({ skill }: Possible, key: string): string {
  const schema = skill.input.schema();
  const property = typeof schema === 'boolean' ? undefined : schema.properties?.[key];
  const argument = skill.input.arguments.find((one) => one.key === key);
  const place = argument === undefined || argument.in === 'field' ? '' : ` (${argument.in})`;
  const words = typeof property === 'object' ? property['description'] : undefined;
  const about =
    typeof words === 'string' && words.trim() !== ''
      ? `. ${cut(words.trim().split('\n')[0] ?? '', longestDescription)}`
      : '';
  return `${typeOf(property, schema)}${place}${about}`;
}

function typeOf(property: JsonSchema | undefined, root: JsonSchema, isField = false): string {
  const plain = followSchema(property, root);
  if (plain === undefined) return 'a value';
  if (plain.enum !== undefined)
    return `one of ${plain.enum
      .slice(0, 12)
      .map((value) => stringifyJson(value))
      .join(', ')}${plain.enum.length > 12 ? ', …' : ''}`;
  const type = [plain.type ?? []].flat().filter((one) => one !== 'null');
  const format = plain['format'];
  const fields = isField ? [] : Object.entries(plain.properties ?? {});
  const inside = fields.slice(0, described).map(([key, field]) => {
    const mark = plain.required?.includes(key) === true ? '' : '?';
    return `${key}${mark}: ${typeOf(field, root, true)}`;
  });
  const within = inside.length === 0 ? '' : ` {${inside.join('; ')}${fields.length > described ? '; …' : ''}}`;
  return `${type.join(' or ') || 'a value'}${typeof format === 'string' ? `, ${format}` : ''}${within}`;
}

function argumentKeys({ input }: Call['skill']): ReadonlySet<string> {
  return new Set([...input.arguments.map(({ key }) => key), ...(input.body === undefined ? [] : [input.body.key])]);
}

function isWrong(field: string, description: string, known: KnownArguments): boolean {
  return !description.startsWith('is required') || Object.hasOwn(known, topOf(field)) || field.includes('.');
}

/** `operands` of `operands[0].x`. */
function topOf(field: string): string {
  return /^[^.[]*/.exec(field)?.[0] ?? '';
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}
