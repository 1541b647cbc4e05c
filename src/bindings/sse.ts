// JSON text as one server-sent event. Line breaks between tokens would end the line, and some clients take U+2028, U+2029 and
// U+0085 inside strings for line breaks too. WHATWG HTML §9.2.6.

/** A comment: clients ignore it, and proxies see that the connection lives. */
export const keepAlive = ': keep-alive\n\n';

/** `seq` is what a client that lost the stream sends back as `Last-Event-ID`. */
export function writeEvent(json: string, seq?: number): string {
  const line = json.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\u0085\u2028\u2029]/g, escape);
  return seq === undefined ? `data: ${line}\n\n` : `id: ${seq}\ndata: ${line}\n\n`;
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
