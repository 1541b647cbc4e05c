// "Which of these?": nothing or too much was understood. The text has a line for each candidate that can be sent as it is.

import type { GatewayError } from '../../errors.ts';
import type { Question } from '../resolution.ts';
import { lineOf, toCandidate, toCandidatesData, type Possible } from './candidate.ts';

const shown = 5;
const longestLine = 300;

export interface Choice {
  /** A sentence about what was heard and why it is not enough. */
  readonly why: string;
  /** Best first. */
  readonly possible: readonly Possible[];
  readonly refusal: GatewayError;
  /** True when nothing of the message points to them: they show what there is. */
  readonly isSample?: boolean;
}

export function askWhich({ why, possible, refusal, isSample = false }: Choice): Question {
  const offered = possible.slice(0, shown);
  const [first] = offered;
  const lines = offered.map((one, at) => `${at + 1}. ${one.skill.name}: ${shortLine(one)}`);
  const ending =
    first === undefined
      ? 'Write "help" to see what there is.'
      : `Reply with a number${offered.length === 1 ? ' or yes' : ''}, or send one of the lines as it is. Write "help" to see everything.`;
  const text = [
    why,
    ...(lines.length === 0 ? [] : [isSample ? 'Some of what there is:' : 'Did you mean:', ...lines]),
    ending,
  ].join('\n');
  return {
    text,
    data: { question: 'choose', candidates: toCandidatesData(offered) },
    open: { kind: 'choose', candidates: offered.map(toCandidate) },
    refusal,
    ...(offered.length === 1 && first !== undefined ? { skill: first.skill } : {}),
  };
}

function shortLine(one: Possible): string {
  const line = lineOf(one);
  return line.length > longestLine ? one.skill.id : line;
}
