// `application/x-www-form-urlencoded`: each property by its Encoding Object. Without a style a list repeats its name and an object
// is JSON text; with a content type that is JSON, every value is JSON text. OAS 3.1.1 §4.8.15, WHATWG URL §5.2 (a space is `+`).

import type { Encoding, MediaType } from '../../spec/operation.ts';
import { isJson } from '../../lib/media-type.ts';
import { stringifyJson } from '../../lib/json.ts';
import { UnsendableValue } from '../invalid-arguments.ts';
import { encodeReserved, encodeValue } from '../serialise/percent.ts';
import { isGiven, isRecord } from '../serialise/scalar.ts';
import { compileStyle, type CompiledStyle } from '../serialise/style.ts';
import type { BodyWriter } from './written.ts';

export function compileForm(media: MediaType, field: string): BodyWriter {
  const styled = new Map([...media.encoding].map(([name, encoding]) => [name, compileProperty(name, encoding)]));
  return (value) => {
    if (!isRecord(value))
      throw new UnsendableValue({ field, description: 'a form is an object with one member per field' });
    const pairs = Object.entries(value).flatMap(
      ([name, inner]) => (styled.get(name) ?? compileProperty(name))(inner) ?? [],
    );
    return { body: pairs.join('&').replaceAll('%20', '+'), contentType: media.mediaType };
  };
}

function compileProperty(name: string, encoding: Encoding = {}): CompiledStyle {
  const { style, explode, allowReserved, contentType } = encoding;
  const encode = allowReserved === true ? encodeReserved : encodeValue;
  const write = compileStyle({
    name,
    field: name,
    style: style ?? 'form',
    explode: explode ?? (style ?? 'form') === 'form',
    encode,
    encodeName: encodeValue,
  });
  if (style !== undefined || explode !== undefined || allowReserved !== undefined) return write;
  const asJson = contentType !== undefined && isJson(contentType);
  return (value) => (isGiven(value) && (asJson || isRecord(value)) ? write(stringifyJson(value)) : write(value));
}
