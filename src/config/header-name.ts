// Which HTTP headers a configuration may name. Refused are names that are not tokens (header injection), headers that frame the
// message or belong to one connection, and, when forwarding, those that describe the caller's own body. RFC 9110 §5.1, §7.6.1.

import { connectionHeaders, framingHeaders } from '../lib/http-headers.ts';

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const oneConnection = 'it belongs to one connection and is never passed on';
const framing = 'it frames the message and is written by the gateway itself';
const callersBody = "it describes the body of the caller's own message, not the body that is sent to the service";

const refusedAlways: ReadonlyMap<string, string> = new Map([
  ...connectionHeaders.map((name) => [name, oneConnection] as const),
  ...framingHeaders.map((name) => [name, framing] as const),
]);

const refusedWhenForwarded: ReadonlyMap<string, string> = new Map([
  ['content-type', callersBody],
  ['content-encoding', callersBody],
  ['content-range', callersBody],
]);

/** Why the gateway may not set this header for a target; undefined when it may. */
export function refuseHeaderName(name: string): string | undefined {
  if (/[:=]/.test(name)) return 'a blank is missing between the name with its colon and the value';
  if (!token.test(name)) return "a header name has letters, digits and any of !#$%&'*+-.^_`|~ only";
  return refusedAlways.get(name.toLowerCase());
}

/** Why the caller's header of this name may not be passed on; undefined when it may. */
export function refuseForwardedHeader(name: string): string | undefined {
  if (name === '*') return 'headers are passed on by name only';
  return refuseHeaderName(name) ?? refusedWhenForwarded.get(name.toLowerCase());
}

/** Why this is no header value; undefined when it is one. The reason never shows the value: it may be a secret. */
export function refuseHeaderValue(value: string): string | undefined {
  if (value === '') return 'it is empty';
  if (/[\r\n]/.test(value)) return 'it has a line break';
  if (value.trim() !== value) return 'it starts or ends with a blank';
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if ((code < 0x20 && code !== 0x09) || code === 0x7f || code > 0xff)
      return 'it has a character that HTTP headers cannot carry';
  }
  return undefined;
}
