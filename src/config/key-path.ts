// The place of a value in the configuration: `targets.pets.upstreams[0]`, with quotes around names that need them
// (`targets.pets.headers["X.Key"]`). Equal places have equal texts, so the text serves as a map key too.

export type KeyPath = readonly (string | number)[];

export function formatKeyPath(path: KeyPath): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (/^[A-Za-z_$*-][\w$*-]*$/.test(key)) text += text === '' ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}

/** For messages: `X-API-Key:abc`, where the blank after the colon was forgotten, is a key and must not show the secret in it. */
export function hideValueInKey<Key extends string | number>(key: Key): Key | string {
  return typeof key === 'string' ? key.replace(/[:=].*$/s, (rest) => `${rest.charAt(0)}[secret]`) : key;
}

/** A JSON Pointer of the validator, read along the value that it points into: it alone knows lists from objects. RFC 6901. */
export function parsePointer(pointer: string, value: unknown): KeyPath {
  const path: (string | number)[] = [];
  let here = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const key = Array.isArray(here) ? Number(name) : name;
    path.push(key);
    here = (here as Readonly<Record<string | number, unknown>> | undefined)?.[key];
  }
  return path;
}
