// A token as a value of an argument, or undefined when it cannot stand there: by type, choices, format, pattern and bounds.

import { stem } from '../../catalog/search/stem.ts';
import { splitWords } from '../../catalog/search/words.ts';
import { parseJson } from '../../lib/json.ts';
import type { Token } from './sentence.ts';
import type { ValueType } from './value-type.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const date = /^\d{4}-\d\d-\d\d$/;
const dateTime = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?([Zz]|[+-]\d\d:\d\d)?)?$/;
const yes = new Set(['true', 'yes', 'on', 'enabled']);
const no = new Set(['false', 'no', 'off', 'disabled']);

/** `undefined` is no value of JSON. */
export function toValue(token: Token, type: ValueType): unknown {
  if (token.kind === 'sign' || token.text === '') return undefined;
  const { types, choices } = type;
  if (choices !== undefined) return toChoice(token, type);
  if (token.kind === 'number') {
    const number = toNumber(token.text, type);
    if (number !== undefined) return number;
  }
  if (types.has('boolean') && yes.has(token.lower)) return true;
  if (types.has('boolean') && no.has(token.lower)) return false;
  return types.has('string') || types.size === 0 ? toText(token, type) : undefined;
}

const shortForms = new Map([
  ['ascending', 'asc'],
  ['descending', 'desc'],
]);

function toChoice({ text, lower }: Token, { choices = [] }: ValueType): unknown {
  const spoken = [lower, shortForms.get(lower)].filter((form) => form !== undefined);
  const exact =
    choices.find(({ value }) => value === text) ??
    choices.find(({ value }) => spoken.includes(String(value).toLowerCase()));
  if (exact !== undefined) return exact.value;
  const words = splitWords(lower).map(stem).join(' ');
  return words === '' ? undefined : choices.find((choice) => choice.words.join(' ') === words)?.value;
}

function toNumber(text: string, { types, minimum, maximum }: ValueType): unknown {
  const isWhole = /^-?\d+$/.test(text);
  if (!types.has('number') && !(types.has('integer') && isWhole)) return undefined;
  if (isWhole && /^-?0\d/.test(text)) return undefined;
  const size = Number(text);
  return size < minimum || size > maximum ? undefined : parseJson(text);
}

function toText(token: Token, type: ValueType): string | undefined {
  const { text } = token;
  if (text.length < type.minLength || text.length > type.maxLength) return undefined;
  const formatted = toFormat(text, type.format);
  return formatted === undefined || type.pattern?.test(formatted) === false ? undefined : formatted;
}

function toFormat(text: string, format: string | undefined): string | undefined {
  if (format === 'uuid') return uuid.test(text) ? text : undefined;
  if (format === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : undefined;
  if (format === 'uri' || format === 'url')
    return URL.canParse(text) && /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : undefined;
  if (format === 'date') return date.test(text) && isDay(text) ? text : undefined;
  if (format === 'date-time') return toDateTime(text);
  if (format === 'ipv4') return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) ? text : undefined;
  return text;
}

// A day alone begins at midnight UTC; a time without a zone is taken as UTC.
function toDateTime(text: string): string | undefined {
  const [, day, time, seconds = ':00', zone = 'Z'] = dateTime.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  return time === undefined ? `${day}T00:00:00Z` : `${day}T${time}${seconds}${zone.toUpperCase()}`;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
