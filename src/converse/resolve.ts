// A turn becomes a call. The steps are tried in order; the first that makes a call of the turn decides. Each is deterministic,
// and the call says which one it was. When none does, the error names skills and a call line that works.

import type { Call } from '../invoke/call.ts';
import { createAgents, type ResolverDeps } from './agent.ts';
import { toContents } from './contents.ts';
import { addFiles } from './files.ts';
import { unresolved } from './refusal.ts';
import { bareData } from './steps/bare-data.ts';
import { envelope } from './steps/envelope.ts';
import { extension } from './steps/extension.ts';
import { jsonText } from './steps/json-text.ts';
import { metadata } from './steps/metadata.ts';
import { onlySkill } from './steps/only-skill.ts';
import { saidText } from './steps/said-text.ts';
import type { Step } from './steps/step.ts';
import { typedText } from './steps/typed-text.ts';
import type { Turn } from './turn.ts';

const steps: readonly Step[] = [
  onlySkill, //  1 the address leaves no choice
  extension, //  2 the skill contract extension
  metadata, //   3 metadata.skillId and its like
  envelope, //   4 {"skill": …, "arguments": …}
  bareData, //   5 arguments alone
  jsonText, //   6 4 and 5 as text
  typedText, //  7 getPet petId=10, GET /pets/10
  saidText, //   8 text for a skill that is an agent itself
];

export interface Resolver {
  /** Throws `skill_not_found`, `skill_unresolved`, `skill_ambiguous`, `part_not_usable`, `invalid_params`, `invalid_arguments`. */
  resolve(turn: Turn): Call;
}

export function createResolver(deps: ResolverDeps): Resolver {
  const agentOf = createAgents(deps);
  return {
    resolve: (turn) => {
      const contents = toContents(turn);
      const agent = agentOf(turn.skills);
      for (const step of steps) {
        const call = step(contents, agent);
        if (call !== undefined) return addFiles(call, contents);
      }
      throw unresolved(contents, agent);
    },
  };
}
