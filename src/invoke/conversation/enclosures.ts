// The files that a reply links to (`Link: <…>; rel="enclosure"`), named and not fetched. RFC 8288 §3, RFC 4287 §4.2.7.2.

import { isMediaType } from '../../lib/media-type.ts';
import { parseLinks } from '../reply/link.ts';
import type { Mapped } from '../outcome.ts';

/** `base`: what relative links start from. */
export function readEnclosures(header: string | undefined, base: string): Mapped['artifacts'] {
  return parseLinks(header)
    .filter(({ rels }) => rels.includes('enclosure'))
    .flatMap(({ target, parameters }) => {
      const url = URL.parse(target, base);
      if (url === null || !/^https?:$/.test(url.protocol)) return [];
      const type = parameters.get('type');
      const title = parameters.get('title');
      const filename = title ?? decode(url.pathname.split('/').at(-1) ?? '');
      const mediaType = type !== undefined && isMediaType(type) ? type : 'application/octet-stream';
      return [
        {
          ...(title !== undefined && { name: title }),
          content: { kind: 'url' as const, url: url.href, mediaType, ...(filename !== '' && { filename }) },
        },
      ];
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
