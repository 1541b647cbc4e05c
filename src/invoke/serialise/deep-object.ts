// The style deepObject: `filter[status]=open&filter[owner]=u1`. The specification defines one level; deeper objects go on with
// brackets (`filter[range][from]=1`), a list of plain values repeats its key, and a list of objects gets indexes. OAS 3.1.1 §4.8.12.3.

import { isGiven, isList, isRecord, toText } from './scalar.ts';

export interface DeepObjectOptions {
  readonly name: string;
  readonly encode: (text: string) => string;
  readonly encodeName: (text: string) => string;
}

export function expandDeepObject(value: unknown, options: DeepObjectOptions): string | undefined {
  const pairs = toPairs(options.name, value).map(([key, text]) => `${options.encodeName(key)}=${options.encode(text)}`);
  return pairs.length === 0 ? undefined : pairs.join('&');
}

function toPairs(key: string, value: unknown): (readonly [string, string])[] {
  if (!isGiven(value)) return [];
  if (isRecord(value)) return Object.entries(value).flatMap(([name, inner]) => toPairs(`${key}[${name}]`, inner));
  if (!isList(value)) return [[key, toText(value)]];
  const nested = value.some((item) => isRecord(item) || isList(item));
  return value.flatMap((item, at) => toPairs(nested ? `${key}[${at}]` : key, item));
}
