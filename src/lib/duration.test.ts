import { assert, property, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationPattern, parseDuration } from './duration.ts';

describe('parseDuration', () => {
  it.each([
    ['0s', 0],
    ['250ms', 250],
    ['30s', 30_000],
    ['30 s', 30_000],
    ['5m', 300_000],
    ['12h', 43_200_000],
    ['7d', 604_800_000],
  ])('%s is %i ms', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each(['', '30', 's', '-1s', '1.5s', '1e3s', '30S', '1h30m', ' 30s', '30s\n', '30  s', 'constructor'])(
    'refuses %j',
    (text) => {
      expect(() => parseDuration(text)).toThrow(/whole number and one of the units/);
    },
  );

  it('refuses what milliseconds cannot count exactly', () => {
    expect(() => parseDuration('999999999999d')).toThrow(/too long/);
  });

  it('takes exactly what its pattern takes', () => {
    const text = stringMatching(/^ ?[0-9]{0,3} ?(ms|s|m|h|d|w)?$/);
    assert(property(text, (written) => accepts(written) === new RegExp(durationPattern).test(written)));
  });
});

function accepts(text: string): boolean {
  try {
    parseDuration(text);
    return true;
  } catch {
    return false;
  }
}
