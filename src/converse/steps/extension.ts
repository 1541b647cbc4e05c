// Step 2: the skill contract extension is activated and its metadata, on the message or the request, names the skill. Its
// arguments stand there too, or in the parts.

import { GatewayError } from '../../errors.ts';
import { skillContractExtension } from '../../lib/extension.ts';
import { describeJson, isJsonObject } from '../../lib/json.ts';
import { fieldsBeside } from '../envelope.ts';
import { toGiven } from '../given.ts';
import { findSkill } from '../find-skill.ts';
import { unusablePart } from '../refusal.ts';
import type { Contents } from '../contents.ts';
import type { Step } from './step.ts';

export const extension: Step = (contents, agent) => {
  const contract = findContract(contents);
  if (contract === undefined) return undefined;
  const field = `${contract.field}.skillId`;
  const skill = findSkill(contract.skillId, field, agent);
  if (contract.arguments === undefined) {
    return { skill, ...toGiven({ skill, field }, contents, agent), resolvedBy: 'extension', ...contract.wanted };
  }
  if (contents.data !== undefined) {
    throw unusablePart(contents.data.field, `${contract.field} gives the arguments already`, skill);
  }
  return { skill, arguments: contract.arguments, coerce: false, resolvedBy: 'extension', ...contract.wanted };
};

interface Contract {
  readonly skillId: string;
  readonly arguments: unknown;
  /** What of the answer is wanted. */
  readonly wanted: ReturnType<typeof fieldsBeside>;
  readonly field: string;
}

export function findContract(contents: Contents): Contract | undefined {
  const { turn } = contents;
  if (!turn.extensions.has(skillContractExtension)) return undefined;
  const places = [
    { metadata: turn.metadata, field: 'message.metadata' },
    { metadata: turn.requestMetadata, field: 'metadata' },
  ];
  for (const { metadata, field } of places) {
    const value = Object.hasOwn(metadata, skillContractExtension) ? metadata[skillContractExtension] : undefined;
    if (value !== undefined && value !== null)
      return toContract(value, `${field}[${JSON.stringify(skillContractExtension)}]`);
  }
  return undefined;
}

function toContract(value: unknown, field: string): Contract {
  const skillId = isJsonObject(value) ? value['skillId'] : undefined;
  if (!isJsonObject(value) || typeof skillId !== 'string') {
    const found = isJsonObject(value) ? `skillId: ${describeJson(skillId)}` : describeJson(value);
    const description = `expected {"skillId": string, "arguments"?: object}, found ${found}`;
    throw new GatewayError('invalid_params', `${field}: ${description}.`, { violations: [{ field, description }] });
  }
  return { skillId, arguments: value['arguments'] ?? undefined, wanted: fieldsBeside(value), field };
}
