// Who calls, where no access rules say so: callers who send the same credentials are one principal, whose key is a hash of
// those credentials. Nobody can be read from the key. Without credentials the caller is anonymous. DESIGN: tasks of one
// principal are never seen by another, so a header that tells users apart has to count.

import { hash } from 'node:crypto';

export interface Principal {
  /** The same for the same credentials, empty for anonymous callers. */
  readonly owner: string;
  readonly anonymous: boolean;
}

export interface ForwardingTarget {
  /** Names of caller headers that are passed on to the target. */
  readonly forwardHeaders: readonly string[];
  /** Headers that security schemes of the target's document name. */
  readonly credentialHeaders?: Iterable<string>;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const anonymous: Principal = { owner: '', anonymous: true };
const always = ['authorization', 'cookie', 'x-api-key'] as const;

// Words of header names that say on whose behalf a call is made: `x-user-id`, `x-tenant`, `x-amz-security-token`. Headers such as
// `accept-language` or `x-request-id` must not count: their values change from call to call, and the caller would lose its tasks.
const identifying = new Set(
  (
    'auth authorization authentication credential credentials jwt key apikey token secret account caller client customer email ' +
    'identity org organization organisation owner principal role roles scope scopes session subject tenant user userid username'
  ).split(' '),
);
const neverIdentifying = new Set(['idempotency-key', 'user-agent']);

/**
 * The names, in lower case, of the headers that tell callers of these targets apart: the usual ones, and of those that any target
 * gets, what a security scheme of any document names or what says by its name that it is about the caller.
 */
export function identifyingHeaders(targets: readonly ForwardingTarget[]): readonly string[] {
  const credentials = new Set(targets.flatMap(({ credentialHeaders = [] }) => [...credentialHeaders].map(toLower)));
  const forwarded = targets.flatMap(({ forwardHeaders }) => forwardHeaders.map(toLower));
  const counting = forwarded.filter((name) => credentials.has(name) || isIdentifying(name));
  return [...new Set([...always, ...counting])].toSorted();
}

function toLower(name: string): string {
  return name.toLowerCase();
}

function isIdentifying(name: string): boolean {
  return !neverIdentifying.has(name) && name.split(/[-_.]/).some((word) => identifying.has(word));
}

/** `headers` have names in lower case, as Node gives them; `names` come from `identifyingHeaders`. */
export function principalOf(headers: Headers, names: readonly string[]): Principal {
  const sent: (readonly string[])[] = [];
  for (const name of names) {
    const values = valuesOf(headers, name);
    if (values.length > 0) sent.push([name, ...values]);
  }
  if (sent.length === 0) return anonymous;
  // JSON, so that no two different sets of headers are the same text.
  return { owner: hash('sha256', JSON.stringify(sent), 'base64url'), anonymous: false };
}

function valuesOf(headers: Headers, name: string): readonly string[] {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (value === undefined) return [];
  return [value].flat().filter((each) => each !== '');
}
