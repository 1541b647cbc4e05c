import { describe, expect, it } from 'vitest';
import { compilePattern, isCheap } from './pattern.ts';

function run(source: string, text: string): { readonly passes: boolean; readonly unchecked: readonly string[] } {
  const unchecked: string[] = [];
  const pattern = compilePattern(source, (refused) => unchecked.push(refused));
  return { passes: pattern.test(text), unchecked };
}

describe('patterns of documents', () => {
  it.each([
    ['^[a-z]{3}$', 'abc', true],
    ['^[a-z]{3}$', 'abcd', false],
    [String.raw`^https\:\/\/`, 'https://a.example', true],
    [String.raw`^[\w\-\.]+\@[a-z]+$`, 'a.b@c', true],
    [String.raw`^[\w\-\.]+\@[a-z]+$`, 'a b@c', false],
    [String.raw`^[\p{L}\p{N} -]+$`, 'Åkervägen 12', true],
    [String.raw`^[\p{L}\p{N} -]+$`, 'Åkervägen_12', false],
    [String.raw`^\p{L}$`, 'p', true],
    [String.raw`^\p{L}$`, '1', false],
    [String.raw`^A+$`, 'AA', true],
    [String.raw`\A[a-z]+\z`, 'abc', true],
    [String.raw`\A[a-z]+\z`, 'ab1', false],
    ['b+', 'abc', true],
    ['^a{2,}$', 'a', false],
    ['^(red|blue)$', 'blue', true],
    ['^{x}$', '{x}', true],
    ['', 'anything', true],
  ])('%s on %j: %s', (source, text, passes) => {
    expect(run(source, text)).toEqual({ passes, unchecked: [] });
  });

  it.each(['(?=x)y+', String.raw`^(a)\1+$`, '(', '[z-a]+'])('%s is not checked, and said to be', (source) => {
    expect(run(source, 'whatever')).toEqual({ passes: true, unchecked: [source] });
  });

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a{0,20}){0,20}$',
    '^(a?){30}$',
    `^${'a?'.repeat(30)}${'a'.repeat(30)}$`,
    `^${'(a|a)'.repeat(30)}$`,
    '(.*a){12}$',
  ])('%s answers at once on a hostile text', (source) => {
    const started = performance.now();
    expect(run(source, `${'a'.repeat(40)}!`).passes).toBe(false);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('leaves very long texts to the service', () => {
    expect(run('^[a-z]+$', '1'.repeat(70_000)).passes).toBe(true);
    expect(run('^[a-z]+$', '1'.repeat(60_000)).passes).toBe(false);
  });

  it.each([
    ['^[a-z]{3,10}$', true],
    ['^(red|blue)$', true],
    [String.raw`^\+[0-9]{1,15}$`, true],
    ['[*+]', true],
    ['(?:a|b)?', true],
    ['a*', false],
    ['a+?', false],
    ['a{2,}', false],
    ['(ab){3}', false],
    ['[a-z]{0,100}[0-9]{0,100}', false],
  ])('%s can run natively: %s', (source, cheap) => expect(isCheap(source)).toBe(cheap));
});
