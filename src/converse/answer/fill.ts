// What an answer adds to a call that lacks arguments: pairs, JSON, values within a sentence, or the value alone. The reading that
// leaves the least to ask for is taken.

import type { Skill } from '../../catalog/skill.ts';
import type { GatewayError } from '../../errors.ts';
import type { Call } from '../../invoke/call.ts';
import { isJsonObject } from '../../lib/json.ts';
import type { KnownArguments } from '../ask/call-line.ts';
import { toCall, type Possible } from '../ask/candidate.ts';
import { parseBareArguments } from '../typed-call.ts';

export interface FillDeps {
  check(call: Call): GatewayError | undefined;
  /** What a sentence says about the arguments of one skill. */
  extract(skill: Skill, sentence: string): KnownArguments;
}

export interface Filled {
  readonly call: Call;
  /** What is still wrong with it. */
  readonly wrong: GatewayError | undefined;
}

interface Added {
  readonly values: KnownArguments;
  /** True when strings stand for what the schema asks for. */
  readonly coerce: boolean;
}

type Reading = (possible: Possible, text: string) => Added | undefined;

/** In characters; a longer text is a value or pairs. */
const longestSentence = 2_000;
const longestWord = 100;

/** Undefined when the text adds nothing that is of use. */
export function fillFromText(deps: FillDeps, possible: Possible, text: string): Filled | undefined {
  const value = unquote(text);
  if (value === '') return undefined;
  const readValues: Reading = ({ skill }, words) =>
    words.length > longestSentence ? undefined : { values: deps.extract(skill, words), coerce: false };
  // One word is a value; of several, the values are looked for first.
  const readings = /\s/.test(value) ? [readPairs, readValues, readList, readBare] : [readPairs, readBare, readValues];
  let best: Filled | undefined;
  for (const read of readings) {
    const added = read(possible, read === readPairs ? text : value);
    if (added === undefined || Object.keys(added.values).length === 0) continue;
    const filled = fill(deps, possible, added);
    if (filled.wrong === undefined) return filled;
    if (best === undefined || leftOf(filled) < leftOf(best)) best = filled;
  }
  return best !== undefined && leftOf(best) < possible.missing.length ? best : undefined;
}

/** What is wrong with one word as the one argument that is missing. */
export function refuseValue(deps: Pick<FillDeps, 'check'>, possible: Possible, text: string): Filled | undefined {
  const value = unquote(text);
  const added = /^\S+$/.test(value) && value.length <= longestWord ? readBare(possible, value) : undefined;
  return added === undefined ? undefined : fill(deps, possible, added);
}

/** The candidate with another value for one of its arguments. */
export function correct(
  deps: Pick<FillDeps, 'check'>,
  possible: Possible,
  { key, value }: { readonly key: string; readonly value: string | undefined },
): Filled {
  return fill(deps, possible, { values: Object.fromEntries([[key, value]]), coerce: true });
}

/** The candidate with what a data part adds. */
export function fillFromData(deps: Pick<FillDeps, 'check'>, possible: Possible, values: KnownArguments): Filled {
  return fill(deps, possible, { values, coerce: false });
}

function fill({ check }: Pick<FillDeps, 'check'>, possible: Possible, added: Added): Filled {
  const args = Object.fromEntries([...Object.entries(possible.arguments), ...Object.entries(added.values)]);
  const call = toCall({ ...possible, arguments: args, coerce: possible.coerce || added.coerce }, 'answer');
  return { call, wrong: check(call) };
}

function leftOf({ wrong }: Filled): number {
  return wrong?.violations.length ?? 0;
}

/** `petId=10`, `{"petId":10}`. */
function readPairs({ skill }: Possible, text: string): Added | undefined {
  try {
    const given = parseBareArguments(text, skill, '');
    if (given === undefined || !isJsonObject(given.arguments)) return undefined;
    return { values: given.arguments, coerce: given.coerce };
  } catch {
    // What looks like pairs and is none may still be a value.
    return undefined;
  }
}

function readBare({ missing }: Possible, text: string): Added | undefined {
  const [key, other] = missing;
  if (key === undefined || other !== undefined) return undefined;
  return { values: Object.fromEntries([[key, text]]), coerce: true };
}

/** One value for each, in the order that they were asked for: `10, sold`. */
function readList({ missing }: Possible, text: string): Added | undefined {
  if (missing.length < 2 || text.length > longestSentence) return undefined;
  const values = text
    .split(/[,;\n]|\band\b/)
    .map(unquote)
    .filter((value) => value !== '');
  if (values.length !== missing.length) return undefined;
  return { values: Object.fromEntries(missing.map((key, at) => [key, values[at]])), coerce: true };
}

function unquote(text: string): string {
  const trimmed = text.trim();
  return /^(["'`“‘])(.*)["'`”’]$/s.exec(trimmed)?.[2]?.trim() ?? trimmed;
}
