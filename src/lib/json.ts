// JSON with its digits kept. A number that a double cannot hold exactly (2^53 and above, long decimals) is parsed to a raw
// value that `stringify` writes back digit by digit; all other values are ordinary JavaScript. Objects have their own
// `__proto__` keys like any other, so nothing read here can reach a prototype. RFC 8259.

declare global {
  // TypeScript has no types yet for what V8 ships (TC39 "JSON.parse source text access").
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

/** What `JSON.rawJSON` makes: a number as its text. */
export interface RawNumber {
  readonly rawJSON: string;
}

// Only a text with a long digit run or an exponent can hold a number that loses digits, and only where a number may stand: half of all
// UUIDs hold something like an exponent, and nearly every message has a UUID. All other texts take the fast path.
const mayLoseDigits = /[:[,\s]-?\d(?:[\d.]{15}|[\d.]*[eE])/;
const isNumber = /^-?\d/;

/** Parses JSON text; numbers that would lose digits come back as `RawNumber`. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  if (!mayLoseDigits.test(text) && !isNumber.test(text)) return JSON.parse(text);
  return JSON.parse(text, keepDigits);
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return String(value) === context.source || isSameNumber(value, context.source) ? value : JSON.rawJSON(context.source);
}

// `1.50`, `1e3` and the like are exact in a double although they are spelt differently; only lost digits matter. A long
// integer that JavaScript would write with an exponent stays as it was: integer parsers refuse `1e+23`.
function isSameNumber(value: number, source: string): boolean {
  const written = String(value);
  if (!Number.isFinite(value) || (written.includes('e') && !/[eE]/.test(source))) return false;
  return significant(written) === significant(source);
}

/** Digits without sign, point, exponent and zeros at either end: equal for two spellings of one number of equal size. */
function significant(text: string): string {
  const mantissa = text.replace(/[eE].*$/, '').replace(/^-/, '');
  return mantissa.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
}

export function isRawNumber(value: unknown): value is RawNumber {
  return JSON.isRawJSON(value);
}

/** Compact JSON text, raw numbers digit by digit. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value);
}

/** True for a JSON object: not null, not an array, not a raw number. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** A short word for what was found, for error texts: `string "abc"`, `number 5`, `object`. */
export function describeJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (isRawNumber(value)) return `number ${value.rawJSON}`;
  if (typeof value === 'string')
    return `string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`;
  return value === undefined ? 'nothing' : 'object';
}
