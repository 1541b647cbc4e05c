// The words for what a schema expects and for what was found instead. Secrets, and user names in URLs, are not shown.

import { describeJson } from '../lib/json.ts';
import { forms, isFormName } from './form.ts';
import type { ConfigSchema } from './schema-shape.ts';

/** To stand after "expected": `an integer from 0 to 65535`. */
export function describeExpected(schema: ConfigSchema | undefined): string {
  if (schema?.enum !== undefined) return joinWords(schema.enum.map((value) => JSON.stringify(value)));
  if (isFormName(schema?.format)) return forms[schema.format].expected;
  switch (schema?.type) {
    case 'integer':
      return schema.maximum === undefined
        ? `an integer from ${schema.minimum ?? 0}`
        : `an integer from ${schema.minimum ?? 0} to ${schema.maximum}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list, each entry ${describeExpected(schema.items)}`;
    case 'object':
      return schema.properties === undefined
        ? 'names with values'
        : `the keys ${joinWords(Object.keys(schema.properties), 'and')}`;
    default:
      return 'a text';
  }
}

/** To stand after "found". `references` are those the value was made of, which are no secret themselves. */
export function describeFound(
  value: unknown,
  schema: ConfigSchema | undefined,
  references: string | undefined,
): string {
  if (value === '') return 'an empty text';
  if (references !== undefined) return `[secret] from ${references}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'keys with values';
  if (schema?.writeOnly === true) return '[secret]';
  return describeJson(value).replace(/\/\/[^/?#]*@/, '//[secret]@');
}

function joinWords(words: readonly string[], last = 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
