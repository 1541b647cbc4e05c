// One call that a newcomer can paste: of a skill that changes nothing if there is one, with arguments that are accepted.

import { readCallLine } from '../catalog/example.ts';
import type { Skill } from '../catalog/skill.ts';
import type { Invoker } from '../invoke/call.ts';

export interface SampleCall {
  readonly skill: Skill;
  readonly arguments: unknown;
}

const looked = 50;

export function findSampleCall(skills: readonly Skill[], invoker: Pick<Invoker, 'accepts'>): SampleCall | undefined {
  // Compiling the checks of a skill takes milliseconds, so only the most promising ones are tried.
  const promising = skills.toSorted((a, b) => score(b) - score(a)).slice(0, looked);
  for (const skill of promising) {
    for (const line of skill.examples()) {
      const args = readCallLine(skill.id, line);
      if (args !== undefined && invoker.accepts(skill, args)) return { skill, arguments: args };
    }
  }
  return undefined;
}

function score({ readOnly, operation, input }: Skill): number {
  const needsNothing = !input.arguments.some(({ required }) => required);
  const isShown =
    (operation.requestBody?.content.some(({ examples }) => examples.length > 0) ?? false) ||
    operation.parameters.some(({ examples }) => examples.length > 0);
  return (readOnly ? 8 : 0) + (isShown ? 3 : 0) + (needsNothing ? 2 : 0) + (operation.deprecated ? 0 : 4);
}

export function toCurl(url: string, { skill, arguments: args }: SampleCall): string {
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: {
      message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ data: { skillId: skill.id, arguments: args } }] },
    },
  };
  const body = JSON.stringify(request).replaceAll("'", String.raw`'\''`);
  return `curl -s ${url} -H 'Content-Type: application/json' -H 'A2A-Version: 1.0' -d '${body}'`;
}
