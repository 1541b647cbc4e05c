import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCookie, encodeLiteral, encodeReserved, encodeValue } from './percent.ts';

describe('percent-encoding', () => {
  it.each([
    ['a-b._~', 'a-b._~'],
    ['50%2Foff', '50%252Foff'],
    ['2+3 & 4', '2%2B3%20%26%204'],
    ["!'()*", '%21%27%28%29%2A'],
    ['ö', '%C3%B6'],
    ['\ud800', '%EF%BF%BD'],
  ])('encodes the value %j once as %s (RFC 6570 §3.2.2)', (text, encoded) => expect(encodeValue(text)).toBe(encoded));

  it.each([
    ['https://x.example/a/b:c', 'https://x.example/a/b:c'],
    ['a%2Fb', 'a%2Fb'],
    ['100%', '100%25'],
    ['a&b#c+d', 'a%26b%23c%2Bd'],
    ['[1] ö', '%5B1%5D%20%C3%B6'],
  ])('lets reserved characters of %j stay as %s, but none that ends the value', (text, encoded) => {
    expect(encodeReserved(text)).toBe(encoded);
  });

  it.each([
    ["/jobs/x:cancel(1)'@$", "/jobs/x:cancel(1)'@$"],
    ['/a b/ü', '/a%20b/%C3%BC'],
    ['/a%20b/100%', '/a%20b/100%25'],
    ['/a\\b', '/a%5Cb'],
  ])('encodes in the template %j only what a path cannot hold: %s (RFC 3986 §3.3)', (text, encoded) => {
    expect(encodeLiteral(text)).toBe(encoded);
  });

  it('leaves a cookie value in the characters of RFC 6265 §4.1.1, and decodes back', () => {
    expect(encodeCookie('a=b;c, "d"\\')).toBe('a=b%3Bc%2C%20%22d%22%5C');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const sent = encodeCookie(text);
        expect(sent).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/);
        expect(decodeURIComponent(sent)).toBe(text);
      }),
    );
  });
});
