import { assert, property, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSize, sizePattern } from './size.ts';

describe('parseSize', () => {
  it.each([
    ['0b', 0],
    ['512b', 512],
    ['64kb', 65_536],
    ['64KiB', 65_536],
    ['10mb', 10_485_760],
    ['10 MB', 10_485_760],
    ['1gb', 1_073_741_824],
  ])('%s is %i bytes', (text, expected) => {
    expect(parseSize(text)).toBe(expected);
  });

  it.each(['', '10', 'mb', '-1mb', '1.5mb', '10m', '10tb', '10mb ', '10\nmb', '10mb\n', 'constructor'])(
    'refuses %j',
    (text) => {
      expect(() => parseSize(text)).toThrow(/whole number and one of the units/);
    },
  );

  it('refuses what bytes cannot count exactly', () => {
    expect(() => parseSize('99999999gb')).toThrow(/too large/);
  });

  it('takes exactly what its pattern takes', () => {
    const text = stringMatching(/^ ?[0-9]{0,3} ?([kKmMgGt]?[iI]?[bB])?$/);
    assert(property(text, (written) => accepts(written) === new RegExp(sizePattern).test(written)));
  });
});

function accepts(text: string): boolean {
  try {
    parseSize(text);
    return true;
  } catch {
    return false;
  }
}
