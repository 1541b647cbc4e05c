// Step 8: a plain sentence, understood by its words. It acts only when one skill is meant beyond doubt, everything it needs was said,
// and it changes nothing; when something is missing, or would be changed, the caller is asked.

import type { Call } from '../../invoke/call.ts';
import { settleCall, type SettleDeps } from '../settle-call.ts';
import type { Agent } from '../agent.ts';
import type { Contents } from '../contents.ts';
import type { Resolution } from '../resolution.ts';

export function sentence({ text }: Contents, agent: Agent, deps: SettleDeps): Resolution | undefined {
  if (!deps.settings.understand) return undefined;
  const { candidates, clear } = agent.understand(text.value);
  const [found] = candidates;
  if (found === undefined || !clear) return undefined;
  const call: Call = { skill: found.skill, arguments: found.arguments, coerce: false, resolvedBy: 'sentence' };
  return settleCall(deps, call, { confirmed: false, guessed: true });
}
