// Media types as documents and replies write them (`application/json; charset=utf-8`), compared without case and without
// parameters. A text that is no media type has the essence of whatever stands before its `;`. RFC 9110 §8.3.1, RFC 6839 §3.1.

import { MIMEType } from 'node:util';
import { memoise } from './memo.ts';

/** Type and subtype in lower case, without parameters. */
export const essenceOf: (mediaType: string) => string = memoise((mediaType) => {
  const end = mediaType.indexOf(';');
  return (end < 0 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
});

export function isSameMediaType(one: string, other: string): boolean {
  return essenceOf(one) === essenceOf(other);
}

/** `application/json`, and whatever has the suffix `+json`. */
export function isJson(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

export function isXml(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence === 'application/xml' || essence === 'text/xml' || essence.endsWith('+xml');
}

const textApplications: ReadonlySet<string> = new Set([
  'application/csv',
  'application/graphql',
  'application/javascript',
  'application/jsonl',
  'application/ndjson',
  'application/sql',
  'application/toml',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
  'application/x-yaml',
  'application/yaml',
]);

/** What people can read: `text/*`, XML, YAML, CSV and the like. JSON is not counted as text. */
export function isText(mediaType: string): boolean {
  if (isJson(mediaType)) return false;
  const essence = essenceOf(mediaType);
  return essence.startsWith('text/') || isXml(essence) || essence.endsWith('+yaml') || textApplications.has(essence);
}

/** A range such as `image/*`, which names no type that could be sent. */
export function isMediaRange(mediaType: string): boolean {
  return essenceOf(mediaType).includes('*');
}

/** A parameter's value, without quotes; undefined when there is none or the text is no media type. */
export function parameterOf(mediaType: string, name: string): string | undefined {
  return mediaType.includes(';') ? (parse(mediaType).type?.params.get(name) ?? undefined) : undefined;
}

/** True when the text is a type and subtype, with or without parameters, and may stand in a header as it is. */
export function isMediaType(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text) && parse(text).type !== undefined;
}

/** Without a `type` for what is none. */
const parse = memoise((text): { readonly type?: MIMEType } => {
  try {
    return { type: new MIMEType(text) };
  } catch {
    return {};
  }
});

/**
 * The one media type of a Content-Type header that holds several, as repeated headers and careless proxies make it: the last that is
 * one. A header that holds none is returned as it is. WHATWG Fetch "extract a MIME type".
 */
export function lastMediaType(header: string): string {
  if (!header.includes(',')) return header;
  const types = (header.match(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^",])+/g) ?? []).map((type) => type.trim());
  return types.findLast((type) => isMediaType(type) && !isMediaRange(type)) ?? header;
}
