// Plain words for a skill that something else has chosen: the address, or the metadata. Values are looked for in the sentence; one that
// is nothing but a value is the argument that is missing.

import type { Skill } from '../catalog/skill.ts';
import type { Call, ResolvedBy } from '../invoke/call.ts';
import type { Agent } from './agent.ts';
import { fillFromText } from './answer/fill.ts';
import { askForArguments } from './ask/complete.ts';
import type { Refusal } from './refusal.ts';
import type { Resolution } from './resolution.ts';
import { settleCall, type SettleDeps } from './settle-call.ts';

export interface WordsDeps extends SettleDeps {
  /** The skill as an agent of its own. */
  alone(skill: Skill): Agent;
}

export interface Words {
  readonly text: string;
  readonly resolvedBy: ResolvedBy;
  /** Why they are not arguments as they stand. */
  readonly refusal?: Refusal;
}

const guess = { confirmed: false, guessed: true } as const;

export function fromWords(deps: WordsDeps, skill: Skill, { text, resolvedBy, refusal }: Words): Resolution {
  const extract = (one: Skill, words: string) => deps.alone(one).understand(words).candidates[0]?.arguments ?? {};
  const call: Call = { skill, arguments: extract(skill, text), coerce: false, resolvedBy };
  const wrong = deps.check(call);
  if (wrong === undefined) return settleCall(deps, call, guess);
  const question = askForArguments(call, wrong);
  const [candidate] = question.open.candidates;
  const filled =
    candidate === undefined ? undefined : fillFromText({ ...deps, extract }, { ...candidate, skill }, text);
  if (filled?.wrong === undefined && filled !== undefined)
    return settleCall(deps, { ...filled.call, resolvedBy }, guess);
  // What looks like arguments and could not be read is said, too.
  if (refusal === undefined || !/[={]/.test(text)) return { kind: 'question', question };
  return { kind: 'question', question: askForArguments(call, wrong, { unread: refusal }) };
}
