// What a file part of a message becomes as an argument: bytes with what is known of them. JSON cannot hold a Buffer, so no
// caller can fake one in a data part.

import { isMediaRange, isMediaType } from '../lib/media-type.ts';

export interface BytesValue {
  readonly bytes: Buffer;
  readonly filename?: string;
  readonly mediaType?: string;
}

export function isBytesValue(value: unknown): value is BytesValue {
  return typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);
}

/** The type that the part names for itself, if it can stand in a header: callers write it. */
export function ownMediaType(value: BytesValue): string {
  const { mediaType } = value;
  return mediaType !== undefined && isMediaType(mediaType) && !isMediaRange(mediaType)
    ? mediaType
    : 'application/octet-stream';
}
