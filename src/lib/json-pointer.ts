// JSON Pointer as the fragment of a URI. RFC 6901 §6. Fragments are tried percent-decoded and as written: generators of
// documents write component names such as `Page«Lamp»` both ways.

/** The value at the pointer (without `#`), or undefined. Only own properties count. */
export function atPointer(root: unknown, pointer: string): unknown {
  if (pointer === '' || pointer === '/') return root;
  if (!pointer.startsWith('/')) return undefined;
  const decoded = decodeFragment(pointer);
  return walk(root, decoded) ?? (decoded === pointer ? undefined : walk(root, pointer));
}

/** Percent-decodes; a text that is not properly encoded stays as it is. */
export function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function walk(root: unknown, pointer: string): unknown {
  let value = root;
  for (const raw of pointer.slice(1).split('/')) {
    const key = unescapeSegment(raw);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** One segment as the key that it stands for. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
