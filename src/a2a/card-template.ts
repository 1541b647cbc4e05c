// A JSON document made once, with holes where addresses go: the base URL is known only per request. `inBase` marks a hole in a
// value, `buildTemplate` writes the value, and the template fills the holes.

// No text of a document can look like this: JSON escapes the control characters of the marker in one way only.
const marker = '\u0000skillgate-base\u0000';
const written = JSON.stringify(marker).slice(1, -1);

/** An address below the base URL, e.g. `/a2a`, as a text for a value. */
export function inBase(path: string): string {
  return marker + path;
}

export interface Template {
  /** `baseUrl` has no trailing slash. */
  fill(baseUrl: string): string;
  /** Bytes with an ordinary base URL. */
  readonly bytes: number;
}

export function buildTemplate(value: unknown): Template {
  const pieces = JSON.stringify(value).split(written);
  const fill = (baseUrl: string): string => pieces.join(JSON.stringify(baseUrl).slice(1, -1));
  return { fill, bytes: Buffer.byteLength(fill('https://agents.example.test')) };
}
