// `uniqueItems` in linear time. Ajv compares every object of a list with every other one, which a long list turns into minutes.
// Two items are the same as JSON values: the order of members does not count, 1 and 1.0 are one. JSON Schema 2020-12 Validation §6.4.3.

import type { FuncKeywordDefinition, SchemaValidateFunction } from 'ajv';

export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: true,
  compile: (wanted: boolean) => {
    const check: SchemaValidateFunction = (items: readonly unknown[]) => {
      const repeat = wanted ? findRepeat(items) : undefined;
      if (repeat === undefined) return true;
      check.errors = [{ keyword: 'uniqueItems', params: repeat, message: 'must not have equal items' }];
      return false;
    };
    return check;
  },
};

/** The places of the first item that repeats (`i`) and of the one that it repeats (`j`). */
function findRepeat(items: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const text = toCanonicalText(item);
    const j = seen.get(text);
    if (j !== undefined) return { i, j };
    seen.set(text, i);
  }
  return undefined;
}

function toCanonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join(',')}]`;
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${toCanonicalText(inner)}`);
  return `{${members.toSorted().join(',')}}`;
}
