// The path of a pass-through request, checked before anything is made of it. Refused is what could be read as another path by one
// of those that look at it after us: dot segments and slashes in any encoding, encoded more than once too, backslashes, empty
// segments, and `..;` that some servers take for `..`. Attack: `/proxy/pets/..%2f..%2fadmin` to get above the base path.

import { GatewayError } from '../errors.ts';

export interface PassedPath {
  /** Below the base URL, as sent, starting with `/`. */
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly search: string;
}

/** `url` is the request target, `prefix` the path below which requests are passed on. Throws `invalid_request`. */
export function parsePassedPath(url: string, prefix: string): PassedPath {
  const mark = url.indexOf('?');
  const whole = mark < 0 ? url : url.slice(0, mark);
  if (url.includes('#')) throw refuse('it has a "#"');
  if (!whole.startsWith(prefix)) throw refuse(`expected ${prefix} at its start, spelt like this`);
  const path = whole.slice(prefix.length) || '/';
  const reason = refusePath(path);
  if (reason !== undefined) throw refuse(reason);
  return { path, search: mark < 0 ? '' : url.slice(mark) };
}

/** True for a path with a slash in a value, `/files/a%2Fb`: some services see two segments there, others one. */
export function hasEncodedSlash(path: string): boolean {
  return /%(?:25)*2f/i.test(path);
}

function refusePath(path: string): string | undefined {
  if (!path.startsWith('/')) return 'it has no slash at its start';
  if (!/^[\x21-\x7e]*$/.test(path)) return 'it has characters that must be percent-encoded';
  if (/%(?![\da-f]{2})/i.test(path)) return 'it has a "%" without two hexadecimal digits';
  if (path.includes('//')) return 'it has an empty segment';
  const decoded = decodeFully(path);
  if (decoded.includes('\\')) return 'it has a backslash';
  if (hasControlCharacter(decoded)) return 'it has a control character';
  return decoded.split('/').some(isDotSegment) ? 'it has a segment "." or ".."' : undefined;
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function isDotSegment(segment: string): boolean {
  const [name = ''] = segment.split(';', 1);
  return name.trim() === '.' || name.trim() === '..';
}

/** Latin-1 is enough: only ASCII characters are looked for. */
function decodeFully(path: string): string {
  let decoded = path;
  for (;;) {
    const next = decoded.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) return decoded;
    decoded = next;
  }
}

function refuse(reason: string): GatewayError {
  return new GatewayError('invalid_request', `The path is not passed on: ${reason}.`);
}
