// Whether what the document and the configuration say of conversations and jobs can be used, for the start: a call would only find out
// when it is made.

import type { Skill } from '../catalog/skill.ts';
import { GatewayError } from '../errors.ts';
import { readConversation } from './conversation/read-conversation.ts';
import { readJobRules } from './job/read-rules.ts';

/** A sentence for each mistake. */
export function findMappingMistakes(skills: readonly Skill[]): readonly string[] {
  return skills.flatMap((skill) =>
    [readConversation, readJobRules].flatMap((read) => {
      try {
        read(skill);
        return [];
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        return [error.message];
      }
    }),
  );
}
