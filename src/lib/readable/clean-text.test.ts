import { describe, expect, it } from 'vitest';
import { cleanText, cutText, toOneLine } from './clean-text.ts';

describe('cleanText', () => {
  it.each<[string, string]>([
    ['a\u0007b\u001b[31mc', 'ab[31mc'],
    ['a\r\nb\rc\td', 'a\nb\nc\td'],
    ['right\u202eleft', 'rightleft'],
    ['half \ud83d', 'half \ufffd'],
    ['whole \ud83d\ude00, é, 日本', 'whole \ud83d\ude00, é, 日本'],
  ])('of %j is %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });
});

describe('toOneLine', () => {
  it.each<[string, string]>([
    [' a  b ', 'a b'],
    ['a\n\n b\tc', 'a b c'],
    ['a\u2028b', 'a b'],
    ['plain', 'plain'],
  ])('of %j is %j', (text, line) => {
    expect(toOneLine(text)).toBe(line);
  });
});

describe('cutText', () => {
  it.each<[string, number, string]>([
    ['short', 5, 'short'],
    ['one two three', 9, 'one two…'],
    ['oneverylongwordwithoutanyspaceinit', 10, 'oneverylo…'],
    ['ab\ud83d\ude00cd', 4, 'ab…'],
    ['see https://a.example/path here', 12, 'see…'],
    ['see https://a.example/path here and there', 30, 'see https://a.example/path …'],
    ['see https://a.example/path here', 27, 'see…'],
    ['https://a.example/path', 10, '…'],
    ['(https://a.example/path)', 10, '(…'],
    ['anything', 0, ''],
  ])('of %j at %i is %j', (text, longest, cut) => {
    expect(cutText(text, longest)).toBe(cut);
  });
});
