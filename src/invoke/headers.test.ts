import { describe, expect, it } from 'vitest';
import type { CallContext } from './call.ts';
import { noCredentials } from './credentials.ts';
import { buildHeaders, compileHeaderPlan, isReservedHeader, type OwnHeaders } from './headers.ts';
import type { TargetPolicy } from './target-policy.ts';

interface Setting {
  readonly fixed?: Readonly<Record<string, string>>;
  readonly forward?: readonly string[];
  readonly origins?: readonly string[];
  readonly caller?: CallContext['headers'];
  readonly own?: Partial<OwnHeaders>;
  readonly credentials?: readonly string[];
}

function build({ fixed = {}, forward = [], origins, caller = {}, own = {}, credentials = [] }: Setting) {
  const policy: TargetPolicy = {
    headers: new Map(Object.entries(fixed)),
    forwardHeaders: forward,
    timeout: 1,
    ...(origins && { origins: new Set(origins) }),
  };
  const plan = compileHeaderPlan({
    policy,
    baseUrl: 'https://api.example.test/v1',
    accept: '*/*',
    credentials: new Set(credentials),
    own: noCredentials,
  });
  const { headers, forwardedCredentials } = buildHeaders(
    plan,
    { fromArguments: {}, contentType: undefined, ...own },
    { requestId: 'r', headers: caller },
  );
  const { traceparent: _, ...rest } = headers;
  return { headers: { ...rest }, forwardedCredentials };
}

describe('headers of the upstream request', () => {
  it('passes on what the target lists, and nothing else', () => {
    const { headers } = build({
      forward: ['X-Tenant', 'x-list'],
      caller: { 'x-tenant': 't', 'x-other': 'o', cookie: 'c', 'x-list': ['a', 'b'] },
    });
    expect(headers).toEqual({ accept: '*/*', 'x-tenant': 't', 'x-list': 'a, b' });
  });

  it('never passes on what belongs to the connection or frames the message, even when listed (RFC 9110 §7.6.1)', () => {
    const names = [
      'connection',
      'keep-alive',
      'te',
      'transfer-encoding',
      'upgrade',
      'proxy-authorization',
      'host',
      'content-length',
      'content-type',
      'accept',
      'expect',
    ];
    const caller = {
      ...Object.fromEntries(names.map((name) => [name, 'x'])),
      connection: 'close, X-Hop',
      'x-hop': '1',
      'x-kept': '2',
    };
    expect(build({ forward: [...names, 'x-hop', 'x-kept'], caller }).headers).toEqual({ accept: '*/*', 'x-kept': '2' });
  });

  it('lets arguments win over forwarded headers, and static headers over both', () => {
    const setting = {
      forward: ['x-a', 'x-b'],
      caller: { 'x-a': 'caller', 'x-b': 'caller' },
      own: { fromArguments: { 'x-a': 'argument', 'x-c': 'argument' } },
    };
    expect(build({ ...setting, fixed: { 'X-C': 'fixed' } }).headers).toEqual({
      accept: '*/*',
      'x-a': 'argument',
      'x-b': 'caller',
      'x-c': 'fixed',
    });
  });

  it('describes its own body whatever the operator set', () => {
    const { headers } = build({
      fixed: { 'Content-Type': 'text/plain', Host: 'x', Accept: 'text/csv' },
      own: { contentType: 'application/json' },
    });
    expect(headers).toEqual({ accept: 'text/csv', 'content-type': 'application/json' });
  });

  it('joins forwarded cookies and cookie arguments', () => {
    const { headers } = build({
      forward: ['cookie'],
      caller: { cookie: 'a=1' },
      own: { fromArguments: { cookie: 'b=2' } },
    });
    expect(headers['cookie']).toBe('a=1; b=2');
  });

  it('drops a forwarded value that could start another header', () => {
    expect(build({ forward: ['x-a'], caller: { 'x-a': 'a\r\nx-b: 1' } }).headers).toEqual({ accept: '*/*' });
  });

  it('sends nothing of the operator or the caller to an origin that is not trusted', () => {
    const setting = { fixed: { 'x-key': 'k' }, forward: ['authorization'], caller: { authorization: 'Bearer t' } };
    expect(build({ ...setting, origins: ['https://other.example.test'] })).toEqual({
      headers: { accept: '*/*' },
      forwardedCredentials: false,
    });
    expect(build({ ...setting, origins: ['https://api.example.test'] }).headers).toEqual({
      accept: '*/*',
      'x-key': 'k',
      authorization: 'Bearer t',
    });
  });

  it.each<[Setting, boolean]>([
    [{ forward: ['authorization'], caller: { authorization: 'Bearer t' } }, true],
    [{ forward: ['authorization'], caller: {} }, false],
    [
      { forward: ['authorization'], fixed: { authorization: 'Bearer own' }, caller: { authorization: 'Bearer t' } },
      false,
    ],
    [{ forward: ['x-token'], caller: { 'x-token': 't' } }, false],
    [{ forward: ['x-token'], caller: { 'x-token': 't' }, credentials: ['header:x-token'] }, true],
  ])('%j carries credentials of the caller: %s', (setting, expected) =>
    expect(build(setting).forwardedCredentials).toBe(expected),
  );

  it.each([
    ['Authorization', true],
    ['accept', true],
    ['Transfer-Encoding', true],
    ['X-Region', false],
  ])('%s is kept from arguments: %s', (name, reserved) => {
    expect(isReservedHeader(name)).toBe(reserved);
  });
});
