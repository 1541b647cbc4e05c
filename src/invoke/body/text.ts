// Text bodies: the characters themselves, not their JSON form, in UTF-8. Numbers and booleans are spelt as in JSON; objects and
// lists have no text and are refused.

import type { MediaType } from '../../spec/operation.ts';
import { essenceOf, isSameMediaType, parameterOf } from '../../lib/media-type.ts';
import { isBytesValue, ownMediaType } from '../bytes-value.ts';
import { UnsendableValue } from '../invalid-arguments.ts';
import { isList, isRecord, toText } from '../serialise/scalar.ts';
import { assertType } from './assert-type.ts';
import type { BodyWriter } from './written.ts';

export function compileText(media: MediaType, field: string): BodyWriter {
  const charset = parameterOf(media.mediaType, 'charset')?.toLowerCase();
  // The label has to say what is sent, whatever charset the document names.
  const contentType = charset === 'utf-8' ? media.mediaType : `${essenceOf(media.mediaType)}; charset=utf-8`;
  return (value) => {
    if (isBytesValue(value)) {
      assertType(value, media.mediaType, field);
      const own = ownMediaType(value);
      return { body: value.bytes, contentType: isSameMediaType(own, media.mediaType) ? own : media.mediaType };
    }
    if (isRecord(value) || isList(value)) {
      throw new UnsendableValue({ field, description: `the body is ${essenceOf(media.mediaType)}: expected a string` });
    }
    return { body: toText(value), contentType };
  };
}
