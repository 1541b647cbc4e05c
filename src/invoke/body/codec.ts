// How a body is written, by the kind of its media type: one table that is looked up once per skill. A kind that has no row is sent
// as bytes; XML and multipart, which have no row yet, are left out by the catalog and refused here.

import { GatewayError } from '../../errors.ts';
import { essenceOf, isJson, isText, isXml } from '../../lib/media-type.ts';
import { compileForm } from './form.ts';
import { compileJson } from './json.ts';
import { compileOctets } from './octets.ts';
import { compileText } from './text.ts';
import type { BodyCompiler } from './written.ts';

export interface BodyCodec {
  readonly handles: (mediaType: string) => boolean;
  readonly compile: BodyCompiler;
  /** How bytes read when the schema is checked: in JSON and in forms they travel as base64. */
  readonly bytesAs: 'base64' | 'latin1';
}

const codecs: readonly BodyCodec[] = [
  { handles: isJson, compile: compileJson, bytesAs: 'base64' },
  { handles: isForm, compile: compileForm, bytesAs: 'base64' },
  { handles: (type) => isText(type) && !isXml(type), compile: compileText, bytesAs: 'latin1' },
  {
    handles: (type) => !isXml(type) && !essenceOf(type).startsWith('multipart/'),
    compile: compileOctets,
    bytesAs: 'latin1',
  },
];

export function findBodyCodec(mediaType: string): BodyCodec {
  const codec = codecs.find(({ handles }) => handles(mediaType));
  if (codec === undefined) throw new GatewayError('internal', undefined, { detail: `no body codec for ${mediaType}` });
  return codec;
}

function isForm(mediaType: string): boolean {
  return essenceOf(mediaType) === 'application/x-www-form-urlencoded';
}
