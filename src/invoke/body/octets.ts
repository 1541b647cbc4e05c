// Binary bodies: the bytes of a file part as they are, under the declared media type. A string is its UTF-8 bytes. A declared range
// (`image/*`) is sent as the type of the part.

import type { MediaType } from '../../spec/operation.ts';
import { isMediaRange } from '../../lib/media-type.ts';
import { isBytesValue, ownMediaType } from '../bytes-value.ts';
import { UnsendableValue } from '../invalid-arguments.ts';
import { assertType } from './assert-type.ts';
import type { BodyWriter } from './written.ts';

export function compileOctets(media: MediaType, field: string): BodyWriter {
  const range = isMediaRange(media.mediaType);
  return (value) => {
    if (isBytesValue(value)) {
      assertType(value, media.mediaType, field);
      return { body: value.bytes, contentType: range ? ownMediaType(value) : media.mediaType };
    }
    if (typeof value === 'string')
      return { body: Buffer.from(value, 'utf8'), contentType: range ? 'application/octet-stream' : media.mediaType };
    throw new UnsendableValue({
      field,
      description: `the body is ${media.mediaType}: expected a file part or a string`,
    });
  };
}
