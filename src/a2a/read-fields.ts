// Reads fields of a request whose types are checked already. Empty texts are unset, as in proto3.

type Fields = Readonly<Record<string, unknown>>;

export const emptyObject: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

export function readText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readObject(fields: Fields, name: string): Fields | undefined {
  // Checked by the schema.
  return fields[name] as Fields | undefined;
}

export function readTexts(fields: Fields, name: string): readonly string[] {
  // Checked by the schema.
  return (fields[name] as readonly string[] | undefined) ?? [];
}

export function readObjects(fields: Fields, name: string): readonly Fields[] {
  // Checked by the schema.
  return (fields[name] as readonly Fields[] | undefined) ?? [];
}
