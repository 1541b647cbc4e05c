// `Retry-After` as seconds from now: a number of seconds or a date, rounded up to whole seconds. RFC 9110 §10.2.3.

/** Undefined for what is neither. `now`: milliseconds since 1970. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  // A date has letters; `Date.parse` would read a year out of -1 and 1.5.
  return Number.isNaN(date) || !/[a-z]/i.test(text) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
