// Step 7: the text names the skill, by name or by method and path, and gives the arguments behind it. A name alone may stand
// beside a data part with the arguments.

import { GatewayError } from '../../errors.ts';
import type { Agent } from '../agent.ts';
import type { Located } from '../contents.ts';
import { unwrap } from '../given.ts';
import { unusablePart } from '../refusal.ts';
import { parseTypedText } from '../typed-text.ts';
import type { TypedCall } from '../typed/call-at-start.ts';
import type { Step } from './step.ts';

export const typedText: Step = ({ data, text }, agent) => {
  if (text.value === '') return undefined;
  const typed = parse(text, agent);
  if (typed === undefined) return undefined;
  const { skill, given } = typed;
  if (data === undefined) return { skill, ...(given ?? { arguments: {}, coerce: false }), resolvedBy: 'typed text' };
  if (given !== undefined) {
    const problem = `${text.field} gives arguments already; give all of them in the data part and only the name in the text`;
    throw unusablePart(data.field, problem, skill);
  }
  const args = unwrap({ skill, field: text.field }, data, agent);
  return { skill, arguments: args, coerce: false, resolvedBy: 'typed text' };
};

function parse(text: Located<string>, agent: Agent): TypedCall | undefined {
  try {
    return parseTypedText(text, agent);
  } catch (error) {
    // Where text is listened to, what looks like a name and is none may be prose.
    if (agent.listener !== undefined && error instanceof GatewayError && error.code === 'skill_not_found')
      return undefined;
    throw error;
  }
}
