// A data part that names a skill beside its arguments: `{"skill":"getPet","arguments":{"petId":10}}`. It has exactly these two
// keys, in one of the spellings seen in the wild, or the name alone; `fields` may say what of the answer is wanted.

import type { Skill } from '../catalog/skill.ts';
import { parseFields, type Fields } from '../lib/fields.ts';
import { describeJson, isJsonObject } from '../lib/json.ts';
import { tryJson } from './json-text.ts';
import { unreadableArguments } from './refusal.ts';

export interface Envelope {
  readonly nameKey: string;
  readonly name: string;
  /** Absent when the name stands alone. */
  readonly argumentsKey: string | undefined;
  readonly arguments: unknown;
  /** False when data of other kinds looks the same too (`name` is a common field): then only a known skill makes it an envelope. */
  readonly certain: boolean;
  readonly fields?: Fields;
}

const nameKeys: ReadonlySet<string> = new Set(['skill', 'skillId', 'skill_id', 'operationId', 'tool']);
const argumentKeys: ReadonlySet<string> = new Set(['arguments', 'args', 'params', 'parameters', 'input']);

function mayName(key: string): boolean {
  return nameKeys.has(key) || key === 'name';
}

export function parseEnvelope(data: unknown): Envelope | undefined {
  if (!isJsonObject(data)) return undefined;
  const all = Object.keys(data);
  // Most data has none of these names, and is not looked at any further.
  if (all.length > 3 || !all.some(mayName)) return undefined;
  const wanted = fieldsBeside(data);
  const keys = all.filter((key) => wanted.fields === undefined || key !== 'fields');
  if (keys.length === 0 || keys.length > 2) return undefined;
  const argumentsKey = keys.find((key) => argumentKeys.has(key));
  const nameKey = keys.find((key) => key !== argumentsKey);
  if (nameKey === undefined || (keys.length === 2 && argumentsKey === undefined)) return undefined;
  // Tool calls of language models have `name`; alone it would be any object with a name.
  const isToolCall = nameKey === 'name' && argumentsKey !== undefined;
  const name = data[nameKey];
  if (typeof name !== 'string' || !(nameKeys.has(nameKey) || isToolCall)) return undefined;
  const args = argumentsKey === undefined ? undefined : data[argumentsKey];
  return {
    nameKey,
    name,
    argumentsKey,
    arguments: args,
    certain: argumentsKey !== undefined && !isToolCall,
    ...wanted,
  };
}

/** The `fields` that stand beside the arguments in an object that names a skill. */
export function fieldsBeside(value: unknown): { readonly fields?: Fields } {
  const fields = isJsonObject(value) && Object.hasOwn(value, 'fields') ? parseFields(value['fields']) : undefined;
  return fields === undefined ? {} : { fields };
}

/** The arguments of an envelope; tool calls of language models carry them as JSON text. */
export function toEnvelopeArguments(envelope: Envelope, skill: Skill, field: string): unknown {
  const args = envelope.arguments ?? {};
  if (typeof args !== 'string') return args;
  if (args.trim() === '') return {};
  const parsed = tryJson(args);
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  const found = parsed.ok ? describeJson(parsed.value) : describeJson(args);
  const place = `${field}.${envelope.argumentsKey ?? ''}`;
  throw unreadableArguments(place, `expected a JSON object or the text of one, found ${found}`, skill);
}
