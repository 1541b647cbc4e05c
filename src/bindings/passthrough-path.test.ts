import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePassedPath } from './passthrough-path.ts';

describe('parsePassedPath', () => {
  it.each([
    ['/proxy/pets', { path: '/', search: '' }],
    ['/proxy/pets?x=1', { path: '/', search: '?x=1' }],
    ['/proxy/pets/', { path: '/', search: '' }],
    ['/proxy/pets/a/b/?x=/../y', { path: '/a/b/', search: '?x=/../y' }],
    ['/proxy/pets/a%2Fb', { path: '/a%2Fb', search: '' }],
    ['/proxy/pets/...', { path: '/...', search: '' }],
    ['/proxy/pets/.well', { path: '/.well', search: '' }],
  ])('takes %s', (url, expected) => {
    expect(parsePassedPath(url, '/proxy/pets')).toEqual(expected);
  });

  it.each([
    ['/proxy/pets/..', 'it has a segment'],
    ['/proxy/pets/%2e', 'it has a segment'],
    ['/proxy/pets/a%252f%252e%252e', 'it has a segment'],
    ['/proxy/pets/..;x', 'it has a segment'],
    ['/proxy/pets/%20..', 'it has a segment'],
    ['/proxy/pets//a', 'it has an empty segment'],
    ['/proxy/pets/a%5cb', 'it has a backslash'],
    ['/proxy/pets/a%00', 'it has a control character'],
    ['/proxy/pets/ä', 'must be percent-encoded'],
    ['/proxy/pets/%e', 'without two hexadecimal digits'],
    ['/proxy/pets/a#b', 'it has a "#"'],
    ['/proxy/petsx', 'it has no slash'],
    ['/Proxy/pets/a', 'expected /proxy/pets'],
    ['http://x/proxy/pets/a', 'expected /proxy/pets'],
  ])('refuses %s', (url, reason) => {
    expect(() => parsePassedPath(url, '/proxy/pets')).toThrow(reason);
  });

  it('lets nothing through that any reader resolves to a place above', () => {
    const piece = constantFrom(
      '.',
      '..',
      '/',
      '\\',
      '%',
      '2e',
      '2f',
      '5c',
      '25',
      ';',
      'a',
      '%2e',
      '%2f',
      '%5c',
      '%252e',
      '//',
    );
    assert(
      property(array(piece, { maxLength: 12 }), (pieces) => {
        const url = `/base/${pieces.join('')}`;
        let path: string;
        try {
          path = parsePassedPath(url, '/base').path;
        } catch {
          return;
        }
        for (let read = path, turns = 0; turns < 4; turns += 1) {
          const { pathname } = new URL(`http://x/inner${read.replaceAll('\\', '/').replaceAll(/;[^/]*/g, '')}`);
          expect(pathname.startsWith('/inner/')).toBe(true);
          read = decodeOnce(read);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

function decodeOnce(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
