// One parameter of an operation becomes a serialiser: argument in, text for its place out. A parameter that is described by
// `content` is written in that media type. OAS 3.1.1 §4.8.12.

import type { Parameter } from '../../spec/operation.ts';
import { essenceOf, isJson } from '../../lib/media-type.ts';
import { stringifyJson } from '../../lib/json.ts';
import { compileForm } from '../body/form.ts';
import { assertHeaderValue } from './header-value.ts';
import { encodeCookie, encodeReserved, encodeValue } from './percent.ts';
import { isGiven, isRecord, toText } from './scalar.ts';
import { compileStyle, type CompiledStyle } from './style.ts';

const formType = 'application/x-www-form-urlencoded';

/** `key` is the argument's name, for error texts. */
export function compileParameter(parameter: Parameter, key: string): CompiledStyle {
  if (parameter.mediaType !== undefined) return compileContent(parameter, parameter.mediaType, key);
  const { name, style, explode } = parameter;
  const options = { name, field: key, style, explode };
  switch (parameter.in) {
    case 'path':
      return compileStyle({ ...options, encode: encodeValue, encodeName: encodeValue });
    case 'query':
      return compileStyle({
        ...options,
        encode: parameter.allowReserved ? encodeReserved : encodeValue,
        encodeName: encodeValue,
      });
    case 'header':
      return checked(compileStyle({ ...options, encode: asIs, encodeName: asIs, bareDelimiter: ',' }), key);
    default:
      return compileStyle({ ...options, encode: cookieEncoder(key), encodeName: encodeValue, pairSeparator: '; ' });
  }
}

function compileContent(parameter: Parameter, mediaType: string, key: string): CompiledStyle {
  const write = contentWriter(mediaType, key);
  const name = encodeValue(parameter.name);
  switch (parameter.in) {
    case 'path':
      return (value) => (value === undefined ? undefined : encodeValue(write(value)));
    case 'query':
      return (value) => (value === undefined ? undefined : `${name}=${encodeValue(write(value))}`);
    case 'header':
      return checked(
        (value) => (value === undefined ? undefined : escapeJson(write(value), write === stringifyJson)),
        key,
      );
    default: {
      const encode = cookieEncoder(key);
      return (value) => (value === undefined ? undefined : `${name}=${encode(write(value))}`);
    }
  }
}

function contentWriter(mediaType: string, key: string): (value: unknown) => string {
  if (isJson(mediaType)) return stringifyJson;
  if (essenceOf(mediaType) !== formType) return toContentText;
  const writeForm = compileForm({ mediaType, schema: undefined, examples: [], encoding: new Map() }, key);
  return (value) => (isRecord(value) ? String(writeForm(value).body) : toContentText(value));
}

function toContentText(value: unknown): string {
  return isGiven(value) && !isRecord(value) && !Array.isArray(value) ? toText(value) : stringifyJson(value);
}

// JSON can spell every character in ASCII, which any header can carry.
function escapeJson(text: string, json: boolean): string {
  if (!json) return text;
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function checked(write: CompiledStyle, key: string): CompiledStyle {
  return (value) => {
    const text = write(value);
    if (text !== undefined) assertHeaderValue(text, key);
    return text;
  };
}

// Line breaks are refused although they would be encoded: services that decode a cookie and log or echo it are the target.
function cookieEncoder(key: string): (text: string) => string {
  return (text) => {
    if (/[\r\n\0]/.test(text)) assertHeaderValue(text, key);
    return encodeCookie(text);
  };
}

function asIs(text: string): string {
  return text;
}
