// The parameter styles as one table (style × explode × type). A compiled style takes a value and gives its text for the URL,
// header or form, or undefined when there is nothing to send: null, an empty list, an empty object. OAS 3.1.1 §4.8.12.3, RFC 6570 §3.2.

import type { ParameterStyle } from '../../spec/operation.ts';
import { UnsendableValue } from '../invalid-arguments.ts';
import { expandDeepObject } from './deep-object.ts';
import { isGiven, isList, isRecord, toText } from './scalar.ts';

export interface StyleOptions {
  /** Name on the wire, not encoded. */
  readonly name: string;
  /** Where a problem is reported. */
  readonly field: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** For values. */
  readonly encode: (text: string) => string;
  /** For names of parameters and of object members. */
  readonly encodeName: (text: string) => string;
  /** A delimiter that cannot be told from the same character inside an item, because the place has no encoding. */
  readonly bareDelimiter?: string;
  /** Between the pairs of an exploded value of the `form` styles: `&`, or `; ` in a cookie. */
  readonly pairSeparator?: string;
}

export type CompiledStyle = (value: unknown) => string | undefined;

interface Row {
  readonly prefix: string;
  /** Between the items of an exploded value. */
  readonly separator: string;
  /** Between the items of a value that is not exploded. */
  readonly delimiter: string;
  readonly named: boolean;
  /** What stands between a name and an empty value. */
  readonly emptySign: string;
  /** The delimiter as it reads after decoding, when it is sent encoded: an item must not hold it. */
  readonly decodedDelimiter?: string;
}

const unnamed = { named: false, emptySign: '' };
const query = { prefix: '', separator: '&', named: true, emptySign: '=' };

const rows: Readonly<Record<Exclude<ParameterStyle, 'deepObject'>, Row>> = {
  simple: { prefix: '', separator: ',', delimiter: ',', ...unnamed },
  label: { prefix: '.', separator: '.', delimiter: ',', ...unnamed },
  matrix: { prefix: ';', separator: ';', delimiter: ',', named: true, emptySign: '' },
  form: { ...query, delimiter: ',' },
  spaceDelimited: { ...query, delimiter: '%20', decodedDelimiter: ' ' },
  pipeDelimited: { ...query, delimiter: '%7C', decodedDelimiter: '|' },
  tabDelimited: { ...query, delimiter: '%09', decodedDelimiter: '\t' },
};

export function compileStyle(options: StyleOptions): CompiledStyle {
  const { encode, encodeName } = options;
  const name = encodeName(options.name);
  if (options.style === 'deepObject') return (value) => expandDeepObject(value, options);
  const row = rows[options.style];
  const separator = row.separator === '&' ? (options.pairSeparator ?? '&') : row.separator;
  const item = compileItem(options, row.decodedDelimiter ?? options.bareDelimiter);
  const pair = (key: string, text: string): string => (text === '' ? `${key}${row.emptySign}` : `${key}=${text}`);
  const joined = (texts: readonly string[]): string => {
    const text = texts.join(row.delimiter);
    return row.named ? pair(name, text) : text;
  };

  const list = (items: readonly unknown[]): string | undefined => {
    const given = items.filter(isGiven);
    if (given.length === 0) return undefined;
    if (!options.explode) return row.prefix + joined(given.map(item));
    return row.prefix + given.map((one) => (row.named ? pair(name, encode(toText(one))) : item(one))).join(separator);
  };

  const record = (value: Readonly<Record<string, unknown>>): string | undefined => {
    const given = Object.entries(value).filter(([, one]) => isGiven(one));
    if (given.length === 0) return undefined;
    if (!options.explode) return row.prefix + joined(given.flatMap(([key, one]) => [item(key), item(one)]));
    const one = ([key, inner]: readonly [string, unknown]): string =>
      row.named ? pair(encodeName(key), encode(toText(inner))) : `${item(key)}=${item(inner)}`;
    return row.prefix + given.map(one).join(separator);
  };

  return (value) => {
    if (!isGiven(value)) return undefined;
    if (isList(value)) return list(value);
    if (isRecord(value)) return record(value);
    const text = encode(toText(value));
    return row.prefix + (row.named ? pair(name, text) : text);
  };
}

// The comma of a list stays as it is while a comma inside an item is encoded, also where reserved characters are allowed. The other
// delimiters are sent encoded, and headers have no encoding: there an item that holds the delimiter is refused rather than split.
function compileItem(options: StyleOptions, delimiter: string | undefined): (value: unknown) => string {
  if (delimiter === undefined) return (value) => options.encode(toText(value)).replaceAll(',', '%2C');
  return (value) => {
    const text = toText(value);
    if (!text.includes(delimiter)) return options.encode(text);
    const description = `the items are joined by ${JSON.stringify(delimiter)}, so no item can hold it, found ${JSON.stringify(text)}`;
    throw new UnsendableValue({ field: options.field, description });
  };
}
