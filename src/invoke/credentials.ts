// The operator's credentials for an operation, by security scheme: the first alternative of which every scheme is configured.
// They are decided once per skill, encoded here, and no caller can override them. OAS 3.1 §4.8.30.

import type { SecurityUse } from '../spec/operation.ts';

export interface Credentials {
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Encoded pairs, `api_key=k%261`. */
  readonly query: readonly string[];
  /** Pairs, `session=abc`. */
  readonly cookies: readonly string[];
}

export const noCredentials: Credentials = { headers: new Map(), query: [], cookies: [] };

/** `configured`: values by scheme name; of HTTP basic `user:password`. */
export function chooseCredentials(
  alternatives: readonly (readonly SecurityUse[])[],
  configured: ReadonlyMap<string, string>,
): Credentials {
  const chosen = alternatives.find((uses) => uses.length > 0 && uses.every(({ name }) => configured.has(name)));
  if (chosen === undefined) return noCredentials;
  const headers = new Map<string, string>();
  const query: string[] = [];
  const cookies: string[] = [];
  for (const { name, scheme } of chosen) {
    const value = configured.get(name) ?? '';
    if (scheme.type === 'http') headers.set('authorization', authorizationOf(scheme.scheme, value));
    else if (scheme.type === 'apiKey') {
      if (scheme.in === 'header') headers.set(scheme.name.toLowerCase(), value);
      else if (scheme.in === 'query') query.push(`${encodeURIComponent(scheme.name)}=${encodeURIComponent(value)}`);
      else cookies.push(`${scheme.name}=${value}`);
    }
  }
  return { headers, query, cookies };
}

function authorizationOf(scheme: string, value: string): string {
  if (scheme === 'basic') return `Basic ${Buffer.from(value).toString('base64')}`;
  return scheme === 'bearer' ? `Bearer ${value}` : `${scheme} ${value}`;
}
