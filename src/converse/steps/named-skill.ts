// Prose that names one skill unmistakably, as `renewLoan`, and is no call of it: what is missing is asked for, or whether that skill
// is meant. Nothing is called, and no other skill is offered.

import type { Call } from '../../invoke/call.ts';
import type { Agent } from '../agent.ts';
import { askWhich } from '../ask/choose.ts';
import { askForArguments } from '../ask/complete.ts';
import type { Contents } from '../contents.ts';
import type { WordsDeps } from '../from-words.ts';
import { unresolved } from '../refusal.ts';
import type { Resolution } from '../resolution.ts';
import { mayBeMeant } from '../typed/request-words.ts';
import { findNameInProse } from '../typed/unmistakable.ts';

export function namedSkill(deps: WordsDeps, contents: Contents, agent: Agent): Resolution | undefined {
  const text = contents.text.value;
  const named = deps.settings.understand && agent.listener === undefined ? findNameInProse(text, agent) : undefined;
  if (named === undefined) return undefined;
  const { skill, written } = named;
  const prose = text.replaceAll(written, ' ');
  const values = deps.alone(skill).understand(prose).candidates[0]?.arguments ?? {};
  const call: Call = { skill, arguments: values, coerce: false, resolvedBy: 'sentence' };
  const wrong = deps.check(call);
  if (wrong !== undefined && isWish(prose, skill)) return { kind: 'question', question: askForArguments(call, wrong) };
  const missing = [...new Set(wrong?.violations.map(({ field }) => /^[^.[]*/.exec(field)?.[0] ?? ''))];
  return {
    kind: 'question',
    question: askWhich({
      why: `${written} is named, and I am not sure what to do with it.`,
      possible: [{ skill, arguments: values, coerce: false, missing: missing.filter((key) => key !== '') }],
      refusal: unresolved(contents, agent),
    }),
  };
}

/** Not a question about the skill, and no word against it. */
function isWish(prose: string, skill: Call['skill']): boolean {
  return mayBeMeant(prose, { ...skill, readOnly: false });
}
