// The operator's credentials in a query or a cookie header: added, in place of what the caller gave under the same names.

export function addToQuery(search: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return search;
  const given = search.slice(1) === '' ? [] : search.slice(1).split('&');
  return `?${[...without(given, pairs), ...pairs].join('&')}`;
}

export function addToCookie(cookie: string | undefined, pairs: readonly string[]): string | undefined {
  if (pairs.length === 0) return cookie;
  const given = cookie === undefined ? [] : cookie.split(';').map((pair) => pair.trim());
  return [...without(given, pairs), ...pairs].join('; ');
}

function without(given: readonly string[], pairs: readonly string[]): readonly string[] {
  const names = new Set(pairs.map(nameOf));
  return given.filter((pair) => !names.has(nameOf(pair)));
}

function nameOf(pair: string): string {
  const [name = ''] = pair.split('=', 1);
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
