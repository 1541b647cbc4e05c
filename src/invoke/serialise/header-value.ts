// What a header value may hold: visible characters of Latin-1, spaces and tabs. A line break would start another header (header
// injection), anything above Latin-1 cannot be sent. RFC 9110 §5.5.

import { UnsendableValue } from '../invalid-arguments.ts';

const allowed = /^[\t\x20-\x7e\x80-\xff]*$/;

export function isHeaderValue(text: string): boolean {
  return allowed.test(text);
}

export function assertHeaderValue(text: string, field: string): void {
  if (isHeaderValue(text)) return;
  const [culprit = ''] = text.replace(/[\t\x20-\x7e\x80-\xff]+/g, '');
  const description = `contains a character that cannot be sent in a header: ${nameCharacter(culprit)}`;
  throw new UnsendableValue({ field, description });
}

function nameCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return code < 0x20 || code === 0x7f ? `the control character ${number}` : `"${character}" (${number})`;
}
