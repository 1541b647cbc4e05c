// Bytes as the texts of JSON values: one per line, or each behind a record separator; and as pieces of plain text. Blank records do
// not count. RFC 7464 §2.

import type { StreamForm } from './stream-form.ts';

const separators = { lines: /\r\n|[\n\r]/, sequence: '\u001e' } as const;

export async function* readRecords(
  body: AsyncIterable<Buffer>,
  form: Extract<StreamForm, 'lines' | 'sequence'>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const separator = separators[form];
  // Kept in pieces: to join them for every piece of one long record would take time that grows with its square.
  let rest: string[] = [];
  for await (const bytes of body) {
    const records = decoder.decode(bytes, { stream: true }).split(separator);
    const last = records.pop() ?? '';
    for (const [at, record] of records.entries()) {
      const whole = at === 0 ? rest.join('') + record : record;
      if (whole.trim() !== '') yield whole.trim();
    }
    if (records.length > 0) rest = [];
    if (last !== '') rest.push(last);
  }
  const whole = rest.join('') + decoder.decode();
  if (whole.trim() !== '') yield whole.trim();
}

/** Characters are whole in every piece, also those that were cut in two on the way. */
export async function* readTexts(
  body: AsyncIterable<Buffer>,
  charset: string | undefined,
): AsyncGenerator<string, void, undefined> {
  const decoder = toDecoder(charset);
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') yield text;
  }
  const end = decoder.decode();
  if (end !== '') yield end;
}

function toDecoder(charset: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
