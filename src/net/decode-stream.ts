// Undoes the Content-Encoding of a body while it arrives, and ends it when it grows beyond its limit: decoded bytes count, since a
// few kilobytes can hold gigabytes of zeros. RFC 9110 §8.4.

import { pipeline, Transform, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { ReplyError } from './reply-error.ts';

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

const longestChain = 3;

export interface DecodeOptions {
  /** In the order in which they were applied. */
  readonly codings: readonly string[];
  readonly maxBytes: number;
  /** Called for each piece. */
  readonly moved?: () => void;
}

/** The decoded stream; it breaks with `ReplyError`, and whatever breaks or destroys it ends `body`. */
export function decodeStream(body: Readable, { codings, maxBytes, moved }: DecodeOptions): Readable {
  const transforms = codings
    .slice(0, longestChain + 1)
    .toReversed()
    .map(toDecoder);
  const problem =
    codings.length > longestChain
      ? `${codings.length} content codings on one reply`
      : transforms.includes(undefined)
        ? `unknown content coding "${codings.join(', ').slice(0, 40)}"`
        : undefined;
  const limit = createLimit(maxBytes, moved);
  const chain = problem === undefined ? transforms.filter((transform) => transform !== undefined) : [];
  // What breaks is told to the last of the chain, whose reader hears of it; here there is nothing left to do.
  pipeline([body, ...chain, limit], (error) => {
    if (error && !limit.destroyed) limit.destroy(error);
  });
  if (problem !== undefined) limit.destroy(new ReplyError('bad_encoding', problem));
  // It may break before its reader has it: then its reader finds it broken.
  limit.once('error', () => {});
  return limit;
}

function toDecoder(coding: string): Transform | undefined {
  return decoders.get(coding)?.();
}

function createLimit(maxBytes: number, moved: (() => void) | undefined): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      moved?.();
      size += chunk.length;
      if (size > maxBytes) done(new ReplyError('too_large', `more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
}
