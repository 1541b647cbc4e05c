// The forms that a text of the configuration can have, as one table: what is expected, how an editor can check it, and why a
// given text is refused. Schemas name a form in `format`. Reasons never repeat the text: it may be a secret.

import { isIP, isIPv4 } from 'node:net';
import { durationPattern, parseDuration } from '../lib/duration.ts';
import { parseSize, sizePattern } from '../lib/size.ts';
import { refuseForwardedHeader, refuseHeaderName, refuseHeaderValue } from './header-name.ts';

export interface Form {
  /** What is expected, to stand after "expected". */
  readonly expected: string;
  /** A rough check for editors. */
  readonly pattern?: string;
  /** Why the text is refused; undefined when it is fine. */
  readonly refuse: (text: string) => string | undefined;
}

// Timers of the platform fire at once when they are set for longer than 2^31 - 1 milliseconds.
const longestTimer = 2 ** 31 - 1;

const webUrl = '^[hH][tT][tT][pP][sS]?://';

export const forms = {
  duration: {
    expected: 'a duration such as "30s"',
    pattern: durationPattern,
    refuse: (text) => failure(() => parseDuration(text)),
  },
  timeout: { expected: 'a duration such as "30s"', pattern: durationPattern, refuse: refuseTimeout },
  size: { expected: 'a size such as "10mb"', pattern: sizePattern, refuse: refuseSize },
  'base-url': { expected: 'an http(s) URL such as "http://127.0.0.1:5000"', pattern: webUrl, refuse: refuseBaseUrl },
  upstream: {
    expected: 'an http(s) URL such as "http://127.0.0.1:5000", or "self"',
    pattern: `${webUrl}|^self$`,
    refuse: (text) => (text === 'self' ? undefined : refuseBaseUrl(text)),
  },
  'web-url': { expected: 'an http(s) URL', pattern: webUrl, refuse: refuseWebUrl },
  origin: { expected: 'an origin such as "https://app.example" or "*"', refuse: refuseOrigin },
  'spec-location': { expected: 'a file path or an http(s) URL', refuse: refuseSpecLocation },
  'file-path': { expected: 'a path', refuse: refuseFilePath },
  host: { expected: 'a host name or IP address', refuse: refuseHost },
  network: { expected: 'an IP address or a network such as "10.0.0.0/8"', refuse: refuseNetwork },
  'target-id': {
    expected: 'a target id: 1 to 32 letters, digits, "_" or "-"',
    pattern: '^[A-Za-z0-9_-]{1,32}$',
    refuse: refuseUnless(/^[A-Za-z0-9_-]{1,32}$/),
  },
  'header-name': { expected: 'the name of an HTTP header', refuse: refuseHeaderName },
  'header-value': { expected: 'the value of an HTTP header', refuse: refuseHeaderValue },
  'forwarded-header': { expected: 'the name of an HTTP header that may be passed on', refuse: refuseForwardedHeader },
  store: {
    expected: '"memory", "sqlite:PATH", "redis://HOST:PORT" or "valkey://HOST:PORT"',
    refuse: refuseUnless(/^(memory|sqlite:.+|(redis|valkey)s?:\/\/.+)$/),
  },
  pem: {
    expected: 'PEM text, as in "${file:/run/secrets/name.pem}"',
    refuse: refuseUnless(/-----BEGIN [A-Z ]+-----/),
  },
  address: {
    expected: 'an IP address, a network such as "10.0.0.0/8", or a host name',
    refuse: refuseUnless(/^[A-Za-z0-9.:_-]+(\/\d{1,3})?$/),
  },
  method: { expected: 'an HTTP method such as "GET"', refuse: refuseUnless(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/) },
  'path-match': { expected: 'a path such as "/pets/*" or "/admin/**"', pattern: '^[/*]', refuse: refusePathMatch },
} as const satisfies Record<string, Form>;

export type FormName = keyof typeof forms;

export function isFormName(name: unknown): name is FormName {
  return typeof name === 'string' && Object.hasOwn(forms, name);
}

function refuseUnless(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? undefined : '');
}

function failure(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function refuseTimeout(text: string): string | undefined {
  const broken = failure(() => parseDuration(text));
  if (broken !== undefined) return broken;
  const value = parseDuration(text);
  if (value === 0) return 'it must be longer than nothing';
  return value > longestTimer ? 'timers run for 24 days at most' : undefined;
}

function refuseSize(text: string): string | undefined {
  const broken = failure(() => parseSize(text));
  if (broken !== undefined) return broken;
  return parseSize(text) === 0 ? 'it must be more than nothing' : undefined;
}

function refuseWebUrl(text: string): string | undefined {
  const url = /^https?:\/\/[^/]/i.test(text) && text.trim() === text ? URL.parse(text) : null;
  if (url === null) return '';
  return url.username === '' && url.password === ''
    ? undefined
    : 'it has a user name or password; use a header for credentials';
}

function refuseBaseUrl(text: string): string | undefined {
  const broken = refuseWebUrl(text);
  if (broken !== undefined) return broken;
  if (text.includes('?')) return 'it has a query';
  return text.includes('#') ? 'it has a fragment' : undefined;
}

function refuseOrigin(text: string): string | undefined {
  if (text === '*') return undefined;
  const broken = refuseWebUrl(text);
  if (broken !== undefined) return broken;
  const url = new URL(text);
  return url.pathname === '/' && !/[?#]|[^/]\/$/.test(text) ? undefined : 'it has more than a scheme, host and port';
}

function refuseSpecLocation(text: string): string | undefined {
  if (/^https?:/i.test(text)) return refuseWebUrl(text);
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text))
    return 'only http and https URLs are read; write a file as a plain path';
  return refuseFilePath(text);
}

function refuseFilePath(text: string): string | undefined {
  if (text.trim() === '') return 'it is empty';
  return text.includes('\0') ? 'it has a NUL character' : undefined;
}

function refuseHost(text: string): string | undefined {
  if (text === '*') return 'write "0.0.0.0" or "::" to listen on all addresses';
  if (isIP(text) !== 0) return undefined;
  if (/^\[.*\]$/.test(text)) return 'write an IPv6 address without brackets';
  if (/:\d+$/.test(text)) return 'the port stands under "port"';
  return /^(?=.{1,253}$)[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?$/.test(text) ? undefined : '';
}

function refuseNetwork(text: string): string | undefined {
  const [address = '', bits, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return '';
  if (bits === undefined) return undefined;
  const most = isIPv4(address) ? 32 : 128;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? undefined : `the number after "/" goes from 0 to ${most}`;
}

function refusePathMatch(text: string): string | undefined {
  if (!/^[/*]/.test(text)) return 'it starts with "/"';
  return /[?#\s]/.test(text) ? 'it has a query, a fragment or a blank' : undefined;
}
