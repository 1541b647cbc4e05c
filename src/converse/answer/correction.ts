// A value alone that is said to a call before it is made: "no, 12 instead", "make it 8". It takes the place of the one value of the same
// form: a number that of a number, a code that of a code. Which one is meant is not guessed when there are several.

import { stringifyJson } from '../../lib/json.ts';
import type { KnownArguments } from '../ask/call-line.ts';

const longest = 60;
const spoken =
  /^(?:(?:no|nope|actually|sorry|oh|wait|rather|i mean|i meant|it is|it's|make it|make that|use|take|but|with)[\s,.!:]*)*(\S*\d\S*?)(?:[\s,]+(?:instead|rather|please|then|thanks))*[\s.!]*$/i;

/** The argument that is corrected, with its new value as text. */
export function readCorrection(text: string, known: KnownArguments): readonly [string, string] | undefined {
  // A bare 1 or 0 may be a yes or a no.
  if (/^\s*[01][\s.!]*$/.test(text)) return undefined;
  const value = text.length > longest ? undefined : spoken.exec(text.trim())?.[1];
  if (value === undefined) return undefined;
  const form = formOf(value);
  if (form === undefined) return undefined;
  const [corrected, other] = Object.entries(known).filter(([, each]) => formOf(plainOf(each)) === form);
  return corrected === undefined || other !== undefined ? undefined : [corrected[0], value];
}

function plainOf(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** `number`, `day`, `code`; lists and objects have none that a word has. */
function formOf(text: string): string | undefined {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return 'number';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'day';
  return /^[\p{L}\p{N}._-]+$/u.test(text) && /\d/.test(text) ? 'code' : undefined;
}
