// Arguments that stand in the metadata beside the name of the skill: as an object (`{"skillId": …, "arguments": {…}}`), or each by itself
// (`{"skill": …, "petId": 10}`), also as text, since some clients have only strings there. Other metadata means nothing for the call.

import type { Skill } from '../catalog/skill.ts';
import { isJsonObject } from '../lib/json.ts';
import type { Turn } from './turn.ts';
import type { Given } from './typed/given-pairs.ts';

const objectKeys = ['arguments', 'args', 'parameters', 'params', 'input'];

export function findMetadataArguments({ metadata, requestMetadata }: Turn, skill: Skill): Given | undefined {
  return readRecord(metadata, skill) ?? readRecord(requestMetadata, skill);
}

function readRecord(record: Readonly<Record<string, unknown>>, { input }: Skill): Given | undefined {
  const own = new Set(input.arguments.flatMap(({ key, wireName }) => [key, wireName]));
  if (input.body !== undefined) own.add(input.body.key);
  const key = objectKeys.find((name) => !own.has(name) && Object.hasOwn(record, name) && isJsonObject(record[name]));
  if (key !== undefined) return { arguments: record[key], coerce: false };
  const single = Object.entries(record).filter(([name]) => own.has(name) && !namingKeys.has(name));
  // Names come from callers: `fromEntries` makes own properties even of `__proto__`.
  return single.length === 0 ? undefined : { arguments: Object.fromEntries(single), coerce: true };
}

/** These say which skill and how to answer, whatever the skill calls its arguments. */
const namingKeys: ReadonlySet<string> = new Set(['skill', 'skillId', 'skill_id', 'operationId', 'fields']);
