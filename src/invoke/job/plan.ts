// All that following the jobs of one skill needs, decided once per skill.

import type { Skill } from '../../catalog/skill.ts';
import type { Conversation } from '../conversation/read-conversation.ts';
import type { Addresses } from './address.ts';
import type { JobRules } from './read-rules.ts';

export interface JobPlan {
  readonly skill: Skill;
  readonly rules: JobRules;
  readonly addresses: Addresses;
  /** True when the document declares the method at this path, which is below the base URL. */
  readonly isDeclared: (method: string, path: string) => boolean;
  /** Set when the operation is an agent itself. */
  readonly conversation: Conversation | undefined;
}
