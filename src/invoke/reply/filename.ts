// The file name of a Content-Disposition, reduced to a base name: a service must not choose a folder at the reader's. The extended
// form (`filename*`) wins where it can be read. RFC 6266 §4.3, RFC 8187 §3.2.

import { isUtf8 } from 'node:buffer';

export function parseFilename(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined;
  const parameters = parseParameters(disposition);
  const name = parseExtended(parameters.get('filename*')) ?? parsePlain(parameters.get('filename'));
  const base = name
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .trim();
  return base === undefined || base === '' || base === '.' || base === '..' ? undefined : base.slice(0, 255);
}

// Backslashes are folders of careless servers more often than escapes, so only escaped quotes are read as escapes.
const parameter = /[\s;]*([^\s=;]+)\s*(?:=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*)))?/y;

// By name in lower case, the first of a name. The disposition type before them has no value, and some servers leave it out.
function parseParameters(disposition: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  parameter.lastIndex = 0;
  for (let found = parameter.exec(disposition); found !== null; found = parameter.exec(disposition)) {
    const [, name = '', quoted, token] = found;
    const value = quoted?.replaceAll('\\"', '"') ?? token?.trim();
    if (value !== undefined && !parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return parameters;
}

function parseExtended(extended: string | undefined): string | undefined {
  const [, charset, value] = /^([\w-]+)'[^']*'(.+)$/.exec(extended ?? '') ?? [];
  if (charset === undefined || value === undefined) return undefined;
  const bytes = Buffer.from(
    value.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  if (charset.toLowerCase() !== 'utf-8') return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

// Headers are read as Latin-1; many servers write UTF-8 all the same, which hardly any other text looks like.
function parsePlain(name: string | undefined): string | undefined {
  if (name === undefined || !/^[\0-\xff]*$/.test(name)) return name;
  const bytes = Buffer.from(name, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : name;
}
