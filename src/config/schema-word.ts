// The words that the schema of the configuration is written in: texts of a form, lists, and maps with names of a form. They add
// what TypeBox has no word for (names of map entries, our forms) and keep the static types.

import { Type, type Static, type TArrayOptions, type TSchema } from 'typebox';
import type { FormName } from './form.ts';

interface Words {
  readonly description?: string;
  /** Marks values that are never printed. */
  readonly writeOnly?: boolean;
}

/** A text of one of the forms. */
export function text(form: FormName, words: Words & { readonly default?: string } = {}) {
  return Type.String({ ...words, format: form });
}

/** A duration; it becomes milliseconds. */
export function duration(form: 'duration' | 'timeout', words: Words & { readonly default: string }) {
  return text(form, words);
}

/** A size; it becomes bytes. */
export function size(words: Words & { readonly default: string }) {
  return text('size', words);
}

export function listOf<Item extends TSchema>(item: Item, words: TArrayOptions) {
  return Type.Array(item, words);
}

/** An object whose keys are names given by the operator. */
export function mapOf<Value extends TSchema>(
  value: Value,
  words: Words & {
    readonly names?: FormName;
    readonly default?: object;
    readonly minProperties?: number;
    readonly caselessKeys?: true;
  },
) {
  const { names, ...others } = words;
  return Type.Unsafe<Readonly<Record<string, Static<Value>>>>({
    type: 'object',
    ...(names === undefined ? {} : { propertyNames: { type: 'string', format: names } }),
    additionalProperties: value,
    ...others,
  });
}
