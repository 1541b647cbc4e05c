// Which media type of a request body is used: JSON kinds first, then form, plain text, plain bytes, and other kinds of text and bytes
// (`text/csv`, `image/png`), whatever the order in the document. Schema, header and body of a call all come from the chosen entry.

import { essenceOf, isJson, isMediaRange, isText, isXml } from '../lib/media-type.ts';
import type { MediaType, RequestBody } from '../spec/operation.ts';

export interface ChosenBody {
  readonly media: MediaType;
  /** What goes out as `content-type`. */
  readonly mediaType: string;
  readonly kind: BodyKind;
  /** Media types that the document offers and the skill does not. */
  readonly dropped: readonly string[];
}

export type BodyKind = 'json' | 'form' | 'text' | 'bytes';

const kinds: readonly { readonly kind: BodyKind; readonly matches: (mediaType: string) => boolean }[] = [
  { kind: 'json', matches: (mediaType) => essenceOf(mediaType) === 'application/json' },
  { kind: 'json', matches: isJson },
  { kind: 'json', matches: (mediaType) => ['*/*', 'application/*'].includes(essenceOf(mediaType)) },
  { kind: 'form', matches: (mediaType) => essenceOf(mediaType) === 'application/x-www-form-urlencoded' },
  { kind: 'text', matches: (mediaType) => essenceOf(mediaType) === 'text/plain' },
  { kind: 'bytes', matches: (mediaType) => essenceOf(mediaType) === 'application/octet-stream' },
  { kind: 'text', matches: (mediaType) => isText(mediaType) && !isXml(mediaType) },
  { kind: 'bytes', matches: (mediaType) => essenceOf(mediaType).includes('/') && !isComposed(mediaType) },
];

/** What has parts or elements, which are not written yet. */
function isComposed(mediaType: string): boolean {
  return isXml(mediaType) || essenceOf(mediaType).startsWith('multipart/');
}

/** Undefined when none of the body's media types can be sent. */
export function chooseBody(body: RequestBody): ChosenBody | undefined {
  for (const { kind, matches } of kinds) {
    const media = body.content.find(({ mediaType }) => matches(mediaType));
    if (media === undefined) continue;
    return {
      media,
      mediaType: isMediaRange(media.mediaType) ? typeOfRange(kind, media.mediaType) : media.mediaType,
      kind,
      dropped: body.content.filter((other) => other !== media).map(({ mediaType }) => mediaType),
    };
  }
  return undefined;
}

// Bytes are sent as what they are, so their range stays.
function typeOfRange(kind: BodyKind, range: string): string {
  if (kind === 'bytes') return range;
  return kind === 'text' ? 'text/plain' : 'application/json';
}
