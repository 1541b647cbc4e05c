// The fields of the answer that a caller wants, taken out of where they stand with the arguments: `fields=id,name` typed behind a skill
// that has no argument of that name, and `fields` in an envelope around the arguments.

import { parseFields } from '../lib/fields.ts';
import { isJsonObject } from '../lib/json.ts';
import type { Skill } from '../catalog/skill.ts';
import type { Call } from '../invoke/call.ts';
import type { Contents } from './contents.ts';
import { parseEnvelope } from './envelope.ts';

const key = 'fields';

/** Of typed arguments, and of an envelope that was opened; what is sent as arguments in JSON is checked as it is. */
export function takeFields(call: Call, { data }: Pick<Contents, 'data'>): Call {
  if (data !== undefined) {
    const fields = call.arguments === data.value ? undefined : parseEnvelope(data.value)?.fields;
    return fields === undefined ? call : { fields, ...call };
  }
  const { skill, coerce, arguments: args } = call;
  if (!coerce || !isJsonObject(args) || !Object.hasOwn(args, key) || isOwn(skill)) return call;
  const fields = parseFields(args[key]);
  if (fields === undefined) return call;
  // Argument names come from callers: `fromEntries` makes own properties even of `__proto__`.
  const others = Object.fromEntries(Object.entries(args).filter(([name]) => name !== key));
  return { ...call, arguments: others, fields: call.fields ?? fields };
}

function isOwn({ input }: Skill): boolean {
  return (
    input.body?.key === key || input.arguments.some((argument) => argument.key === key || argument.wireName === key)
  );
}
