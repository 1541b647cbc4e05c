// A file goes out under the declared type of the body, so a file that says that it is of another type is refused: a photo that is sent
// as a PDF helps nobody. A file that says nothing of itself suits every body, and octets may be anything. RFC 9110 §8.3.

import { essenceOf, isMediaRange, isText } from '../../lib/media-type.ts';
import { ownMediaType, type BytesValue } from '../bytes-value.ts';
import { UnsendableValue } from '../invalid-arguments.ts';

const anything = 'application/octet-stream';

export function assertType(value: BytesValue, declared: string, field: string): void {
  const own = essenceOf(ownMediaType(value));
  const wanted = essenceOf(declared);
  if (own === anything || wanted === anything || own === wanted) return;
  if (isMediaRange(wanted) && (wanted === '*/*' || own.startsWith(wanted.slice(0, -1)))) return;
  if (isText(own) && isText(wanted)) return;
  throw new UnsendableValue({ field, description: `the body is ${wanted}, found a file of type ${own}` });
}
