// The body of a reply, by its own Content-Type: JSON (checked to be one well-formed value, kept as text with all its digits), text in
// its charset, or bytes. The document's idea of the reply does not count: documents are often wrong, replies are what there is.

import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { isSurelyJson } from '../../lib/json-bytes.ts';
import { essenceOf, isJson, isMediaType, isText, isXml, parameterOf } from '../../lib/media-type.ts';
import type { UpstreamResponse } from '../../upstream/request.ts';
import type { Content } from '../outcome.ts';
import { parseFilename } from './filename.ts';

export interface ReadReply {
  readonly content: Content;
  /** Set when the reply says that it is JSON and is not. */
  readonly malformed?: true;
}

/** Replies that have no body by definition, whatever bytes come along. RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

export function readContent(response: UpstreamResponse, method: string): ReadReply {
  const { body, headers, status } = response;
  if (body.length === 0 || method === 'HEAD' || bodiless.has(status)) return { content: { kind: 'empty' } };
  const type = headers['content-type'];
  if (type === undefined || essenceOf(type) === '') return { content: sniff(response) };
  if (isJson(type)) return readJson(body, type);
  if (isText(type)) {
    const charset = parameterOf(type, 'charset') ?? charsetOfText(body, type);
    return { content: { kind: 'text', mediaType: essenceOf(type), text: decode(body, charset) } };
  }
  // `json` or `utf-8` in place of a type says nothing that a reader could use.
  return { content: isMediaType(essenceOf(type)) ? toBytes(response, essenceOf(type)) : sniff(response) };
}

function readJson(body: Buffer, type: string): ReadReply {
  const charset = parameterOf(type, 'charset');
  const text = decode(body, charset);
  if ((meansUtf8(charset) && isSurelyJson(body)) || isWellFormed(text))
    return { content: { kind: 'json', mediaType: essenceOf(type), text } };
  if (text.trim() === '') return { content: { kind: 'empty' } };
  return { content: { kind: 'text', mediaType: 'text/plain', text }, malformed: true };
}

function sniff(response: UpstreamResponse): Content {
  const { body } = response;
  if (!isUtf8(body)) return toBytes(response, 'application/octet-stream');
  const text = decode(body, undefined);
  if (text.trim() === '') return { kind: 'empty' };
  return isSurelyJson(body) || isWellFormed(text)
    ? { kind: 'json', mediaType: 'application/json', text }
    : { kind: 'text', mediaType: 'text/plain', text };
}

function toBytes({ body, headers }: UpstreamResponse, mediaType: string): Content {
  const filename = parseFilename(headers['content-disposition']);
  return { kind: 'bytes', mediaType, bytes: body, ...(filename !== undefined && { filename }) };
}

function isWellFormed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function meansUtf8(charset: string | undefined): boolean {
  return charset === undefined || /^utf-?8$/i.test(charset);
}

/** A byte order mark wins over the label; an unknown label is read as UTF-8. The mark itself is dropped. WHATWG Encoding §4.2. */
function decode(body: Buffer, charset: string | undefined): string {
  const marked = charsetOfMark(body);
  if (marked === undefined && meansUtf8(charset)) return body.toString('utf8');
  return decoderFor(marked ?? charset ?? 'utf-8').decode(body);
}

// Without a label XML says its charset itself. Other text is UTF-8, or of the charset that is most common among what is not.
// RFC 7303 §3, WHATWG Encoding §10.1 and HTML §13.2.3.2.
function charsetOfText(body: Buffer, type: string): string | undefined {
  if (isXml(type))
    return /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(body.toString('latin1', 0, 200))?.[1];
  return isUtf8(body) ? undefined : 'windows-1252';
}

function charsetOfMark(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return undefined;
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('utf-8');
  }
}
