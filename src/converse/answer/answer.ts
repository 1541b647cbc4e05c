// A turn that comes while a question is open: yes, no, a number, a value, a data part or a whole call line answer it. What is about
// something else leaves the question and is resolved anew.

import type { Call, ResolvedBy } from '../../invoke/call.ts';
import { isJsonObject } from '../../lib/json.ts';
import type { OpenQuestion } from '../../task/task.ts';
import type { Agent } from '../agent.ts';
import { toCall, type Possible } from '../ask/candidate.ts';
import { askWhich } from '../ask/choose.ts';
import { askForArguments } from '../ask/complete.ts';
import { askWhether } from '../ask/confirm.ts';
import type { Contents } from '../contents.ts';
import { unresolved } from '../refusal.ts';
import type { AnswerResolution, Question, Resolution } from '../resolution.ts';
import { settleCall, type SettleDeps } from '../settle-call.ts';
import { readCorrection } from './correction.ts';
import { fillFromData, fillFromText, refuseValue, correct, type FillDeps, type Filled } from './fill.ts';
import { isBareData, readDecision, readNumber } from './data-replies.ts';
import { readChoice, saysNo, saysYes } from './replies.ts';
import { isValuesAlone } from './values-alone.ts';

export interface AnswerDeps extends SettleDeps, FillDeps {
  /** What the turn comes to by itself, without a model. */
  byRule(contents: Contents, agent: Agent): Resolution;
  /** The same with one, if there is one. */
  byModel(contents: Contents, agent: Agent): Promise<Resolution | undefined>;
}

/** A turn with the question that it may answer. */
export interface Answering {
  readonly contents: Contents;
  readonly agent: Agent;
  readonly open: OpenQuestion;
}

interface Asked extends Answering {
  readonly deps: AnswerDeps;
  /** The candidates whose skills are still there. */
  readonly possible: readonly Possible[];
}

export async function answerQuestion(deps: AnswerDeps, answering: Answering): Promise<AnswerResolution> {
  const { contents, agent, open } = answering;
  const asked: Asked = { ...answering, deps, possible: toPossible(open, agent) };
  const direct = isBareData(contents, agent) ? readData(asked) : readShort(asked);
  if (direct !== undefined) return direct;
  const anew = deps.byRule(contents, agent);
  if (anew.kind !== 'question') return readValuesAlone(asked, anew) ?? place(asked, anew);
  // Another skill that is named is another matter, and so is one that was understood, if the words are no values for this one.
  const { resolvedBy } = anew.question;
  if (resolvedBy !== undefined && resolvedBy !== 'sentence') return place(asked, anew);
  const filled = readValues(asked);
  if (filled !== undefined) return filled;
  if (resolvedBy !== undefined) return place(asked, anew);
  if (open.kind === 'confirm' && refusing.test(contents.text.value)) return declined;
  const byModel = await deps.byModel(contents, agent);
  if (byModel !== undefined) return place(asked, byModel);
  return isAnotherMatter(asked, anew.question) ? { kind: 'other', resolution: anew } : askAgain(asked);
}

function toPossible({ candidates }: OpenQuestion, { skills }: Agent): readonly Possible[] {
  return candidates.flatMap((candidate): readonly Possible[] => {
    const skill = skills.find(({ id }) => id === candidate.skill);
    return skill === undefined ? [] : [{ ...candidate, skill }];
  });
}

const declined = { kind: 'declined', text: 'Left undone, as you wish.' } as const;

/** "not yet", "wait, no", "nope, keep it". */
const refusing =
  /^(?:(?:wait|oh|hmm?|hold on|actually)[\s,.!]*)?(?:no|nope|nah|not|don['’]?t|do not|never|stop|cancel|wait|hold on)\b/i;
const forbidding = /^(?:please[\s,]+)?(?:do not|don['’]?t|never)\b/i;
const agreeing = /^(?:yes|yeah|yep|yup|ok|okay|sure)\b/i;

/** Yes, no, a number. */
function readShort(asked: Asked): AnswerResolution | undefined {
  const { contents, open, possible } = asked;
  const text = contents.text.value;
  if (saysNo(text)) return declined;
  const [only, other] = possible;
  const isOne = only !== undefined && other === undefined;
  const number = open.kind === 'choose' ? readChoice(text, possible.length) : undefined;
  if (number !== undefined) return choose(asked, possible[number]);
  if (open.kind === 'confirm' && forbidding.test(text)) return declined;
  if (open.kind === 'confirm' && isOne) {
    const [key, value] = readCorrection(text, only.arguments) ?? [];
    if (key !== undefined) return settleFilled(asked, correct(asked.deps, only, { key, value }));
  }
  if (!isOne || !saysYes(text)) return undefined;
  if (open.kind === 'choose') return choose(asked, only);
  return open.kind === 'confirm' ? settle(asked, toCall(only, resolvedByOf(open)), true) : undefined;
}

function readData(asked: Asked): AnswerResolution | undefined {
  const { contents, deps, open, possible } = asked;
  const value = contents.data?.value;
  const [only, other] = possible;
  if (open.kind === 'choose') {
    const number = readNumber(value, possible.length);
    if (number !== undefined) return choose(asked, possible[number]);
  }
  if (open.kind === 'confirm' && only !== undefined) {
    const decision = readDecision(value);
    if (decision === false) return declined;
    if (decision === true) return settle(asked, toCall(only, resolvedByOf(open)), true);
  }
  if (!isJsonObject(value)) return undefined;
  const filled = possible.map((one) => fillFromData(deps, one, value));
  const [fitting, another] = filled.filter(({ wrong }) => wrong === undefined);
  if (fitting !== undefined && another === undefined) return settleFilled(asked, fitting);
  return only !== undefined && other === undefined && filled[0] !== undefined
    ? settleFilled(asked, filled[0])
    : undefined;
}

/** Values for the only candidate. */
function readValues(asked: Asked): AnswerResolution | undefined {
  const { contents, deps, possible } = asked;
  const [only, other] = possible;
  if (only === undefined || other !== undefined || contents.data !== undefined) return undefined;
  const filled = fillFromText(deps, only, contents.text.value);
  return filled === undefined ? undefined : settleFilled(asked, filled);
}

/** "lot 7" where a lot was asked for is that lot, and no wish to see it. */
function readValuesAlone(asked: Asked, anew: Resolution): AnswerResolution | undefined {
  const [only] = asked.possible;
  if (anew.kind !== 'call' || anew.call.resolvedBy !== 'sentence') return undefined;
  if (asked.open.kind === 'choose' || only === undefined || anew.call.skill === only.skill) return undefined;
  return isValuesAlone(asked.contents.text.value, only.skill) ? readValues(asked) : undefined;
}

function choose(asked: Asked, chosen: Possible | undefined): AnswerResolution | undefined {
  if (chosen === undefined) return undefined;
  const call = toCall(chosen, resolvedByOf(asked.open));
  return settleFilled(asked, { call, wrong: asked.deps.check(call) });
}

function settleFilled(asked: Asked, { call, wrong }: Filled): Resolution {
  const named: Call = { ...call, resolvedBy: resolvedByOf(asked.open) };
  if (wrong !== undefined) return { kind: 'question', question: askForArguments(asked.deps.toPlain(named), wrong) };
  return settle(asked, named, false);
}

function settle({ deps, open }: Asked, call: Call, confirmed: boolean): Resolution {
  return settleCall(deps, call, { confirmed, guessed: open.guessed === true });
}

/** What was only understood stays so until it is confirmed. */
function resolvedByOf({ guessed }: OpenQuestion): ResolvedBy {
  return guessed === true ? 'sentence' : 'answer';
}

/** What names one of the candidates goes on with the task; anything else begins another. */
function place(asked: Asked, resolution: Resolution): AnswerResolution {
  if (resolution.kind === 'saying') return resolution;
  const skill = resolution.kind === 'call' ? resolution.call.skill : resolution.question.skill;
  const meant = asked.possible.find((one) => one.skill === skill);
  if (meant === undefined) return { kind: 'other', resolution };
  if (resolution.kind !== 'call' || asked.deps.check(resolution.call) === undefined) return resolution;
  // A line that gives only what was missing.
  const { call } = resolution;
  const given = isJsonObject(call.arguments) ? call.arguments : {};
  const args = Object.fromEntries([...Object.entries(meant.arguments), ...Object.entries(given)]);
  const whole: Call = { ...call, arguments: args, coerce: call.coerce || meant.coerce };
  return settleFilled(asked, { call: whole, wrong: asked.deps.check(whole) });
}

/** A sentence whose words point to skills that were not asked about. */
function isAnotherMatter({ contents, open: asked, possible }: Asked, { open }: Question): boolean {
  const [nearest] = open.candidates;
  // "yes, but not now"
  if (asked.kind === 'confirm' && agreeing.test(contents.text.value)) return false;
  if (nearest === undefined || !/\S\s+\S+\s+\S/.test(contents.text.value)) return false;
  return possible.every(({ skill }) => skill.id !== nearest.skill);
}

function askAgain(asked: Asked): Resolution {
  const { contents, agent, deps, open, possible } = asked;
  const [only] = possible;
  const refusal = unresolved(contents, agent);
  if (open.kind === 'confirm' && only !== undefined) {
    return { kind: 'question', question: askWhether(only, resolvedByOf(open)) };
  }
  if (open.kind === 'complete' && only !== undefined) {
    // "13" where 12 is the most: why it is not taken is said.
    const refused = refuseValue(deps, only, contents.text.value);
    if (refused?.wrong !== undefined) return settleFilled(asked, refused);
    const call = toCall(only, resolvedByOf(open));
    return { kind: 'question', question: askForArguments(call, deps.check(call) ?? refusal) };
  }
  return { kind: 'question', question: askWhich({ why: 'That does not tell which one is meant.', possible, refusal }) };
}
