// Percent-encoding for each place of a URL. A value is encoded exactly once: its own `%` becomes `%25`. RFC 3986 §2, RFC 6570 §3.2.

const plain = /^[A-Za-z0-9._~-]*$/;

/** A value of a path or query: everything but unreserved characters is encoded. */
export function encodeValue(text: string): string {
  if (plain.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, toTriple);
}

/**
 * `allowReserved`: reserved characters and triples such as `%2F` stay. What would end the value does not: `#` starts a
 * fragment, `&` the next pair, and `+` is read as a space. OAS 3.1.1 §4.8.12.2.1.
 */
export function encodeReserved(text: string): string {
  return encodeAllBut(text, /(%[0-9A-Fa-f]{2}|[A-Za-z0-9._~:/?@!$'()*,;=-]+)/);
}

/** The literal text of a path template and of a query in it: what may stand there stays, also triples. RFC 3986 §3.3, §3.4. */
export function encodeLiteral(text: string): string {
  return encodeAllBut(text, /(%[0-9A-Fa-f]{2}|[A-Za-z0-9._~:/?@!$&'()*+,;=-]+)/);
}

// The pattern has one group: a split puts what it matched at the odd places.
function encodeAllBut(text: string, allowed: RegExp): string {
  return text
    .toWellFormed()
    .split(allowed)
    .map((piece, at) => (at % 2 === 1 ? piece : encodeURIComponent(piece)))
    .join('');
}

/** A cookie value: what RFC 6265 §4.1.1 allows stays, except `%` itself and the comma, which separates items. */
export function encodeCookie(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^!#$&'()*+./0-9:<=>?@A-Z[\]^_`a-z{|}~-]/gu, (character) => encodeURIComponent(character));
}

function toTriple(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
