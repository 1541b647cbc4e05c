// The file name of a Content-Disposition, reduced to a base name: a service must not choose a folder at the reader's. The extended
// form (`filename*`) wins. RFC 6266 §4.3, RFC 8187 §3.2.

export function parseFilename(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined;
  const name = parseExtended(disposition) ?? parsePlain(disposition);
  const base = name
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .trim();
  return base === undefined || base === '' || base === '.' || base === '..' ? undefined : base.slice(0, 255);
}

function parseExtended(disposition: string): string | undefined {
  const [, charset, value] = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(disposition) ?? [];
  if (charset === undefined || value === undefined) return undefined;
  const bytes = Buffer.from(
    value.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return bytes.toString(charset.toLowerCase() === 'utf-8' ? 'utf8' : 'latin1');
}

function parsePlain(disposition: string): string | undefined {
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition) ?? [];
  // Backslashes are folders of careless servers more often than escapes, so only escaped quotes are read as escapes.
  return quoted?.replaceAll('\\"', '"') ?? token;
}
