// "Shall I?": everything is known, and the call changes something. It is made after a yes, or at once when the line is sent that
// says that it is meant.

import { GatewayError } from '../../errors.ts';
import type { ResolvedBy } from '../../invoke/call.ts';
import type { Question } from '../resolution.ts';
import { guessedBy, lineOf, toCandidate, toCandidatesData, type Possible } from './candidate.ts';

export function askWhether(possible: Possible, resolvedBy: ResolvedBy): Question {
  const { skill } = possible;
  const callLine = `confirm ${lineOf(possible)}`;
  const what = skill.destructive ? 'This cannot be undone' : 'This may change something';
  const text = [
    `${skill.name} (${skill.operation.method} ${skill.operation.path}): shall I do that? ${what}.`,
    lineOf(possible),
    'Reply yes or no. To ask for it in one message, send:',
    callLine,
  ].join('\n');
  return {
    text,
    data: { question: 'confirm', candidates: toCandidatesData([possible], () => callLine) },
    open: { kind: 'confirm', candidates: [toCandidate(possible)], ...guessedBy(resolvedBy) },
    skill,
    resolvedBy,
    refusal: new GatewayError(
      'skill_unresolved',
      `${skill.id} may change something and has to be confirmed. A text that calls it: ${callLine}`,
      {
        metadata: { skills: skill.id },
      },
    ),
  };
}
