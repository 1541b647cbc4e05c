// Which media type of a request body is used: JSON kinds first, then form, text and bytes, whatever the order in the document.
// Schema, header and body of a call all come from the chosen entry.

import { essenceOf, isJson, isMediaRange } from '../lib/media-type.ts';
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
];

/** Undefined when none of the body's media types can be sent. */
export function chooseBody(body: RequestBody): ChosenBody | undefined {
  for (const { kind, matches } of kinds) {
    const media = body.content.find(({ mediaType }) => matches(mediaType));
    if (media === undefined) continue;
    return {
      media,
      mediaType: isMediaRange(media.mediaType) ? 'application/json' : media.mediaType,
      kind,
      dropped: body.content.filter((other) => other !== media).map(({ mediaType }) => mediaType),
    };
  }
  return undefined;
}
