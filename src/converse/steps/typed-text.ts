// Step 7: the text names the skill, by name or by method and path, and gives the arguments behind it. A name alone may stand
// beside a data part with the arguments.

import { unwrap } from '../given.ts';
import { unusablePart } from '../refusal.ts';
import { parseRouteCall } from '../route-call.ts';
import { parseTypedCall } from '../typed-call.ts';
import type { Step } from './step.ts';

export const typedText: Step = ({ data, text }, agent) => {
  if (text.value === '') return undefined;
  const typed = parseRouteCall(text, agent) ?? parseTypedCall(text, agent);
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
