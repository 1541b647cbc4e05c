// Whether bytes are JSON, found out without making anything of them. `JSON.parse` takes more than twice as long, and leaves more garbage than the
// text is long; for a gateway that passes replies on, that was the largest part of its work. RFC 8259. Bytes are compared as they are
// loaded: behind the last one stands `undefined`, which is equal to no byte, and neither more nor less than any.

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;

/** What stands in a string as it is: all but quotes, backslashes and control characters. */
const isPlain = new Uint8Array(256).fill(1, space);
isPlain[quote] = 0;
isPlain[backslash] = 0;
const isEscaped = toTable('"\\/bfnrt');
const isHex = toTable('0123456789abcdefABCDEF');

const deepest = 512;
/** What closes each level that is open. */
const closers = new Uint8Array(deepest + 1);
/** In place of where something ends. */
const broken = -1;

/**
 * True for one JSON value in UTF-8, with space around it. False says nothing: what is nested deeply or begins with a byte order mark
 * may be JSON as well. Bytes within strings that are no UTF-8 are for whoever decodes them.
 */
export function isSurelyJson(bytes: Uint8Array): boolean {
  let depth = 0;
  let at = skipSpace(bytes, 0);
  for (;;) {
    const first = bytes[at] as number;
    if (first === quote) {
      at = endOfString(bytes, at);
    } else if (first === openBrace || first === openBracket) {
      if (depth === deepest) return false;
      // Two places behind what opens in ASCII.
      const closer = first + 2;
      depth += 1;
      closers[depth] = closer;
      at = skipSpace(bytes, at + 1);
      if (bytes[at] !== closer) {
        if (closer === closeBrace) at = startOfMember(bytes, at);
        if (at === broken) return false;
        continue;
      }
    } else {
      at = endOfWord(bytes, at, first);
    }
    if (at === broken) return false;
    for (;;) {
      if ((bytes[at] as number) <= space) at = skipSpace(bytes, at);
      if (depth === 0) return at === bytes.length;
      const closer = closers[depth];
      if (bytes[at] === closer) {
        depth -= 1;
        at += 1;
        continue;
      }
      if (bytes[at] !== comma) return false;
      at = skipSpace(bytes, at + 1);
      if (closer === closeBrace) at = startOfMember(bytes, at);
      if (at === broken) return false;
      break;
    }
  }
}

/** From the name of a member to its value. */
function startOfMember(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== quote) return broken;
  const end = endOfString(bytes, from);
  if (end === broken) return broken;
  const at = skipSpace(bytes, end);
  return bytes[at] === colon ? skipSpace(bytes, at + 1) : broken;
}

function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (;;) {
    while (isPlain[bytes[at] as number] === 1) at += 1;
    if (bytes[at] === quote) return at + 1;
    if (bytes[at] !== backslash) return broken;
    at = endOfEscape(bytes, at + 1);
    if (at === broken) return broken;
  }
}

function endOfEscape(bytes: Uint8Array, from: number): number {
  const letter = bytes[from] as number;
  if (isEscaped[letter] === 1) return from + 1;
  if (letter !== 0x75) return broken;
  for (let at = from + 1; at <= from + 4; at += 1) if (isHex[bytes[at] as number] !== 1) return broken;
  return from + 5;
}

/** `true`, `false`, `null`, or a number. */
function endOfWord(bytes: Uint8Array, from: number, first: number): number {
  if (first === 0x74) return isWord(bytes, from, 'true') ? from + 4 : broken;
  if (first === 0x66) return isWord(bytes, from, 'false') ? from + 5 : broken;
  if (first === 0x6e) return isWord(bytes, from, 'null') ? from + 4 : broken;
  return endOfNumber(bytes, from);
}

function isWord(bytes: Uint8Array, from: number, word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (bytes[from + at] !== word.charCodeAt(at)) return false;
  return true;
}

function endOfNumber(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === minus ? from + 1 : from;
  at = bytes[at] === zero ? at + 1 : endOfDigits(bytes, at);
  if (at !== broken && bytes[at] === 0x2e) at = endOfDigits(bytes, at + 1);
  if (at === broken || (bytes[at] !== 0x65 && bytes[at] !== 0x45)) return at;
  const sign = bytes[at + 1];
  return endOfDigits(bytes, sign === 0x2b || sign === minus ? at + 2 : at + 1);
}

/** At least one. */
function endOfDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while ((bytes[at] as number) >= zero && (bytes[at] as number) <= nine) at += 1;
  return at === from ? broken : at;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte !== space && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at += 1;
  }
}

function toTable(letters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const letter of Buffer.from(letters)) table[letter] = 1;
  return table;
}
