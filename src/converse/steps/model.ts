// Step 9: a language model is asked, where the operator has named one and the words of the message were not enough. It chooses among
// the skills that the search found, or asks back in its own words. What it chose is a guess like that of a sentence: it is asked back
// when it may change something, unless the operator wants no such questions.

import type { Call } from '../../invoke/call.ts';
import type { Agent } from '../agent.ts';
import type { Contents } from '../contents.ts';
import type { Model } from '../model/model.ts';
import type { Resolution } from '../resolution.ts';
import { settleCall, type SettleDeps } from '../settle-call.ts';
import type { UnderstoodSkill } from '../understand/understanding.ts';
import { ask } from './ask.ts';

export type Chooser = Pick<Model, 'choose'>;

export interface ModelStepDeps extends SettleDeps {
  readonly chooser: Chooser;
}

/** An agent of so few skills needs no search, which may find nothing in a message of another language. */
const few = 8;

/** Undefined when the model was of no use; that costs the message nothing but time. */
export async function model(contents: Contents, agent: Agent, deps: ModelStepDeps): Promise<Resolution | undefined> {
  const { text, turn } = contents;
  const candidates = toCandidates(agent, text.value);
  if (candidates.length === 0) return undefined;
  const choice = await deps.chooser.choose({ text: text.value, candidates, signal: turn.signal });
  if (choice === undefined) return undefined;
  if (choice.kind === 'question') return ask(contents, agent, choice.text);
  const call: Call = { skill: choice.skill, arguments: choice.arguments, coerce: false, resolvedBy: 'model' };
  return settleCall(deps, call, { confirmed: false, guessed: deps.settings.confirm !== 'never' });
}

function toCandidates(agent: Agent, text: string): readonly Pick<UnderstoodSkill, 'skill'>[] {
  const found = agent.understand(text).candidates;
  if (agent.skills.length > few) return found;
  const known = new Set(found.map(({ skill }) => skill));
  return [...found, ...agent.skills.filter((skill) => !known.has(skill)).map((skill) => ({ skill }))];
}
