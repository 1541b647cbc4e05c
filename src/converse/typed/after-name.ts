// The arguments behind the name of a skill, in all the ways that they are written: JSON, pairs, flags, in parentheses as programs
// call, or in words: `with petId 10 and limit 5`. Everything there is has to be arguments; prose gives undefined.

import type { Skill } from '../../catalog/skill.ts';
import { findJsonObject, tryWrittenJson } from '../json-text.ts';
import { isJsonObject } from '../../lib/json.ts';
import { parseKeyValues, startsWithKey, type Pair } from '../key-values.ts';
import { endOfBrackets } from './brackets.ts';
import { parseFlags, startsWithFlag } from './flags.ts';
import { isKeyOf, toGivenJson, toGivenPairs, type Given } from './given-pairs.ts';
import { parsePhrasePairs } from './phrase-pairs.ts';
import { endOfQuoted, isQuote, unquote } from './quoted.ts';

export interface Named {
  readonly skill: Skill;
  /** True when the name can be no other word, so that `key value` after it is meant as arguments. */
  readonly isSure: boolean;
}

/** Between a name and its arguments: "with the following arguments:", "Action Input:". */
const introduction =
  /^(?:[\s:,;>*-]|=>|(?:with|using|where|for|having|given|and|the|these|following|its?|action|arguments?|args|params|parameters?|inputs?|body|payload|json|data|values?|as|set|to)(?![\p{L}\p{N}_=-]))+/iu;
const spokenIntroduction = /\b(?:with|using|where|for|having|given)\b/i;
const longestIntroduction = 100;

/** Throws SyntaxError for what can only be arguments and is broken. */
export function parseAfterName(text: string, named: Named): Given | undefined {
  const { skill, isSure } = named;
  if (text.trimStart().startsWith('(')) return parseCallSyntax(text, named);
  const plain = text.replace(/^[\s:,;]+/, '');
  if (startsWithFlag(plain)) return toGivenPairs(parseFlags(plain), skill);
  const listed = parsePhrasePairs(plain, { isKey: isKeyOf(skill), spoken: false });
  if (listed !== undefined) return toGivenPairs(listed, skill);
  const intro = introduction.exec(text.slice(0, longestIntroduction))?.[0] ?? '';
  const rest = text.slice(intro.length);
  if (rest.startsWith('{') || rest.startsWith('```')) {
    const found = findJsonObject(rest);
    return found === undefined || found.before !== '' || found.after !== ''
      ? undefined
      : toGivenJson(found.value, skill);
  }
  const isSpoken = spokenIntroduction.test(intro) && (isSure || skill.readOnly);
  const pairs = parsePhrasePairs(rest, { isKey: isKeyOf(skill), spoken: isSpoken }) ?? parsePairs(rest, isKeyOf(skill));
  if (pairs !== undefined) return toGivenPairs(pairs, skill);
  return isSure && isExact(skill) && hasFormOfValue(plain) ? toLoneArgument(plain, skill) : undefined;
}

const longestWord = 100;

/** What no word of a sentence looks like: `10`, `ord-1001`, text in quotes. */
function hasFormOfValue(text: string): boolean {
  return isQuote(text[0]) || (text.length <= longestWord && /^[^\s:=?&/]+$/.test(text) && /\d/.test(text));
}

/** `renewLoan 7` says which; `createLoan 7` would make something of a guess. */
function isExact({ readOnly, input }: Skill): boolean {
  return readOnly || input.arguments.some(({ in: place }) => place === 'path');
}

/** Pairs with keys that the skill may not have, for the schema to refuse or allow. */
function parsePairs(text: string, isKey: (name: string) => boolean): readonly Pair[] | undefined {
  if (!startsWithKey(text)) return undefined;
  try {
    return parseKeyValues(text, isKey);
  } catch {
    return undefined;
  }
}

/** `(petId=10)`, `({"petId":10})`, `(10)` for the one argument that is required, `()`. */
function parseCallSyntax(text: string, { skill, isSure }: Named): Given | undefined {
  const start = text.indexOf('(');
  // "List pets (the cheap ones)": only a name that stands right before it makes a call of it.
  if (!isSure && start > 0) return undefined;
  if (endOfBrackets(text, start) !== text.trimEnd().length) return undefined;
  const inner = text
    .trimEnd()
    .slice(start + 1, -1)
    .trim();
  if (inner === '') return { arguments: {}, coerce: false };
  if (inner.startsWith('{')) {
    const parsed = tryWrittenJson(inner);
    return parsed.ok && isJsonObject(parsed.value) ? toGivenJson(parsed.value, skill) : undefined;
  }
  const pairs = parsePhrasePairs(inner, { isKey: isSure ? () => true : isKeyOf(skill), spoken: false });
  if (pairs !== undefined) return toGivenPairs(pairs, skill);
  return start === 0 ? toLoneArgument(inner, skill) : undefined;
}

/** The one argument that is required, with the value alone. */
function toLoneArgument(text: string, skill: Skill): Given | undefined {
  const value = parseLoneValue(text);
  const [key, other] = requiredNames(skill);
  if (value === undefined || key === undefined || other !== undefined) return undefined;
  return { arguments: Object.fromEntries([[key, value.value]]), coerce: true };
}

function requiredNames(skill: Skill): readonly string[] {
  const schema = skill.input.schema();
  return typeof schema === 'boolean' ? [] : (schema.required ?? []);
}

/** One bare word, quoted text, or array. */
function parseLoneValue(text: string): { readonly value: unknown } | undefined {
  if (isQuote(text[0])) return endOfQuoted(text, 0) === text.length ? { value: unquote(text) } : undefined;
  if (text.startsWith('[')) {
    const parsed = tryWrittenJson(text);
    return parsed.ok ? { value: parsed.value } : undefined;
  }
  return /^[^\s,;(){}[\]]+$/.test(text) ? { value: text } : undefined;
}
