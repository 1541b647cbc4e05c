// The steps that read what names a skill, in the order that they are tried; the first that makes a call of the message decides.

import type { Skill } from '../catalog/skill.ts';
import type { GatewayError } from '../errors.ts';
import type { Call, ResolvedBy } from '../invoke/call.ts';
import type { Agent } from './agent.ts';
import { askForArguments } from './ask/complete.ts';
import { stripConfirmation } from './confirmation.ts';
import type { Contents } from './contents.ts';
import { addFiles } from './files.ts';
import { fromWords, type WordsDeps } from './from-words.ts';
import { Refusal } from './refusal.ts';
import type { Resolution } from './resolution.ts';
import { settleCall } from './settle-call.ts';
import { askAbout } from './steps/ask.ts';
import { bareData } from './steps/bare-data.ts';
import { envelope } from './steps/envelope.ts';
import { extension, findContract } from './steps/extension.ts';
import { jsonText } from './steps/json-text.ts';
import { findNamed, metadata } from './steps/metadata.ts';
import { onlySkill } from './steps/only-skill.ts';
import { saidText } from './steps/said-text.ts';
import type { Step } from './steps/step.ts';
import { typedText } from './steps/typed-text.ts';
import { takeFields } from './take-fields.ts';
import { takesText } from './takes-text.ts';

const steps: readonly Step[] = [
  onlySkill, //  1 the address leaves no choice
  extension, //  2 the skill contract extension
  metadata, //   3 metadata.skillId and its like
  envelope, //   4 {"skill": …, "arguments": …}
  bareData, //   5 arguments alone
  jsonText, //   6 4 and 5 as text
  typedText, //  7 getPet petId=10, GET /pets/10
  saidText, //     text for a skill that is an agent itself
];

/** Throws the refusals of what cannot be asked about: data, files, metadata. Undefined when nothing names a skill. */
export function byName(deps: WordsDeps, contents: Contents, agent: Agent): Resolution | undefined {
  try {
    return resolveNamed(deps, contents, agent);
  } catch (error) {
    if (!(error instanceof Refusal) || !isSpoken(contents) || !isAboutText(error, contents)) throw error;
    return aboutRefusal(deps, error, { contents, agent });
  }
}

/** A text and nothing else: who wrote it can be asked. */
export function isSpoken({ data, text, files }: Contents): boolean {
  return data === undefined && files.length === 0 && text.value !== '';
}

function resolveNamed(deps: WordsDeps, contents: Contents, agent: Agent): Resolution | undefined {
  const said = contents.text.value;
  const { text, confirmed } = said === '' ? nothingSaid : stripConfirmation(said);
  // A skill may be called "Confirm order".
  if (confirmed && agent.namedAtStart(said).length === 0) {
    const rest = { ...contents, text: { ...contents.text, value: text } };
    const call = firstCallOf(rest, agent);
    if (call !== undefined) return toResolution(deps, call, { contents: rest, confirmed });
  }
  const call = firstCall(contents, agent);
  return call === undefined ? undefined : toResolution(deps, call, { contents, confirmed: false });
}

const nothingSaid = { text: '', confirmed: false } as const;

function firstCall(contents: Contents, agent: Agent): Call | undefined {
  for (const step of steps) {
    const call = step(contents, agent);
    if (call !== undefined) return addFiles(takeFields(call, contents), contents);
  }
  return undefined;
}

/** Of what may be a call or the rest of a sentence. */
function firstCallOf(contents: Contents, agent: Agent): Call | undefined {
  try {
    return firstCall(contents, agent);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

interface Found {
  readonly contents: Contents;
  readonly confirmed: boolean;
}

function toResolution(deps: WordsDeps, call: Call, { contents, confirmed }: Found): Resolution {
  const isFromText = isSpoken(contents) && findContract(contents)?.arguments === undefined;
  if (!isFromText || isSaidTo(call)) return { kind: 'call', call, spoken: false };
  return settleCall(deps, call, { confirmed, guessed: false });
}

/** A skill that is an agent itself is told the text, whatever it asks for. */
function isSaidTo({ skill, resolvedBy }: Call): boolean {
  return takesText(skill) && saidBy.has(resolvedBy);
}

const saidBy: ReadonlySet<ResolvedBy> = new Set<ResolvedBy>(['agent', 'default skill', 'metadata', 'extension']);

/** Metadata is written by programs, which read errors. */
function isAboutText({ violations }: Refusal, { text }: Contents): boolean {
  return violations.every(({ field }) => field.startsWith(text.field));
}

interface Spoken {
  readonly contents: Contents;
  readonly agent: Agent;
}

function aboutRefusal(deps: WordsDeps, refusal: Refusal, { contents, agent }: Spoken): Resolution {
  const text = contents.text.value;
  const [skill, other] = refusal.skills;
  if (refusal.code !== 'invalid_arguments' || skill === undefined || other !== undefined)
    return askAbout(refusal, agent, text);
  const isChosen = findContract(contents) !== undefined || findNamed(contents, agent) !== undefined;
  if (isChosen) return fromWords(deps, skill, { text, resolvedBy: 'metadata', refusal });
  // Named by the text itself, with something behind it that cannot be read: nothing of it is guessed.
  return { kind: 'question', question: askForAll(deps, skill, refusal) };
}

function askForAll({ check }: Pick<WordsDeps, 'check'>, skill: Skill, refusal: GatewayError) {
  const call: Call = { skill, arguments: {}, coerce: false, resolvedBy: 'typed text' };
  return askForArguments(call, check(call) ?? refusal, { unread: refusal });
}
