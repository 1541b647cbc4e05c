// Undoes the Content-Encoding of a collected body, once, with a bound on the size after inflating: a few kilobytes can hold
// gigabytes of zeros. Unknown codings, broken data and chains of more than three codings are refused. RFC 9110 §8.4.

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { ReplyError } from './reply-error.ts';

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const inflateWrapped = promisify(inflate) as Decoder;
const inflateBare = promisify(inflateRaw) as Decoder;

// "deflate" means zlib data, but some servers send it without the zlib header.
const inflateEither: Decoder = (body, options) => (hasZlibHeader(body) ? inflateWrapped : inflateBare)(body, options);

const decoders = new Map<string, Decoder>([
  ['gzip', promisify(gunzip) as Decoder],
  ['x-gzip', promisify(gunzip) as Decoder],
  ['deflate', inflateEither],
  ['br', promisify(brotliDecompress) as Decoder],
  ['zstd', promisify(zstdDecompress) as Decoder],
  ['identity', (body) => Promise.resolve(body)],
]);

const longestChain = 3;

function hasZlibHeader(body: Buffer): boolean {
  return body.length >= 2 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
}

/** The codings of a Content-Encoding header in the order in which they were applied; empty when there is nothing to undo. */
export function parseCodings(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '' && coding !== 'identity');
}

/** Throws `ReplyError`: `too_large` beyond `maxBytes`, `bad_encoding` for what cannot be decoded. */
export async function decodeBody(body: Buffer, codings: readonly string[], maxBytes: number): Promise<Buffer> {
  if (codings.length > longestChain)
    throw new ReplyError('bad_encoding', `${codings.length} content codings on one reply`);
  let decoded = body;
  for (const coding of codings.toReversed()) decoded = await decodeOnce(decoded, coding, maxBytes);
  return decoded;
}

async function decodeOnce(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const decode = decoders.get(coding);
  if (decode === undefined) throw new ReplyError('bad_encoding', `unknown content coding "${coding.slice(0, 40)}"`);
  try {
    return await decode(body, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    if (isTooLarge(error))
      throw new ReplyError('too_large', `more than ${maxBytes} bytes after decoding ${coding}`, error);
    throw new ReplyError('bad_encoding', `the body is not valid ${coding}`, error);
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
