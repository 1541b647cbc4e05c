import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

describe('a text of the model', () => {
  it.each([
    ['as it is', 'Which pet is meant?', 'Which pet is meant?'],
    ['without control characters', 'Which\u0007\u001b[31m pet?\r\n', 'Which[31m pet?'],
    ['without marks that turn the direction', 'Which \u202Etep\u202C?\u2066', 'Which tep?'],
    ['without marks that cannot be seen', 'Wh\u200Bich\uFEFF\u{E0041} pet?', 'Which pet?'],
    ['with the joiners of scripts and pictures', 'می\u200Cخواهم 👩\u200D🔬?', 'می\u200Cخواهم 👩\u200D🔬?'],
    ['with at most one empty line', 'a  b\n \n\n\nc?', 'a b\n\nc?'],
    ['cut at a word', 'one two three four five six seven', 'one two three four …'],
  ])('%s', (_, text, expected) => {
    expect(cleanText(text, 20, '')).toBe(expected);
  });

  it.each([
    'See https://evil.example/x?',
    'See HTTP://evil.example?',
    'See www.evil.example?',
    '![](https://evil.example/?data=1)?',
    '[click](//evil.example)?',
    '[click](evil.example)?',
    'javascript:alert(1)?',
    'mailto:a@evil.example?',
    'https://good.example.evil.example?',
    'https://good.ex?',
    ' \u0000\u200B ',
    '',
  ])('is refused with a link of its own: %j', (text) => {
    expect(cleanText(text, 200, 'about https://good.example/a')).toBeUndefined();
  });

  it('may repeat a link that it was given', () => {
    const text = 'Is https://good.example/a meant, or www.other.example?';
    expect(cleanText(text, 200, 'compare https://good.example/a with www.other.example')).toBe(text);
  });

  it('is not read to its end when it has none', () => {
    expect(cleanText('ab '.repeat(100_000), 100, '')?.length).toBeLessThanOrEqual(100);
  });
});
