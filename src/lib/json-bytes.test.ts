import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSurelyJson } from './json-bytes.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isRead = (text: string): boolean => isSurelyJson(Buffer.from(text));

describe('isSurelyJson', () => {
  it('takes every value, however it is laid out', () => {
    const indents = fc.constantFrom(undefined, 1, '\t', '\r\n ');
    const space = fc.constantFrom('', ' ', '\r\n\t');
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), indents, space, (value, indent, around) => {
        expect(isRead(`${around}${JSON.stringify(value, undefined, indent)}${around}`)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('agrees with JSON.parse about texts that were changed in one place', () => {
    const piece = fc.constantFrom(
      ...'{}[]",:\\ \n\t0123456789-+.eEtfnu/bx\u0000\u001f\u007fé'.split(''),
      'true',
      '\\u00e9',
      '\\u12',
      '""',
    );
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(3), piece, (text, place, length, inserted) => {
        const at = place % (text.length + 1);
        const changed = (text.slice(0, at) + inserted + text.slice(at + length)).toWellFormed();
        expect([changed, isRead(changed)]).toEqual([changed, parses(changed)]);
      }),
      { numRuns: 20_000 },
    );
  });

  it('agrees with JSON.parse about texts of the signs of JSON', () => {
    const sign = fc.constantFrom(
      ...'{}[]",:\\ \n019-+.eEu'.split(''),
      '"a"',
      '1',
      'true',
      'false',
      'null',
      'nul',
      '"a":',
      '\\n',
      '\\u00E9',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        const text = signs.join('');
        expect([text, isRead(text)]).toEqual([text, parses(text)]);
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    '',
    ' ',
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    '1e+',
    '+1',
    '-01',
    '"',
    '"\\',
    '"\\u',
    '"\\u00g0"',
    '"\u0000"',
    '"\n"',
    '"a" "b"',
    '[1,]',
    '[,1]',
    '[1 2]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '{"a":1]',
    '[1}',
    ']',
    '1]',
    'tru',
    'truee',
    'NaN',
    '\u00a01',
    '{"a":1}x',
    '[[[[',
  ])('refuses %j', (text) => expect([isRead(text), parses(text)]).toEqual([false, false]));

  it('says nothing of what is nested deeply, or marked', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect([isRead(nested(512)), isRead(nested(513))]).toEqual([true, false]);
    expect(isSurelyJson(Buffer.from([0xef, 0xbb, 0xbf, 0x31]))).toBe(false);
  });

  it('does not look behind the end of its bytes', () => {
    const around = Buffer.from('[1,"a",true,{"b":2}]"]}');
    for (let end = 0; end < 20; end += 1) expect(isSurelyJson(around.subarray(0, end))).toBe(false);
    expect(isSurelyJson(around.subarray(0, 20))).toBe(true);
    expect(isSurelyJson(around.subarray(0, 21))).toBe(false);
  });

  it('leaves bytes that are no UTF-8 to who decodes them', () => {
    const bytes = Buffer.from([0x22, 0xff, 0xc3, 0x22]);
    expect(isSurelyJson(bytes)).toBe(true);
    expect(parses(bytes.toString())).toBe(true);
  });
});
