import { assert, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifyingHeaders, principalOf } from './principal.ts';

const names = identifyingHeaders([]);

describe('identifyingHeaders', () => {
  it.each<[readonly string[], readonly string[]]>([
    [[], []],
    [['Authorization', 'accept-language', 'x-request-id'], []],
    [
      ['X-User-Id', 'x-tenant'],
      ['x-tenant', 'x-user-id'],
    ],
    [
      ['x-amz-security-token', 'x_session', 'X-API-Key'],
      ['x-amz-security-token', 'x_session'],
    ],
    [['user-agent', 'idempotency-key', 'x-monkey', 'x-author', 'x-correlation-id'], []],
    [['__proto__', 'constructor'], []],
  ])('of the forwarded headers %j these count besides the usual: %j', (forwardHeaders, expected) => {
    expect(identifyingHeaders([{ forwardHeaders }])).toEqual(
      ['authorization', 'cookie', 'x-api-key', ...expected].toSorted(),
    );
  });

  it('counts what a security scheme names, if it is forwarded', () => {
    const document = { forwardHeaders: [], credentialHeaders: ['X-PASS', 'x-not-forwarded'] };
    expect(identifyingHeaders([{ forwardHeaders: ['X-Pass'] }, document, { forwardHeaders: ['x-user'] }])).toEqual([
      'authorization',
      'cookie',
      'x-api-key',
      'x-pass',
      'x-user',
    ]);
  });
});

describe('principalOf', () => {
  it.each<[string, Readonly<Record<string, string | readonly string[] | undefined>>]>([
    ['no headers', {}],
    ['headers that do not identify', { 'accept-language': 'de', 'user-agent': 'x' }],
    ['an empty header', { authorization: '' }],
    ['empty lists', { cookie: [], 'x-api-key': [''] }],
    ['nothing of its own', Object.create({ authorization: 'Bearer inherited' }) as Record<string, string>],
  ])('%s: anonymous', (_, headers) => {
    expect(principalOf(headers, names)).toEqual({ owner: '', anonymous: true });
  });

  it.each(names)('is somebody with %s, and another with another value', (name) => {
    const one = principalOf({ [name]: 'one' }, names);
    expect(one.anonymous).toBe(false);
    expect(one.owner).toMatch(/^[\w-]{43}$/);
    expect(principalOf({ [name]: 'one', 'x-request-id': '7' }, names)).toEqual(one);
    expect(principalOf({ [name]: 'two' }, names).owner).not.toBe(one.owner);
  });

  it('does not confuse one header with another, nor one value with two', () => {
    const given = [
      { authorization: 'a' },
      { cookie: 'a' },
      { authorization: 'a', cookie: 'b' },
      { authorization: 'b', cookie: 'a' },
      { 'x-api-key': ['a', 'b'] },
      { 'x-api-key': 'a, b' },
      { authorization: 'a","cookie","b' },
    ];
    expect(new Set(given.map((headers) => principalOf(headers, names).owner)).size).toBe(given.length);
  });

  it('the order of the headers says nothing', () => {
    expect(principalOf({ cookie: 'c', authorization: 'a' }, names)).toEqual(
      principalOf({ authorization: 'a', cookie: 'c' }, names),
    );
  });

  it('two callers are one only when all that identifies them is equal', () => {
    const headers = record({ authorization: string(), cookie: string(), 'x-api-key': string() }, { requiredKeys: [] });
    const given = (sent: Readonly<Record<string, string | undefined>>): string =>
      JSON.stringify(names.map((name) => sent[name] ?? ''));
    assert(
      property(headers, headers, (one, other) => {
        const isOne = principalOf(one, names).owner === principalOf(other, names).owner;
        expect(isOne).toBe(given(one) === given(other));
      }),
    );
  });

  it('does not show the credentials', () => {
    expect(JSON.stringify(principalOf({ authorization: 'Bearer hunter2' }, names))).not.toContain('hunter2');
  });
});
