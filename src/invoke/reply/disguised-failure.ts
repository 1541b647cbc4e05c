// A reply of 2xx whose body is the document's own error: some services never use another status. It counts as a failure only where there
// is no doubt: the document describes both bodies, the success refuses this one, an error with required fields accepts it, and there
// is nothing in it that only the success has. Documents are often wrong about details, and what was done must not be called a failure.

import type { JsonSchema } from '../../spec/json-schema.ts';
import { isJsonObject, parseJson } from '../../lib/json.ts';
import { atPointer } from '../../lib/json-pointer.ts';
import { once } from '../../lib/once.ts';
import { TooDeep } from '../../lib/bounded-json.ts';
import { toCheckable } from '../check/checkable.ts';
import { compileSchema } from '../check/schema-check.ts';

/** Whether the JSON text, the body of a reply of 2xx, says that the service failed. */
export type IsFailure = (text: string) => boolean;

export interface DescribedReplies {
  readonly success: JsonSchema | undefined;
  readonly errors: readonly JsonSchema[];
}

/** Errors are short. */
const longest = 64_000;

const never: IsFailure = () => false;

/** Costs nothing before the first reply, and little for a reply without the fields that an error must have. */
export function compileIsFailure(describe: () => DescribedReplies): IsFailure {
  const compiled = once(() => compileAll(describe()));
  return (text) => text.length <= longest && compiled()(text);
}

function compileAll({ success, errors }: DescribedReplies): IsFailure {
  if (success === undefined || typeof success === 'boolean') return never;
  const ofSuccess = namesOf(success, 'properties');
  const checkSuccess = once(() => compileSchema(success));
  const tests = errors.flatMap((error) => {
    const required = [...namesOf(error, 'required')];
    if (typeof error === 'boolean' || required.length === 0) return [];
    const shared = namesOf(error, 'properties');
    const check = once(() => compileSchema(error));
    return [
      {
        words: required.map((name) => JSON.stringify(name)),
        isError: (body: Readonly<Record<string, unknown>>): boolean =>
          Object.keys(body).every((name) => shared.has(name) || !ofSuccess.has(name)) && check().passes(body),
      },
    ];
  });
  if (tests.length === 0) return never;
  return (text) => {
    const likely = tests.filter(({ words }) => words.every((word) => text.includes(word)));
    if (likely.length === 0) return false;
    const body = read(text);
    return isJsonObject(body) && !checkSuccess().passes(body) && likely.some(({ isError }) => isError(body));
  };
}

/** Names at the root of the schema, also in what it is put together from. */
function namesOf(root: JsonSchema, keyword: 'properties' | 'required'): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<JsonSchema>();
  const collect = (schema: unknown): void => {
    if (!isJsonObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    const { [keyword]: names, $ref, allOf, anyOf, oneOf } = schema;
    if (isJsonObject(names)) for (const name of Object.keys(names)) found.add(name);
    if (Array.isArray(names)) for (const name of names) found.add(String(name));
    if (typeof $ref === 'string' && $ref.startsWith('#')) collect(atPointer(root, $ref.slice(1)));
    // Of alternatives only one is required.
    const parts = keyword === 'properties' ? [allOf, anyOf, oneOf] : [allOf];
    for (const part of parts.flat()) collect(part);
  };
  collect(root);
  return found;
}

function read(text: string): unknown {
  try {
    return toCheckable(parseJson(text), 'base64');
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}
