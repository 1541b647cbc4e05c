// Moments as text, RFC 3339 in UTC with milliseconds. Many are written within one millisecond, so each is made once.

/** A writer that knows the last moment it wrote. */
export function createIsoTime(): (at: number) => string {
  let last = Number.NaN;
  let text = '';
  return (at) => {
    if (at !== last) {
      text = new Date(at).toISOString();
      last = at;
    }
    return text;
  };
}

/** `at`: milliseconds since 1970. */
export const toIsoTime = createIsoTime();
